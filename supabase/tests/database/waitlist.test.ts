import { expect, test } from "vitest";
import { checkWaitlistEntry, MAX_WAITLIST_EMAIL_LENGTH, MAX_WAITLIST_NAME_LENGTH } from "~/domain/waitlist";
import { blockedBy, insert, newAccount, owner, refusal } from "./test-database.ts";

const join = (name: string | null, email: string | null) => insert("anon", "public.referral_waitlist", { name, email });
const entries = () => owner`select name, email from public.referral_waitlist order by created_at desc`;

test("cleans and stores waitlist entries, with and without an account", { tags: ["1.8", "3.26", "6.1"] }, async () => {
  await join(" \u202eAsha \t\n Rao\u200b ", " asha@b.example\r\n");
  const member = await newAccount("member");
  await insert(member, "public.referral_waitlist", { name: "क्‍षमा", email: "second@b.example" });
  expect([...(await entries())]).toEqual([
    { name: "क्‍षमा", email: "second@b.example" },
    { name: "Asha Rao", email: "asha@b.example" },
  ]);
  await join("Asha Rao", "third@b.example");
});

test("accepts an email once in any spelling", { tags: ["3.26"] }, async () => {
  const email = "once@b.example";
  const second = await blockedBy(
    (sql) => sql`insert into public.referral_waitlist (name, email) values ('Hasty', ${email})`,
    () => refusal(join("Hasty", email)),
    "anon",
  );
  expect(second).toMatchObject({ code: "23505" });
  const spellings = [email, email.toUpperCase(), `  ${email}\t`, "\u200bonce@b.example\u00a0", "on\u200dce@b.example"];
  for (const again of spellings)
    expect(await refusal(join("Another person", again)), again).toMatchObject({ code: "23505" });
});

test("requires a name and an email that are not blank", { tags: ["5.30"] }, async () => {
  const message = "Please provide both name and email.";
  for (const blank of ["", "\t\n", "\u00a0\u3000", "\u200b\u2060", "\u200d\u200c", "\ufe0f", null])
    for (const [name, email] of [
      [blank, "nameless@b.example"],
      ["Asha", blank],
    ] as const)
      expect(await refusal(join(name, email)), JSON.stringify(blank)).toEqual({ code: "PT400", message });
});

test("accepts and refuses the same entries as the form", async () => {
  const longest = [
    "न".repeat(MAX_WAITLIST_NAME_LENGTH),
    "e".repeat(MAX_WAITLIST_EMAIL_LENGTH - 10) + "@b.example",
  ] as const;
  for (const [name, email] of [longest, ["A", "a.b+c@b.example"], ["A", "आशा@b.example"]] as const) {
    expect(checkWaitlistEntry({ name, email }), email).toBeNull();
    await join(name, email);
  }
  const wrong = ["a", "a@b", "@b.example", "a b@c.example", "a@b@c.example", "a@.", "a@b.example,c@d.example"];
  for (const [name, email] of [
    ...wrong.map((address) => ["A", address] as const),
    [`${longest[0]}न`, "long.name@b.example"],
    ["A", `e${longest[1]}`],
  ] as const) {
    expect(checkWaitlistEntry({ name, email }), email).not.toBeNull();
    expect(await refusal(join(name, email)), email).toMatchObject({ code: "PT400" });
  }
});
