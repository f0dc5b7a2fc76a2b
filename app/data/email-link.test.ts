// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import { readEmailLink, removeStoredEmailToken, storedEmailToken, storeEmailToken } from "./email-link";

beforeEach(() => {
  window.sessionStorage.clear();
});

test("an unused token is stored for its page, in this tab only", () => {
  storeEmailToken("/update-password", { tokenHash: "hash-1", type: "recovery" });
  expect(storedEmailToken("/update-password")).toEqual({ tokenHash: "hash-1", type: "recovery" });
  expect(storedEmailToken("/auth/callback")).toBeNull();
  expect(window.localStorage).toHaveLength(0);
  removeStoredEmailToken();
  expect(storedEmailToken("/update-password")).toBeNull();
});

test.each(["junk", "1", "[]", '{"page":"/update-password","tokenHash":1,"type":"recovery"}'])(
  "the malformed stored token %s is ignored",
  (junk) => {
    window.sessionStorage.setItem("gharsach-email-link", junk);
    expect(storedEmailToken("/update-password")).toBeNull();
  },
);

test.each([
  {
    search: "?token_hash=abc&type=signup",
    hash: "",
    link: { kind: "token", token: { tokenHash: "abc", type: "signup" } },
  },
  { search: "?token_hash=abc&type=sms", hash: "", link: { kind: "none" } },
  { search: "?type=recovery", hash: "", link: { kind: "none" } },
  { search: "", hash: "", link: { kind: "none" } },
  {
    search: "",
    hash: "#access_token=a&refresh_token=r",
    link: { kind: "session", hash: "#access_token=a&refresh_token=r" },
  },
  { search: "", hash: "#access_token=a", link: { kind: "none" } },
  {
    search: "",
    hash: "#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired",
    link: { kind: "error", description: "Email link is invalid or has expired" },
  },
  { search: "?error=access_denied", hash: "", link: { kind: "error", description: "" } },
  { search: "?code=34e770dd", hash: "", link: { kind: "checked" } },
  { search: "?code=34e770dd&error_code=otp_expired", hash: "", link: { kind: "error", description: "" } },
  {
    search: "?token_hash=abc&type=recovery",
    hash: "#error_description=a%00b%0A%0Ac",
    link: { kind: "error", description: "a b c" },
  },
])("the address $search$hash is read as $link.kind", { tags: ["4.38"] }, ({ search, hash, link }) => {
  expect(readEmailLink({ search, hash })).toEqual(link);
});

test("a long description in an address is cut short", () => {
  const link = readEmailLink({ search: "", hash: `#error_description=${"x".repeat(5000)}` });
  expect(link).toEqual({ kind: "error", description: "x".repeat(200) });
});
