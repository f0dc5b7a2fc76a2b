import { expect, test } from "vitest";
import { robots } from "./robots";

test("search engines may read every page, and none of the API, and find the sitemap", () => {
  const lines = robots("https://gharsach.in").split("\n");
  expect(lines).toContain("User-agent: *");
  const closed = ["auth", "rest", "storage"].map((service) => `Disallow: /${service}/v1/`);
  expect(lines.filter((line) => line.startsWith("Disallow:"))).toEqual(closed);
  expect(lines).toContain("Sitemap: https://gharsach.in/sitemap.xml");
});
