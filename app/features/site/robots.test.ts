import { expect, test } from "vitest";
import { robots } from "./robots";

test("search engines may read every page, and none of the API", () => {
  const lines = robots("https://gharsach.in").split("\n");
  expect(lines).toContain("User-agent: *");
  expect(lines.filter((line) => line.startsWith("Disallow:"))).toEqual([
    "Disallow: /auth/v1/",
    "Disallow: /rest/v1/",
    "Disallow: /storage/v1/",
  ]);
});

test("search engines are told where the sitemap is", () => {
  expect(robots("https://gharsach.in")).toContain("\nSitemap: https://gharsach.in/sitemap.xml\n");
});
