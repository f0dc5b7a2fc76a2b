import { expect, test } from "vitest";
import { pageConfigScript, scriptSafeJson } from "./page-config";

test("escapes settings that would end their script element", () => {
  const text = "</script><script>alert(1)</script>&\u2028\u2029";
  const json = scriptSafeJson({ text });
  expect(json).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(json)).toEqual({ text });
});

test("stores the configuration on the window", () => {
  expect(pageConfigScript({ backend: "browser", supabaseUrl: "", publishableKey: "" })).toBe(
    'window.__gharsach={"backend":"browser","supabaseUrl":"","publishableKey":""}',
  );
});
