import { expect, test } from "vitest";
import { type HandleOf, mayHoldToken, publicAddress } from "./page-address.ts";

const SITE = "http://localhost";
/** Some routes. HTTP tests prove which pages are cached. */
const ROUTES: [path: RegExp, handle: ReturnType<HandleOf>][] = [
  [/^\/$/, { isCached: true }],
  [/^\/reviews$/i, { isCached: true, parameters: ["q", "city"] }],
  [/^\/homes\/[^/]+$/i, { isCached: true, redirectsToCanonical: true, parameters: ["after"] }],
  [/^\/grievance$/i, { isCached: true }],
  [/^\/grievance\/[^/]+$/i, { mayHoldToken: true }],
];
const handleOf: HandleOf = (path) => ROUTES.find(([route]) => route.test(path))?.[1] ?? {};

test.each([
  ...["/account", "/Account.data", "/%6cogin", "//LogIn/", "/login.data", "/forgot-password/"],
  ...["/x/..%2freviews", "/x/%2e%2e%2freviews.data", "/a%2f..%2f"],
])("never caches %s", (path) => {
  expect(publicAddress(SITE + path, handleOf)).toBeNull();
});

test.each([
  ...["/grievance/secret", "/grievance/secret.data", "//Grievance/secret", "/%67rievance/secret"],
  "/x/..%2f..%2fgrievance/secret",
])("never caches %s, which may contain a token, nor sends it as referrer", { tags: ["11.57"] }, (path) => {
  expect(publicAddress(SITE + path, handleOf)).toBeNull();
  expect(mayHoldToken(SITE + path, handleOf)).toBe(true);
});

test.each([
  ["/reviews", ["/ReViEwS//", "/%72eviews?x=1", "/reviews?q=&_routes=root"]],
  ["/reviews?q=lake+view&city=Pune", ["/reviews?utm_source=x&city=Pune&q=%20lake%20%20view"]],
  ["/reviews.data?q=x", ["/reviews.data?q=x&_routes=b,a"]],
  ["/reviews/_.data?q=x", ["/reviews/_.data?sort=x&q=x"]],
  ["/_root.data", ["/_root.data?index=1"]],
  ["/grievance", ["/grievance?page=/reviews"]],
  ["/homes/Pune?after=x", ["/homes/Pune//?after=x&sort=lowest"]],
])("uses one cache key %s for all spellings", (address, spellings) => {
  for (const spelling of spellings) expect(publicAddress(SITE + spelling, handleOf), spelling).toBe(address);
});

test("never caches a URL of more than 2,000 characters", () => {
  expect(publicAddress(`${SITE}/reviews?q=${"x".repeat(1_900)}`, handleOf)).toHaveLength(1_911);
  expect(publicAddress(`${SITE}/reviews?q=${"x".repeat(2_000)}`, handleOf)).toBeNull();
});
