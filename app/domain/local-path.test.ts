import { expect, test } from "vitest";
import { localPath, loginPath } from "./local-path";

test.each([
  ["/", "/"],
  ["/reviews", "/reviews"],
  ["/blog/5-things-to-check-before-renting-flat-pune", "/blog/5-things-to-check-before-renting-flat-pune"],
  ["/reviews?q=lake+view&sort=rating", "/reviews?q=lake+view&sort=rating"],
  ["/reviews#review-7f1c", "/reviews#review-7f1c"],
  ["/reviews?q=https%3A%2F%2Fexample.com", "/reviews?q=https%3A%2F%2Fexample.com"],
  ["/reviews?q=//example.com", "/reviews?q=//example.com"],
  ["/reviews?q=शांत", "/reviews?q=%E0%A4%B6%E0%A4%BE%E0%A4%82%E0%A4%A4"],
  ["/reviews?q=a\\b#c\\d", "/reviews?q=a%5Cb#c%5Cd"],
  ["/blog/../reviews", "/reviews"],
  ["/homes/pune/baner/शांति-4b1c0a77", "/homes/pune/baner/%E0%A4%B6%E0%A4%BE%E0%A4%82%E0%A4%A4%E0%A4%BF-4b1c0a77"],
  ["/homes/imphal/x/%EA%AF%83-1a2b3c4d", "/homes/imphal/x/%EA%AF%83-1a2b3c4d"],
  ["/homes/ranchi/x/ᱟ-1a2b3c4d", "/homes/ranchi/x/%E1%B1%9F-1a2b3c4d"],
  ["/homes/pune/x/🏠-1a2b3c4d", "/homes/pune/x/%F0%9F%8F%A0-1a2b3c4d"],
  ["/loginhelp", "/loginhelp"],
])("accepts %j as a path on this site", (candidate, path) => {
  expect(localPath(candidate)).toBe(path);
});

const OTHER_SITES = `https://evil.example https:evil.example evil.example //evil.example/reviews ////evil.example /\\evil.example
  \\\\evil.example \\/evil.example //\\evil.example /reviews\\..\\..\\evil /.//evil.example /..//evil.example
  /./\\evil.example /reviews/..//evil.example /%2E%2E//evil.example /reviews//evil.example /@evil.example //[::1] //[
  /\u2215evil.example \uff0f\uff0fevil.example`;
const DROPPED_BY_BROWSERS = [
  "/\t/evil.example",
  "\n//evil.example",
  " //evil.example",
  "/\u0000/evil",
  "/a\r\nA: b",
  "/rev\niews",
  "/\u0085",
];
const ENCODED = `%2f%2fevil.example /%2fevil.example /%5Cevil.example /%252fevil.example /%09/evil.example /%0d%0aA:b /%00
  /%FF /%`;
const SCRIPTS =
  "javascript:alert(1) JaVaScRiPt:alert(1) /javascript:alert(1) data:text/html,x blob:https://evil mailto:a@b.c";
const RELATIVE = ["", " ", "reviews", "./reviews", "../reviews", "?q=lake", "#review-1"];
const ACCOUNT = `/login /login/ /LOGIN /login?next=/login /login#a /./login /reviews/../login /%6cogin /signup
  /signup?next=%2Freviews /forgot-password /auth/callback?token_hash=a&type=signup`;
// Values that the types forbid, but that storage edited by a visitor can hold.
const NO_TEXTS = [null, undefined, 7, true, {}, ["/reviews"], { toString: () => "/reviews" }] as unknown as string[];

test("replaces other sites and account pages with Home", { tags: ["2.120"] }, () => {
  const refused = [OTHER_SITES, ENCODED, SCRIPTS, ACCOUNT].flatMap((paths) => paths.split(/\s+/));
  const accepted = [...refused, ...DROPPED_BY_BROWSERS, ...RELATIVE, ...NO_TEXTS].filter(
    (path) => localPath(path) !== "/",
  );
  expect(accepted).toEqual([]);
});

test("replaces an endless path with Home", () => {
  expect(localPath(`/${"a".repeat(3999)}`)).toBe(`/${"a".repeat(3999)}`);
  expect(localPath(`/${"a".repeat(4000)}`)).toBe("/");
});

test("adds the return path to the log-in URL, unless it is Home", () => {
  expect(loginPath("/submit-review")).toBe("/login?next=%2Fsubmit-review");
  expect(loginPath("/reviews?q=a&b#review-1")).toBe("/login?next=%2Freviews%3Fq%3Da%26b%23review-1");
  expect(["/", "/signup", "//evil.example"].map(loginPath)).toEqual(["/login", "/login", "/login"]);
});
