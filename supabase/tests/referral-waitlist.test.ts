import { expect, test } from "vitest";
import { checkWaitlistEntry, MAX_WAITLIST_EMAIL_LENGTH, MAX_WAITLIST_NAME_LENGTH } from "~/domain/waitlist";
import {
  call,
  emailOf,
  expectRefusal,
  knownUser,
  newVisitor,
  owner,
  storedRows,
  type Answer,
  type Call,
  type Visitor,
} from "./visitors.ts";

test("visitors with and without an account join the waitlist, and nothing comes back", async () => {
  for (const visitor of [newVisitor(), await knownUser("member")]) {
    const email = emailOf("joins");
    const answer = await join(visitor, { name: "Asha", email });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.text).toBe("");
    expect(await stored(email)).toMatchObject([{ name: "Asha", email }]);
  }
});

test("an email joins once, however it is spelt: the second time is 23505", async () => {
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

test("names and emails are stored clean", async () => {
  const email = emailOf("clean");
  await join(newVisitor(), { name: " \u202eAsha \t\n Rao\u200b ", email: ` ${email}\r\n` });
  expect(await stored(email)).toMatchObject([{ name: "Asha Rao", email }]);
  const hindi = emailOf("joiner");
  await join(newVisitor(), { name: "क्‍षमा", email: hindi });
  expect(await stored(hindi)).toMatchObject([{ name: "क्‍षमा" }]);
});

const BLANKS = ["", " ", "\t\n", "\u00a0\u3000", "\u200b\u2060", "\u200d\u200c", "\ufe0f", null, undefined];

test("both a name and an email are needed, and blanks are neither", async () => {
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

test("nobody reads, changes or deletes an entry, not even the one who made it", async () => {
  const member = await knownUser("member");
  const email = emailOf("unseen");
  expect((await join(member, { name: "Unseen", email })).status).toBe(201);
  const before = await stored(email);
  const target = "/rest/v1/referral_waitlist";
  const filter = `?email=eq.${encodeURIComponent(email)}`;
  const attempts: [string, string, Call?][] = [
    ["GET", target],
    ["GET", target + filter],
    ["HEAD", target + filter, { headers: { prefer: "count=exact" } }],
    ["GET", `${target}?select=count`],
    ["GET", `${target}?select=email&order=email`],
    ["PATCH", target + filter, { body: { name: "Changed" } }],
    ["PUT", `${target}?id=eq.1`, { body: { id: 1, name: "Changed", email } }],
    ["DELETE", target + filter],
    ["DELETE", target],
  ];
  for (const visitor of [newVisitor(), member]) {
    for (const [method, address, options] of attempts) {
      const answer = await call(visitor, method, address, options);
      expect(answer.status, `${method} ${address}`).toBeGreaterThanOrEqual(400);
      expect(answer.status, `${method} ${address}`).toBeLessThan(500);
      expect(answer.text).not.toContain(email);
      expect(answer.headers.get("content-range") ?? "").not.toMatch(/\/[1-9]/);
    }
    const embedded = await call(visitor, "GET", "/rest/v1/reviews?select=*,referral_waitlist(*)&limit=1");
    expect(embedded.text).not.toContain(email);
  }
  expect(await stored(email)).toEqual(before);
});

test("a list tells nobody whether one of its emails has joined", async () => {
  const email = emailOf("joined");
  expect((await join(newVisitor(), { name: "Joined", email })).status).toBe(201);
  const before = await storedRows();
  for (const asked of [email, emailOf("not-joined")]) {
    const list = [
      { name: "Asked", email: asked },
      { name: "", email: "" },
    ];
    const answer = await call(newVisitor(), "POST", "/rest/v1/referral_waitlist", { body: list });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain("23505");
  }
  expect(await storedRows()).toEqual(before);
});

test("an entry does not come back to whoever sends it", async () => {
  for (const prefer of ["return=representation", "return=representation,resolution=merge-duplicates"]) {
    for (const visitor of [newVisitor(), await knownUser("member")]) {
      const email = emailOf("echo");
      const answer = await join(visitor, { name: "Echo", email }, { headers: { prefer } });
      expect([answer.status, answer.text]).toEqual([201, ""]);
    }
  }
});

test("an entry cannot be overwritten by upsert", async () => {
  const email = emailOf("kept");
  expect((await join(newVisitor(), { name: "Kept", email })).status).toBe(201);
  const before = await stored(email);
  for (const resolution of ["merge-duplicates", "ignore-duplicates"]) {
    for (const columns of ["", "?on_conflict=email", "?on_conflict=id", "?on_conflict=id,email"]) {
      for (const visitor of [newVisitor(), await knownUser("member")]) {
        const answer = await call(visitor, "POST", `/rest/v1/referral_waitlist${columns}`, {
          body: { name: "Overwritten", email },
          headers: { prefer: `resolution=${resolution}` },
        });
        expect(answer.status, answer.text).toBeLessThan(500);
        expect(await stored(email)).toEqual(before);
      }
    }
  }
});

test("other columns, other kinds of values and several entries are refused", async () => {
  const entry = { name: "Asha", email: emailOf("extra") };
  const bodies = [
    { ...entry, id: 7 },
    { ...entry, created_at: "2020-01-01" },
    { ...entry, user_id: "00000000-0000-4000-8000-000000000000" },
    { ...entry, is_admin: true },
    { ...entry, name: 5 },
    { ...entry, name: ["Asha"] },
    { ...entry, email: { value: entry.email } },
    { ...entry, name: "A\u0000" },
    { ...entry, name: "\ud800" },
    [entry, { ...entry, email: emailOf("second") }],
    {},
    null,
    "not JSON",
  ];
  for (const body of bodies) {
    const answer = await expectRefusal(() => call(newVisitor(), "POST", "/rest/v1/referral_waitlist", { body }));
    expect(answer.status, JSON.stringify(body)).toBe(400);
  }
});

test("in the database alone an entry is dated by the database, comes one at a time and is out of reach", async () => {
  const columns = "insert into public.referral_waitlist (name, email)";
  const before = await owner`select * from public.referral_waitlist order by id`;
  expect(before.length).toBeGreaterThan(0);
  expect(await asAnon(`${columns} values ('A', 'a@alone.example')`)).toEqual({ count: 1, isDatedNow: true });
  const two = "('A', 'a@alone.example'), ('B', 'b@alone.example')";
  expect(await asAnon(`${columns} values ${two}`)).toBe("PT400");
  for (const statement of [
    "insert into public.referral_waitlist (name, email, created_at) values ('A', 'a@alone.example', '2020-01-01')",
    "select * from public.referral_waitlist",
    "update public.referral_waitlist set name = 'x'",
    "delete from public.referral_waitlist",
  ]) {
    expect(await asAnon(statement), statement).toBe("42501");
  }
  expect(await owner`select * from public.referral_waitlist order by id`).toEqual(before);
});

/** What a statement does as a visitor's role, or the code of its refusal. Nothing of it stays. */
async function asAnon(statement: string): Promise<unknown> {
  const undo = new Error("undone");
  let outcome: unknown;
  try {
    await owner.begin(async (sql) => {
      await sql.unsafe("set local role anon");
      const { count } = await sql.unsafe(statement);
      await sql.unsafe("reset role");
      const [newest] = await sql`
        select created_at = now() as is_now from public.referral_waitlist order by id desc limit 1`;
      outcome = { count, isDatedNow: newest?.is_now };
      throw undo;
    });
  } catch (error) {
    return error === undo ? outcome : (error as { code?: string }).code;
  }
}

function join(visitor: Visitor, entry: unknown, options: Call = {}): Promise<Answer> {
  return call(visitor, "POST", "/rest/v1/referral_waitlist", { body: entry, ...options });
}

/** The entries of this e-mail, as the operator sees them. */
async function stored(email: string): Promise<unknown[]> {
  return [...(await owner`select * from public.referral_waitlist where lower(email) = lower(${email})`)];
}
