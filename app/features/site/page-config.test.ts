import { expect, test } from "vitest";
import { pageConfig, pageConfigScript, scriptSafeJson } from "./page-config";

test("the page carries the public address and key of the database, and nothing of the server's own", () => {
  const config = pageConfig({
    kind: "supabase",
    url: "http://10.0.0.7:8000",
    publicUrl: "https://db.example.in",
    publishableKey: "sb_publishable_x",
    fetch,
  });
  expect(config).toEqual({
    backend: "supabase",
    supabaseUrl: "https://db.example.in",
    publishableKey: "sb_publishable_x",
  });
});

test("no setting can end the script element it is printed into", () => {
  const text = "</script><script>alert(1)</script>&\u2028\u2029";
  const json = scriptSafeJson({ text });
  expect(json).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(json)).toEqual({ text });
});

test("the script leaves the configuration on the window", () => {
  expect(pageConfigScript({ backend: "browser", supabaseUrl: "", publishableKey: "" })).toBe(
    'window.__gharsach={"backend":"browser","supabaseUrl":"","publishableKey":""}',
  );
});
