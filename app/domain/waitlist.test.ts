import { expect, test } from "vitest";
import { checkWaitlistEntry, MAX_WAITLIST_EMAIL_LENGTH, MAX_WAITLIST_NAME_LENGTH } from "./waitlist";

const ENTRY = { name: "Asha", email: "asha.r@example.com" };

test("requires a name and an email that are not blank", { tags: ["5.30"] }, () => {
  expect(checkWaitlistEntry(ENTRY)).toBeNull();
  for (const blank of ["", "\t\n", "\u200b"]) {
    expect(checkWaitlistEntry({ ...ENTRY, name: blank })).toEqual({ kind: "missing", fields: ["name"] });
    expect(checkWaitlistEntry({ name: blank, email: blank })).toEqual({ kind: "missing", fields: ["name", "email"] });
  }
  expect(checkWaitlistEntry({ ...ENTRY, email: "asha" })).toEqual({ kind: "invalid-email", fields: ["email"] });
  expect(checkWaitlistEntry({ name: "", email: "asha" })).toEqual({ kind: "missing", fields: ["name"] });
});

test("accepts texts as long as the database does, counted the same way", () => {
  expect([MAX_WAITLIST_NAME_LENGTH, MAX_WAITLIST_EMAIL_LENGTH]).toEqual([120, 320]);
  const email = (length: number) => `${"e".repeat(length - "@b.co".length)}@b.co`;
  expect(checkWaitlistEntry({ name: ` ${"👋".repeat(120)}`, email: ` ${email(320)}\n` })).toBeNull();
  expect(checkWaitlistEntry({ ...ENTRY, name: "a".repeat(121) })).toEqual({ kind: "too-long", fields: ["name"] });
  expect(checkWaitlistEntry({ ...ENTRY, email: email(321) })).toEqual({ kind: "too-long", fields: ["email"] });
});
