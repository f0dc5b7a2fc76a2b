import { expect, test } from "vitest";
import type { Database } from "./database";
import { pageBackend } from "./page-backend";

const DATABASE: Database = {
  call: async () => ["Pune"],
  publicUrl: "https://db.example.in",
  publishableKey: "sb_publishable_x",
  proofThumbnails: "original",
  captcha: null,
};

test("the page carries the public address and key of the database, and nothing of the server's own", () => {
  const project = { supabaseUrl: "https://db.example.in", publishableKey: "sb_publishable_x" };
  expect(pageBackend(DATABASE).config).toEqual({ backend: "supabase", ...project });
  const captcha = { provider: "hcaptcha", siteKey: "site-1" } as const;
  expect(pageBackend({ ...DATABASE, captcha }).config).toMatchObject({ captcha });
});

test("pages read from the database, and without one nothing: browsers keep the reviews", async () => {
  expect(await pageBackend(DATABASE).read(({ call }) => call("review_cities"), "none")).toEqual(["Pune"]);
  const backend = pageBackend(null);
  expect(await backend.read(() => Promise.reject(new Error("There is none.")), "none")).toBe("none");
  expect(backend.config).toEqual({ backend: "browser", supabaseUrl: "", publishableKey: "" });
});
