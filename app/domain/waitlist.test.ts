import { expect, test } from "vitest";
import { checkWaitlistEntry, MAX_WAITLIST_EMAIL_LENGTH, MAX_WAITLIST_NAME_LENGTH } from "./waitlist";

const ENTRY = { name: "Asha", email: "asha.r@example.com" };

test("a name and an email are all that is needed", () => {
  expect(checkWaitlistEntry(ENTRY)).toBeNull();
  expect(checkWaitlistEntry({ name: "  आशा  ", email: "  asha.r@example.com\n" })).toBeNull();
});

test.each(["", " ", "\t\n", "\u00a0", "\u200b", "\u200d"])(
  "blanks are no name and no email: %j",
  { tags: ["5.30"] },
  (blank) => {
    expect(checkWaitlistEntry({ ...ENTRY, name: blank })).toEqual({ kind: "missing", fields: ["name"] });
    expect(checkWaitlistEntry({ ...ENTRY, email: blank })).toEqual({ kind: "missing", fields: ["email"] });
    expect(checkWaitlistEntry({ name: blank, email: blank })).toEqual({ kind: "missing", fields: ["name", "email"] });
  },
);

test.each(["asha", "asha@", "@example.com", "asha@example", "asha r@example.com", "asha@r@example.com"])(
  "an address is told from what is none: %s",
  (email) => {
    expect(checkWaitlistEntry({ ...ENTRY, email })).toEqual({ kind: "invalid-email", fields: ["email"] });
    expect(checkWaitlistEntry({ name: "", email })).toEqual({ kind: "missing", fields: ["name"] });
  },
);

test("texts may be as long as the database keeps them, counted as it counts", () => {
  expect([MAX_WAITLIST_NAME_LENGTH, MAX_WAITLIST_EMAIL_LENGTH]).toEqual([120, 320]);
  expect(checkWaitlistEntry({ ...ENTRY, name: "👋".repeat(120) })).toBeNull();
  expect(checkWaitlistEntry({ ...ENTRY, name: "a".repeat(121) })).toEqual({ kind: "too-long", fields: ["name"] });
  const email = (length: number) => `${"e".repeat(length - "@b.co".length)}@b.co`;
  expect(checkWaitlistEntry({ ...ENTRY, email: ` ${email(320)} ` })).toBeNull();
  expect(checkWaitlistEntry({ ...ENTRY, email: email(321) })).toEqual({ kind: "too-long", fields: ["email"] });
});
