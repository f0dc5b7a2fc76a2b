import { expect, test } from "vitest";
import { localPath, loginPath } from "./local-path";

test.each([
  ["/", "/"],
  ["/reviews", "/reviews"],
  ["/submit-review", "/submit-review"],
  ["/blog/5-things-to-check-before-renting-flat-pune", "/blog/5-things-to-check-before-renting-flat-pune"],
  ["/reviews?q=lake+view&sort=rating", "/reviews?q=lake+view&sort=rating"],
  ["/reviews#review-7f1c", "/reviews#review-7f1c"],
  ["/reviews?q=https%3A%2F%2Fexample.com", "/reviews?q=https%3A%2F%2Fexample.com"],
  ["/reviews?q=//example.com", "/reviews?q=//example.com"],
  ["/reviews?q=शांत", "/reviews?q=%E0%A4%B6%E0%A4%BE%E0%A4%82%E0%A4%A4"],
  ["/reviews?q=a\\b#c\\d", "/reviews?q=a%5Cb#c%5Cd"],
  ["/blog/../reviews", "/reviews"],
  ["/update-password", "/update-password"],
  ["/homes/pune/baner/शांति-4b1c0a77", "/homes/pune/baner/%E0%A4%B6%E0%A4%BE%E0%A4%82%E0%A4%A4%E0%A4%BF-4b1c0a77"],
  ["/homes/pune/baner/%E0%A4%B6-4b1c0a77", "/homes/pune/baner/%E0%A4%B6-4b1c0a77"],
  // homes in Meetei Mayek, in Ol Chiki, with a sign and with an emoji
  ["/homes/imphal/x/%EA%AF%83-1a2b3c4d", "/homes/imphal/x/%EA%AF%83-1a2b3c4d"],
  ["/homes/ranchi/x/ᱟ-1a2b3c4d", "/homes/ranchi/x/%E1%B1%9F-1a2b3c4d"],
  ["/homes/pune/x/prestige™-1a2b3c4d", "/homes/pune/x/prestige%E2%84%A2-1a2b3c4d"],
  ["/homes/pune/x/🏠-1a2b3c4d", "/homes/pune/x/%F0%9F%8F%A0-1a2b3c4d"],
  ["/loginhelp", "/loginhelp"],
])("%j is a path on this site", (candidate, path) => {
  expect(localPath(candidate)).toBe(path);
});

test.each([
  // another site, outright
  "https://evil.example",
  "http://evil.example/reviews",
  "HTTPS://evil.example",
  "https:evil.example",
  "https:/evil.example",
  "evil.example",
  "ftp://evil.example",
  // another site, by a double slash or what browsers take for one
  "//evil.example",
  "//evil.example/reviews",
  "///evil.example",
  "////evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "/\\/evil.example",
  "//\\evil.example",
  "\\evil.example",
  "/reviews\\..\\..\\evil",
  // with characters that browsers drop
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r/evil.example",
  "\t//evil.example",
  "\n//evil.example",
  " //evil.example",
  "/\u0000/evil.example",
  "/reviews\r\nSet-Cookie: a=b",
  "/reviews\u0085",
  "ht\ntps://evil.example",
  // by way of dots
  "/.//evil.example",
  "/..//evil.example",
  "/./\\evil.example",
  "/reviews/..//evil.example",
  "/%2e//evil.example",
  "/%2E%2E//evil.example",
  "/reviews//evil.example",
  // encoded once and twice
  "%2f%2fevil.example",
  "/%2fevil.example",
  "/%2f%2fevil.example",
  "/%5cevil.example",
  "/%5Cevil.example",
  "/%252f%252fevil.example",
  "/%09/evil.example",
  "/%0d%0aSet-Cookie:a=b",
  "/%00",
  "/%FF",
  "/%",
  // look-alikes and credentials
  "/@evil.example",
  "//user@evil.example",
  "/\u2215evil.example",
  "/\uff0fevil.example",
  "\uff0f\uff0fevil.example",
  "//[::1]",
  "//[",
  // scripts and data
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "/javascript:alert(1)",
  "javascript://%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "blob:https://evil.example/1",
  "about:blank",
  "mailto:a@b.c",
  // not a path from the top
  "",
  " ",
  "reviews",
  "./reviews",
  "../reviews",
  "?q=lake",
  "#review-1",
])("%j leads Home", (candidate) => {
  expect(localPath(candidate)).toBe("/");
});

test.each([
  "/login",
  "/login/",
  "/LOGIN",
  "/login?next=/login",
  "/login#a",
  "/./login",
  "/reviews/../login",
  "/%6cogin",
  "/signup",
  "/signup?next=%2Freviews",
  "/forgot-password",
  "/auth/callback?token_hash=a&type=signup",
])("the account page %j is no page to return to after logging in", (candidate) => {
  expect(localPath(candidate)).toBe("/");
});

test("what is no text leads Home", { tags: ["2.121"] }, () => {
  for (const candidate of [null, undefined, 7, true, {}, ["/reviews"], { toString: () => "/reviews" }]) {
    expect(localPath(candidate as string | null)).toBe("/");
  }
});

test("an endless path leads Home", () => {
  expect(localPath(`/${"a".repeat(3999)}`)).toBe(`/${"a".repeat(3999)}`);
  expect(localPath(`/${"a".repeat(4000)}`)).toBe("/");
});

test("whatever is answered stays on this site and is answered again", () => {
  for (const candidate of ["/reviews?next=//evil.example#//evil.example", "/reviews?\\\\evil", "/a/./b/../c?x"]) {
    const path = localPath(candidate);
    expect(path).not.toBe("/");
    expect(new URL(path, "https://gharsach.in").origin).toBe("https://gharsach.in");
    expect(localPath(path)).toBe(path);
  }
});

test("the log-in page is told where to return to", () => {
  expect(loginPath("/submit-review")).toBe("/login?next=%2Fsubmit-review");
  expect(loginPath("/reviews?q=a&b#review-1")).toBe("/login?next=%2Freviews%3Fq%3Da%26b%23review-1");
});

test("the log-in page is told nothing when the way back leads Home anyway", () => {
  expect(loginPath("/")).toBe("/login");
  expect(loginPath("/signup")).toBe("/login");
  expect(loginPath("//evil.example")).toBe("/login");
});

test("the way back survives the detour over the log-in page", () => {
  const from = "/reviews?q=100%25&city=Pune#review-1";
  const next = new URL(loginPath(from), "https://gharsach.in").searchParams.get("next");
  expect(localPath(next)).toBe(from);
});
