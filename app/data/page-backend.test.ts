import { expect, test } from "vitest";
import type { Database } from "./database";
import { pageBackend } from "./page-backend";

const DATABASE: Database = {
  call: async () => ["Pune"],
  publicUrl: "https://db.example.in",
  publishableKey: "sb_publishable_x",
  proofThumbnails: "original",
};

test("gives the page the public URL and key of the database, and no more", () => {
  const project = { supabaseUrl: "https://db.example.in", publishableKey: "sb_publishable_x" };
  expect(pageBackend(DATABASE).config).toEqual({ backend: "supabase", ...project });
  expect(pageBackend(null).config).toEqual({ backend: "browser", supabaseUrl: "", publishableKey: "" });
});
