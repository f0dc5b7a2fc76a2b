import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StructuredData } from "./structured-data";

test("escapes visitors' text that would end the script element", { tags: ["10.37"] }, () => {
  const page = renderToStaticMarkup(<StructuredData things={[{ name: "</script><script>alert(1)</script>" }]} />);
  expect(page.match(/<\/script>/g)).toHaveLength(1);
  const [, json = ""] = /^<script type="application\/ld\+json">(.*)<\/script>$/.exec(page) ?? [];
  expect(JSON.parse(json)).toEqual({ name: "</script><script>alert(1)</script>" });
});
