import "./test-window";
import { expect, test } from "vitest";
import { readEmailLink, removeStoredEmailToken, storedEmailToken, storeEmailToken } from "./email-link";

test("stores an unused token for its page in this tab only", () => {
  storeEmailToken("/update-password", { tokenHash: "hash-1", type: "recovery" });
  expect(storedEmailToken("/update-password")).toEqual({ tokenHash: "hash-1", type: "recovery" });
  expect(storedEmailToken("/auth/callback")).toBeNull();
  expect(window.localStorage).toHaveLength(0);
  removeStoredEmailToken();
  expect(storedEmailToken("/update-password")).toBeNull();
});

test.each(["junk", "1", "[]", '{"page":"/update-password","tokenHash":1,"type":"recovery"}'])(
  "ignores the malformed stored token %s",
  (junk) => {
    window.sessionStorage.setItem("gharsach-email-link", junk);
    expect(storedEmailToken("/update-password")).toBeNull();
  },
);

const LINK = { kind: "token", token: { tokenHash: "abc", type: "signup" } };

test.for<[string, string, object]>([
  ["?token_hash=abc&type=signup", "", LINK],
  ["?token_hash=abc&type=sms", "", { kind: "none" }],
  ["?type=recovery", "", { kind: "none" }],
  ["", "#access_token=a&refresh_token=r&type=recovery", { kind: "checked" }],
  ["", "#error_code=otp_expired&error_description=Call+us+on+99999", { kind: "error", code: "otp_expired" }],
  ["?error=access_denied", "", { kind: "error", code: "" }],
  ["?code=34e770dd", "", { kind: "checked" }],
  ["?code=34e770dd&error_code=otp_expired", "", { kind: "error", code: "otp_expired" }],
  ["?token_hash=abc&type=recovery", "#error_description=a", { kind: "error", code: "" }],
])("reads the URL %s%s as %o", { tags: ["4.38"] }, ([search, hash, link]) => {
  expect(readEmailLink({ search, hash })).toEqual(link);
});
