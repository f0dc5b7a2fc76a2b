import { expect, test } from "vitest";
import { checkWaitlistEntry, MAX_WAITLIST_EMAIL_LENGTH, MAX_WAITLIST_NAME_LENGTH } from "~/domain/waitlist";
import {
  call,
  emailOf,
  expectRefusal,
  knownUser,
  newVisitor,
  owner,
  type Answer,
  type Call,
  type Visitor,
} from "../client.ts";

test(
  "visitors with and without an account join the waitlist, and nothing comes back",
  { tags: ["1.8", "6.3", "7.6"] },
  async () => {
    for (const visitor of [newVisitor(), await knownUser("member")]) {
      const email = emailOf("joins");
      const answer = await join(visitor, { name: "Asha", email }, { prefer: "return=representation" });
      expect(answer.status, answer.text).toBe(201);
      expect(answer.text).toBe("");
      expect(await stored(email)).toMatchObject([{ name: "Asha", email }]);
    }
  },
);

test("an email joins once, however it is spelt: the second time is 23505", { tags: ["3.27"] }, async () => {
  const email = emailOf("once");
  expect((await join(newVisitor(), { name: "Asha", email })).status).toBe(201);
  for (const again of [email, email.toUpperCase(), `  ${email}\t`, `\u200b${email}\u00a0`]) {
    for (const visitor of [newVisitor(), await knownUser("member")]) {
      const answer = await expectRefusal(() => join(visitor, { name: "Somebody else", email: again }));
      expect(answer.status, again).toBe(409);
      expect(answer.body.code, again).toBe("23505");
    }
  }
  expect(await stored(email)).toMatchObject([{ name: "Asha" }]);
});

test("ten entries of one email at the same moment are one", async () => {
  const email = emailOf("hasty");
  const answers = await Promise.all(Array.from({ length: 10 }, () => join(newVisitor(), { name: "Hasty", email })));
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
});

test("a name may join with several emails, and two people may have one name", async () => {
  for (const email of [emailOf("first"), emailOf("second")]) {
    expect((await join(newVisitor(), { name: "Ravi Kumar", email })).status).toBe(201);
  }
});

test("names and emails are stored clean", { tags: ["3.26"] }, async () => {
  const email = emailOf("clean");
  await join(newVisitor(), { name: " \u202eAsha \t\n Rao\u200b ", email: ` ${email}\r\n` });
  expect(await stored(email)).toMatchObject([{ name: "Asha Rao", email }]);
  const hindi = emailOf("joiner");
  await join(newVisitor(), { name: "क्‍षमा", email: hindi });
  expect(await stored(hindi)).toMatchObject([{ name: "क्‍षमा" }]);
});

const BLANKS = ["", " ", "\t\n", "\u00a0\u3000", "\u200b\u2060", "\u200d\u200c", "\ufe0f", null, undefined];

test("both a name and an email are needed, and blanks are neither", { tags: ["5.30"] }, async () => {
  for (const blank of BLANKS) {
    for (const entry of [
      { name: blank, email: emailOf("nameless") },
      { name: "Asha", email: blank },
    ]) {
      const answer = await expectRefusal(() => join(newVisitor(), entry));
      expect(answer.status, JSON.stringify(entry)).toBe(400);
      expect(answer.body).toMatchObject({ code: "PT400", message: "Please provide both name and email." });
    }
  }
});

test("an email that the form refuses is refused here too, and one that it takes is taken", async () => {
  const domain = emailOf("x").split("@")[1];
  for (const email of ["a", "a@b", `@${domain}`, `a b@${domain}`, `a@b@${domain}`, "a@."]) {
    expect(checkWaitlistEntry({ name: "Asha", email })?.kind, email).toBe("invalid-email");
    const answer = await expectRefusal(() => join(newVisitor(), { name: "Asha", email }));
    expect(answer.body, email).toMatchObject({ code: "PT400", message: "Enter a valid email address." });
  }
  for (const email of [`a.b+c@${domain}`, `आशा@${domain}`]) {
    expect(checkWaitlistEntry({ name: "Asha", email }), email).toBeNull();
    expect((await join(newVisitor(), { name: "Asha", email })).status, email).toBe(201);
  }
});

test("the longest texts that the form lets through are stored, one character more is refused", async () => {
  const host = `@${emailOf("x").split("@")[1]}`;
  const name = "न".repeat(MAX_WAITLIST_NAME_LENGTH);
  const email = "e".repeat(MAX_WAITLIST_EMAIL_LENGTH - host.length) + host;
  expect(checkWaitlistEntry({ name, email })).toBeNull();
  expect((await join(newVisitor(), { name, email })).status).toBe(201);
  expect(await stored(email)).toMatchObject([{ name, email }]);
  for (const entry of [
    { name: `${name}न`, email: emailOf("long-name") },
    { name, email: `e${email}` },
  ]) {
    expect(checkWaitlistEntry(entry)).not.toBeNull();
    expect((await expectRefusal(() => join(newVisitor(), entry))).status).toBe(400);
  }
});

function join(visitor: Visitor, entry: unknown, headers: Call["headers"] = {}): Promise<Answer> {
  return call(visitor, "POST", "/rest/v1/referral_waitlist", { body: entry, headers });
}

/** The entries of this e-mail, as the operator sees them. */
async function stored(email: string): Promise<unknown[]> {
  return [...(await owner`select * from public.referral_waitlist where lower(email) = lower(${email})`)];
}
