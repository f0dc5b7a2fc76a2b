import { expect, test } from "vitest";
import { mayHoldToken, publicAddress } from "./page-address.ts";

const SECRET = "0b9f7a52-51de-4a0e-8f0a-6d0f1f1d2c3b";

test.each([
  ...["/account", "/Account.data", "/login", "/%6cogin", "//LogIn/", "/login.data", "/signup", "/forgot-password/"],
  ...["/submit-review.data", "/desk", "/x/..%2flogin", "/x/%2e%2e%2flogin.data", "/a%2f..%2f"],
])("%s is never cached", (path) => {
  expect(publicAddress(`http://localhost${path}`)).toBeNull();
});

test.each([
  ...["/update-password?token_hash=s", "/x/..%2f..%2fupdate-password?token_hash=s", "/auth/callback"],
  ...[`/grievance/${SECRET}`, `/grievance/${SECRET}.data`, `//Grievance/${SECRET}`, `/%67rievance/${SECRET}`],
])("%s may hold a token: it is never cached, and is no referrer", { tags: ["11.57"] }, (path) => {
  expect(publicAddress(`http://localhost${path}`)).toBeNull();
  expect(mayHoldToken(`http://localhost${path}`)).toBe(true);
});

test("the form for complaints is one page for all, whatever page it is about", () => {
  expect(publicAddress("http://localhost/grievance?page=/reviews")).toBe("/grievance");
  expect(publicAddress("http://localhost/grievance.data")).toBe("/grievance.data");
});

test("spellings of one page have one address", () => {
  for (const path of ["/reviews", "/ReViEwS//", "/%72eviews?x=1", "/reviews?sort=&_routes=root"])
    expect(publicAddress(`http://localhost${path}`), path).toBe("/reviews");
});

test("a home's page is one for each sort, filter, page and review", () => {
  const path = "/homes/pune/baner/a-1a2b3c4d";
  const query = "sort=lowest&stars=2&photos=1&after=x&review=y";
  expect(publicAddress(`http://localhost${path}?utm_source=x&${query}&q=z&city=Pune`)).toBe(`${path}?${query}`);
  expect(publicAddress(`http://localhost${path}.data?${query}&_routes=b,a`)).toBe(`${path}.data?${query}`);
  for (const place of ["/homes/pune", "/homes/pune/baner"])
    expect(publicAddress(`http://localhost${place}?after=x&sort=lowest`)).toBe(`${place}?after=x`);
  expect(publicAddress("http://localhost/homes?after=x")).toBe("/homes");
});

test("a home's address in capitals reaches its loader, which leads to the right one", () => {
  expect(publicAddress("http://localhost/homes/Pune//")).toBe("/homes/Pune");
  expect(publicAddress("http://localhost/Homes")).toBe("/homes");
});
