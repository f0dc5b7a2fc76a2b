// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { robots } from "~/features/site/robots";
import type { PageHandle } from "~/page-handle";
import { Link } from "~/ui/link";
import { renderPart } from "~/ui/test-page";

/** Crawlers need these to reach every home, and readers to share a review or comparison. */
const ALLOWED = ["after", "city", "review", "homes"];

test("disallows the API, forms and all but four parameters in robots.txt", { tags: ["10.62"] }, () => {
  const routes = import.meta.glob<{ handle?: PageHandle }>("./routes/*.tsx", { eager: true });
  const parameters = new Set(Object.values(routes).flatMap(({ handle }) => handle?.parameters ?? []));
  expect(parameters.size).toBeGreaterThan(15);
  for (const name of parameters)
    expect([name, isAllowed(`/homes/pune?a=1&${name}=x`)]).toEqual([name, ALLOWED.includes(name)]);
  expect(
    `/auth/v1/user /rest/v1/rpc/x /storage/v1/object /answer/1 /submit-review?city=Pune /login?next=%2F /signup?next=%2F`
      .split(" ")
      .filter(isAllowed),
  ).toEqual([]);
  const open =
    "/ /reviews /reviews?city=Pune&after=x /homes/pune/baner/oak-1a2b3c4d?review=1 /submit-review /login /signup";
  for (const path of open.split(" ")) expect([path, isAllowed(path)]).toEqual([path, true]);
  expect(robots("https://gharsach.in")).toContain("\nSitemap: https://gharsach.in/sitemap.xml\n");
});

test("marks links with a query as nofollow, except those to the next page", { tags: ["10.62"] }, () => {
  renderPart(
    <>
      <Link to="/homes">plain</Link>
      <Link to="/login?next=%2Fhomes">text</Link>
      <Link to={{ pathname: "/signup", search: "?next=%2F" }}>parts</Link>
      <Link to={{ pathname: "/signup", search: "" }}>no query</Link>
      <Link to="/homes?after=x" rel="next">
        next
      </Link>
    </>,
  );
  const rels = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("rel")]);
  expect(rels).toEqual([
    ["plain", null],
    ["text", "nofollow"],
    ["parts", "nofollow"],
    ["no query", null],
    ["next", "next"],
  ]);
});

/** Applies the "Disallow" rules as RFC 9309 says. There is no "Allow". */
function isAllowed(path: string): boolean {
  const disallowed = [...robots("https://gharsach.in").matchAll(/^Disallow: (.*)$/gm)].map(([, pattern = ""]) =>
    pattern.replaceAll("?", "\\?").replaceAll("*", ".*"),
  );
  return !disallowed.some((pattern) => new RegExp(`^${pattern}`).test(path));
}
