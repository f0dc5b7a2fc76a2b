import { expect, test } from "vitest";
import { mayHoldToken, publicAddress } from "./page-address.ts";

test.each(["/login", "/%6cogin", "//LogIn/", "/login.data", "/x/..%2flogin", "/x/%2e%2e%2flogin.data", "/a%2f..%2f"])(
  "%s is never cached",
  (path) => {
    expect(publicAddress(`http://localhost${path}`)).toBeNull();
  },
);

test.each(["/update-password?token_hash=s", "/x/..%2f..%2fupdate-password?token_hash=s", "/auth/callback"])(
  "%s may hold a token",
  (path) => {
    expect(mayHoldToken(`http://localhost${path}`)).toBe(true);
  },
);

test("spellings of one page have one address", () => {
  for (const path of ["/reviews", "/ReViEwS//", "/%72eviews?x=1", "/reviews?sort=&_routes=root"])
    expect(publicAddress(`http://localhost${path}`), path).toBe("/reviews");
});
