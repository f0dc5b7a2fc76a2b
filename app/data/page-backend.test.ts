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
  expect(pageBackend(DATABASE).config).toEqual({
    backend: "supabase",
    supabaseUrl: "https://db.example.in",
    publishableKey: "sb_publishable_x",
  });
  const captcha = { provider: "hcaptcha", siteKey: "site-1" } as const;
  expect(pageBackend({ ...DATABASE, captcha }).config).toMatchObject({ captcha });
});

test("what a page reads comes from the database", async () => {
  expect(await pageBackend(DATABASE).read(({ call }) => call("review_cities"), "none")).toEqual(["Pune"]);
});

test("without a database nothing is read, and the page says that browsers keep the reviews", async () => {
  const backend = pageBackend(null);
  expect(await backend.read(() => Promise.reject(new Error("There is none.")), "none")).toBe("none");
  expect(backend.config).toEqual({ backend: "browser", supabaseUrl: "", publishableKey: "" });
});
