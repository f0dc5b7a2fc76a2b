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
  { search: "", hash: "#access_token=a&refresh_token=r&type=recovery", link: { kind: "checked" } },
  {
    search: "",
    hash: "#error=access_denied&error_code=otp_expired&error_description=Call+us+on+99999",
    link: { kind: "error", code: "otp_expired" },
  },
  { search: "?error=access_denied", hash: "", link: { kind: "error", code: "" } },
  { search: "?code=34e770dd", hash: "", link: { kind: "checked" } },
  { search: "?code=34e770dd&error_code=otp_expired", hash: "", link: { kind: "error", code: "otp_expired" } },
  { search: "?token_hash=abc&type=recovery", hash: "#error_description=a", link: { kind: "error", code: "" } },
])("the address $search$hash is read as $link.kind", { tags: ["4.38"] }, ({ search, hash, link }) => {
  expect(readEmailLink({ search, hash })).toEqual(link);
});
