import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import {
  as,
  call,
  fileGrievance as file,
  GRIEVANCE,
  newAccount,
  owner,
  publish,
  refusal,
  sweep,
} from "./test-database.ts";

beforeAll(async () => {
  await owner`update private.settings set value = shipped where key = 'grievances_per_email_day'`;
});

const HOUR = 3600;

interface QueuedEmail {
  id: string;
  template: string;
  recipient: string | null;
  fields: Record<string, string>;
}

const RECEIVED = ["grievance-received"];
const UNREAD = { page: null, words: null, acknowledgedAt: null, decidedAt: null };
function acknowledge(id: string) {
  return owner`select private.acknowledge_grievance(${id}, 'asha')`;
}

function decide(id: string, outcome = "upheld", sentence: string | null = "The review is hidden.") {
  return owner`select private.decide_grievance(${id}, ${outcome}, '3', ${sentence}, 'asha')`;
}

function status(secret: string) {
  return call("anon", "grievance_status", { secret }) as Promise<Record<string, string | null> | null>;
}

/** Resolves to the queued emails to an address, or to the officer about a ticket. */
async function emailsTo(recipient: string): Promise<QueuedEmail[]> {
  return owner<QueuedEmail[]>`
    select id, template, recipient, fields from private.email_outbox
    where recipient = ${recipient} or recipient is null and fields ->> 'ticket' = ${recipient} order by created_at, id`;
}

async function templatesTo(recipient: string) {
  return (await emailsTo(recipient)).map(({ template }) => template);
}

/** Moves a grievance and its deadlines into the past. */
async function age(id: string, hours: number) {
  const by = owner`make_interval(hours => ${hours})`;
  await owner`
    update private.grievances set received_at = received_at - ${by}, acknowledge_by = acknowledge_by - ${by},
      decide_by = decide_by - ${by}, acknowledged_at = acknowledged_at - ${by}, decided_at = decided_at - ${by}
    where id = ${id}`;
}

test("sets the deadlines of a grievance by its ground", { tags: ["10.603", "11.40"] }, async () => {
  for (const [ground, first, second] of [
    ["untrue", 24, 168],
    ["private-data", 24, 36],
    ["order", 3, 3],
    ["threat", 24, 36],
    ["impersonation", 24, 36],
    ["nudity", 2, 2],
  ] as const) {
    const before = Date.now();
    const { ticket, acknowledgeBy, decideBy } = await file({ ground });
    expect(ticket).toMatch(/^G\d{6}-[2-9A-HJ-NP-Z]{5}$/);
    const hoursUntil = (time: string) => (Date.parse(time) - before) / 1000 / HOUR;
    expect(hoursUntil(acknowledgeBy), ground).toBeCloseTo(first, 1);
    expect(hoursUntil(decideBy), ground).toBeCloseTo(second, 1);
  }
});

test("applies a changed deadline to later grievances only", { tags: ["11.40"] }, async () => {
  const before = await file();
  const set = (hours: number, key = "grievance_decide_hours") => owner`
    update private.settings set value = to_jsonb(${hours}::integer) where key = ${key}`;
  await set(48);
  const after = await file();
  await set(168);
  expect(Date.parse(before.decideBy) - Date.parse(after.decideBy)).toBeGreaterThan(119 * HOUR * 1000);
  expect((await status(before.secret))?.decideBy).toBe(before.decideBy);
  await expect(set(25, "grievance_acknowledge_hours")).rejects.toThrow("settings_are_within_bounds");
});

test("files a grievance once if it is sent again", { tags: ["11.42"] }, async () => {
  const { ticket, secret, email } = await file();
  expect((await file({ secret, email, words: "Another text." })).ticket).toBe(ticket);
  expect(await templatesTo(email)).toEqual(["grievance-received"]);
  const both = randomUUID();
  const [one, other] = await Promise.all([file({ secret: both }), file({ secret: both })]);
  expect(one.ticket).toBe(other.ticket);
});

test("sends emails about a grievance without its text", { tags: ["11.43"] }, async () => {
  const { id, ticket, email, secret } = await file({ words: "Ravi Kumar lives in flat 7." });
  await decide(id);
  const emails = [...(await emailsTo(email)), ...(await emailsTo(ticket))];
  expect(emails.map(({ template }) => template)).toEqual([
    "grievance-received",
    "grievance-decided",
    "grievance-arrived",
  ]);
  expect(JSON.stringify(emails)).not.toMatch(/Ravi|flat 7|reviews/);
  const decided = { ticket, secret, outcome: "upheld", clause: "3", sentence: "The review is hidden." };
  expect(emails[1]?.fields).toMatchObject(decided);
});

test("shows the state of a grievance only to the holder of its secret", { tags: ["11.44"] }, async () => {
  const { id, secret, ticket } = await file();
  // The status hides the text until an operator has read it: any visitor can type another person's email, and that person gets the link.
  expect(await status(secret)).toMatchObject({ ...GRIEVANCE, ticket, ...UNREAD });
  await acknowledge(id);
  expect(await status(secret)).toMatchObject({ ...GRIEVANCE, acknowledgedAt: expect.any(String), decidedAt: null });
  await owner`select private.undo_grievance(${id})`;
  expect(await status(secret)).toMatchObject(UNREAD);
  const sentence = "The name is gone; the rest is an opinion.";
  await decide(id, "partly", sentence);
  expect(await status(secret)).toMatchObject({ outcome: "partly", clause: "3", sentence });
  for (const guess of [randomUUID(), id]) expect(await status(guess)).toBeNull();
  const asked = as("anon", (sql) => sql`select public.grievance_status(${ticket}::text::uuid)`);
  expect(await refusal(asked)).toMatchObject({ code: "22P02" });
});

const SECRET = "Send a random UUID as the secret of the status page.";
const LONG_PAGE = "Shorten the address of the page to 500 characters.";
const LONG_WORDS = "Shorten your complaint to 4,000 characters.";
const REFUSED: [what: string, changes: Record<string, unknown>, message: string][] = [
  ["an unknown writer", { writer: "landlord" }, "Say who you are."],
  ["an unknown ground", { ground: "rude" }, "Choose one of the listed grounds."],
  ["an invisible page", { page: " \u200b " }, "Say which page it is about."],
  ["no page", { page: null }, "Say which page it is about."],
  ["a long page", { page: "x".repeat(501) }, LONG_PAGE],
  ["a very long page", { page: "x".repeat(5000) }, LONG_PAGE],
  ["blank words", { words: "\n\n" }, "Say what is wrong."],
  ["many words", { words: "x".repeat(4001) }, LONG_WORDS],
  ["very many words", { words: "x".repeat(100_000) }, LONG_WORDS],
  ["half an email", { email: "asha" }, "Enter a valid email address."],
  ["no email", { email: null }, "Enter a valid email address."],
  ["an email that hides another", { email: "Prize-at-evil.in<victim@gmail.com>" }, "Enter a valid email address."],
  ["no secret", { secret: null }, SECRET],
  ["a secret that is not random", { secret: "00000000-0000-0000-0000-000000000001" }, SECRET],
];

test.for(REFUSED)("refuses a grievance with %s", { tags: ["11.45"] }, async ([, changes, message]) => {
  expect((await refusal(file(changes))).message).toBe(message);
});

test("limits grievances per mailbox and day", { tags: ["11.46"] }, async () => {
  for (const name of ["v.ictim@gmail.com", "victim+1@gmail.com", "Victim+2@gmail.com", "victim@googlemail.com"])
    await file({ email: name });
  await file({ email: "VICTIM@gmail.com" });
  const { code, message } = await refusal(file({ email: "victim+3@gmail.com" }));
  expect(code).toBe("PGRST");
  expect(message).toContain("Too many complaints came from this email. You can send the next one in");
});

test("lists open grievances, the most urgent first, with their review", { tags: ["11.47"] }, async () => {
  await owner`delete from private.grievances`;
  const author = await newAccount("author");
  const reviewId = await publish(author, { property_name: "Complained about" });
  const slow = await file();
  const order = await file({ ground: "order" });
  const aboutReview = await file({ ground: "private-data", page: `/reviews#review-${reviewId}` });
  await acknowledge(aboutReview.id);
  const late = await file();
  await age(late.id, 30);
  const decided = await file();
  await decide(decided.id);
  const open = await owner`select * from private.open_grievances order by next_clock, decide_by`;
  const expected = [late, order, slow, aboutReview].map(({ ticket }) => ticket);
  expect(open.map(({ ticket }) => ticket as string)).toEqual(expected);
  expect(open[3]).toMatchObject({ review_id: reviewId, words: GRIEVANCE.words });
  expect(Object.keys(open[0] ?? {})).not.toContain("email");
});

test("requires an outcome and a sentence for a decision", { tags: ["11.48"] }, async () => {
  const { id } = await file();
  expect((await refusal(decide(id, "maybe"))).message).toBe("Choose an outcome: upheld, partly or refused.");
  expect((await refusal(decide(id, "upheld", " "))).message).toMatch(/^Give the reason/);
  expect((await refusal(decide(id, "upheld", "Write to x@example.in."))).message).toMatch(/^Leave email addresses out/);
  expect((await refusal(decide(randomUUID()))).message).toBe("There is no complaint with this id.");
});

test("acknowledges and decides a grievance once, and logs both", { tags: ["11.48"] }, async () => {
  const { id } = await file();
  await acknowledge(id);
  expect((await refusal(acknowledge(id))).message).toBe("This complaint has already been acknowledged.");
  await decide(id);
  expect((await refusal(decide(id))).message).toBe("This complaint has already been decided.");
  const log = await owner`
    select command, operator, reason, details from private.audit_log where subject = ${id} order by id`;
  expect(log).toMatchObject([
    { command: "file-grievance", operator: "visitor", details: { ground: "untrue", writer: "owner" } },
    { command: "acknowledge-grievance", operator: "asha", reason: null },
    { command: "decide-grievance", reason: "The review is hidden.", details: { outcome: "upheld", clause: "3" } },
  ]);
});

const undo = (id: string) => owner`select private.undo_grievance(${id})`;

test("emails the writer the decision that replaces an undone one", { tags: ["11.43", "11.48"] }, async () => {
  const take = async (to: string) => {
    const emails = (await call("service_role", "operator_take_emails", { at_most: 100 })) as QueuedEmail[];
    return emails.filter(({ recipient }) => recipient === to).map(({ template }) => template);
  };
  const read = await file();
  await acknowledge(read.id);
  await decide(read.id, "refused", "It is an opinion.");
  expect(await take(read.email)).toEqual(RECEIVED);
  await undo(read.id);
  const undecided = { acknowledgedAt: expect.any(String), decidedAt: null, outcome: null, sentence: null };
  expect(await status(read.secret)).toMatchObject(undecided);
  await decide(read.id);
  const emails = await emailsTo(read.email);
  expect(emails.map(({ template }) => template)).toEqual([...RECEIVED, "grievance-acknowledged", "grievance-decided"]);
  expect(emails[2]?.fields).toMatchObject({ outcome: "upheld" });
});

test("emails the writer once that the grievance was read", { tags: ["11.43", "11.48"] }, async () => {
  const unread = await file();
  await decide(unread.id);
  await undo(unread.id);
  expect(await status(unread.secret)).toMatchObject({ acknowledgedAt: null, decidedAt: null });
  expect(await templatesTo(unread.email)).toEqual(RECEIVED);
  await acknowledge(unread.id);
  await undo(unread.id);
  await acknowledge(unread.id);
  expect(await templatesTo(unread.email)).toEqual([...RECEIVED, "grievance-acknowledged"]);
});

test("allows a minute for undoing from the log entry, not from the start of its transaction", async () => {
  const waited = await file();
  await decide(waited.id);
  await owner`
    update private.grievances set acknowledged_at = acknowledged_at - interval '61 s', decided_at = decided_at - interval '61 s'
    where id = ${waited.id}`;
  await owner`select private.undo_decision((private.standing_decision(${waited.id})).id, 'asha')`;
  expect(await status(waited.secret)).toMatchObject({ acknowledgedAt: null, decidedAt: null });
});

test("reminds the officer once before each deadline", { tags: ["11.43"] }, async () => {
  const { id, ticket } = await file();
  await sweep();
  expect(await templatesTo(ticket)).toEqual(["grievance-arrived"]);
  await age(id, 19);
  await Promise.all([sweep(), sweep()]);
  expect(await templatesTo(ticket)).toEqual(["grievance-arrived", "grievance-due"]);
  await acknowledge(id);
  await sweep();
  expect(await templatesTo(ticket)).toHaveLength(2);
  await age(id, 130);
  await sweep();
  await sweep();
  expect(await templatesTo(ticket)).toEqual(["grievance-arrived", "grievance-due", "grievance-due"]);
});

test("deletes a grievance 180 days after its decision and keeps its log entries", { tags: ["11.51"] }, async () => {
  const { id, secret } = await file();
  await decide(id);
  await age(id, 179 * 24);
  await sweep();
  expect(await status(secret)).not.toBeNull();
  await age(id, 25);
  await sweep();
  expect(await status(secret)).toBeNull();
  expect(await owner`select from private.grievance_emails where grievance_id = ${id}`).toHaveLength(0);
  expect(await owner`select from private.audit_log where subject = ${id}`).toHaveLength(2);
});
