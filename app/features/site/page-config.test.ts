import { expect, test } from "vitest";
import { pageConfigScript, scriptSafeJson } from "./page-config";

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
