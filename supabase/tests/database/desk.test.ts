import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { DeskQueue } from "~/data/desk";
import type { DeskItem } from "~/domain/desk";
import { POLICY_CLAUSES } from "../../../app/domain/policy-clauses.ts";
import {
  type Account,
  as,
  blockedBy,
  call,
  emailsAbout,
  fileGrievance,
  newAccount,
  newOperator,
  owner,
  publish,
  readReview,
  refusal,
  report,
  sweep,
  unhide,
  upload,
} from "./test-database.ts";
import { uniqueName } from "../unique-name.ts";

let operator: Account;
beforeAll(async () => {
  operator = await newOperator("asha");
});

const HIDE = { command: "hide", clause: "2.2", sentence: "It names a neighbour." };
const APPROVE_REPLY = { command: "approve-reply", clause: "5.1", sentence: "It answers." };
const REFUSE_REPLY = { command: "refuse-reply", clause: "4.2", sentence: "It guesses who wrote." };
const REFUSE = { command: "decide-grievance", clause: "5.1", sentence: "It stays.", outcome: "refused" };
const CLEAR = { command: "clear-flag", clause: "5.1", sentence: "It keeps the rules." };

type Item = DeskItem & { since: string };

async function queue(filters: Record<string, unknown> = {}, who = operator) {
  return (await call(who, "desk_queue", filters)) as Omit<DeskQueue, "items"> & { items: Item[] };
}

function decide(subjects: string[], decision: Record<string, unknown>, who = operator) {
  return call(who, "desk_decide", { subjects, ...decision }) as Promise<number[]>;
}

function undo(decisions: number[], who = operator) {
  return call(who, "desk_undo", { decisions });
}

async function reported(changes: Record<string, unknown> = {}, reporter_email?: string): Promise<string> {
  const id = await publish(await newAccount("author"), changes);
  await report(id, reporter_email === undefined ? {} : { reporter_email });
  return id;
}

async function fileGrievanceAbout(reviewId: string): Promise<string> {
  return (await fileGrievance({ page: `/reviews#review-${reviewId}`, email: "a@b.in" })).id;
}

/** Replies to a review as the owner of its home. Resolves to the id of the reply. */
async function replyTo(reviewId: string, who?: Account): Promise<string> {
  const reply = { review_id: reviewId, reply_text: "We paid.", written_as: "owner" };
  await call(who ?? (await newAccount("owner")), "reply_to_review", reply);
  const [stored] = await owner<{ id: string }[]>`select id from private.replies where review_id = ${reviewId}`;
  return stored?.id ?? "";
}

const reportReply = (review_id: string, reporter_email: string) =>
  call("anon", "report_reply", {
    review_id,
    reason: "offensive",
    reporter_fingerprint: randomUUID(),
    reporter_email,
  });

async function itemOf(id: string): Promise<Item | undefined> {
  return (await queue({ at_most: 100 })).items.find((item) => item.id === id);
}

test("stores the clauses of the review policy", { tags: ["11.80"] }, async () => {
  const rows = await owner<{ id: string; sentence: string }[]>`select id, sentence from private.policy_clauses`;
  expect(Object.fromEntries(rows.map(({ id, sentence }) => [id, sentence]))).toEqual(POLICY_CLAUSES);
});

test("shows the desk only to an operator with a fresh login or a second factor", { tags: ["11.90"] }, async () => {
  const id = await reported();
  const visitor = await newAccount("visitor");
  const former = await newOperator("former");
  expect(await queue({}, former)).toMatchObject({ operator: "former" });
  await call("service_role", "operator_remove_operator", { email: former.email, operator: "root" });
  for (const who of [visitor, former]) {
    for (const attempt of [() => queue({}, who), () => decide([id], HIDE, who), () => undo([1], who)])
      expect(await refusal(attempt())).toMatchObject({ code: "PT403", message: "Only operators may do this." });
  }

  const stale = await newOperator("stale");
  await owner`
    update auth.sessions set created_at = now() - interval '12 hours 1 minute' where user_id = ${stale.id}`;
  expect(await refusal(queue({}, stale))).toMatchObject({
    code: "PT428",
    message: "You logged in more than 12 hours ago. Please log in again.",
  });
  const second = { ...stale, claims: { ...stale.claims, aal: "aal2" } };
  expect(await queue({}, second)).toMatchObject({ operator: "stale" });
});

test("adds operators by command line and logs who they are", { tags: ["11.100"] }, async () => {
  const email = "unknown@example.com";
  const change = (name: string, args: Record<string, unknown>) =>
    call("service_role", `operator_${name}_operator`, { operator: "root", ...args });
  expect(await refusal(change("add", { email, name: "x" }))).toMatchObject({ code: "PT404" });
  expect(await refusal(change("remove", { email }))).toMatchObject({ code: "PT404" });
  const account = await newAccount("meera");
  expect(await refusal(change("add", { email: account.email, name: "meera@home" }))).toMatchObject({ code: "PT400" });
  expect(await refusal(change("add", { email: account.email, name: "asha" }))).toMatchObject({ code: "PT409" });
  expect(await change("add", { email: account.email, name: null })).toMatchObject({
    name: `operator ${account.id.slice(0, 8)}`,
  });
  expect(await call("service_role", "operator_operators")).toEqual(
    expect.arrayContaining([expect.objectContaining({ email: account.email })]),
  );
  expect(await call("service_role", "operator_audit_log", { at_most: 1 })).toMatchObject({
    entries: [{ command: "add-operator", operator: "root", subject: account.id }],
  });
});

test("lists what waits, the most urgent first, and filters it", { tags: ["11.91"] }, async () => {
  const same = "angry@example.com";
  const first = await reported({ city: "Pune", property_name: "First" }, same);
  const second = await reported({ city: "Mysuru", property_name: "Second" }, same);
  await report(second, { reason: "offensive" });
  await owner`update public.review_reports set created_at = now() - interval '8 days' where review_id = ${first}`;
  const all = await queue();
  expect(all.items[0]).toMatchObject({ kind: "review", id: first, city: "Pune", reasons: ["spam"] });
  expect(all.overdue).toBe(1);
  expect(all.cities).toEqual(expect.arrayContaining(["Mysuru", "Pune"]));
  expect((await queue({ city: "mysore" })).items.map(({ id }) => id)).toEqual([second]);
  expect((await queue({ reason: "offensive" })).items.map(({ id }) => id)).toEqual([second]);
  expect((await queue({ kind: "reply" })).items).toEqual([]);
  const [{ reporter, count }] = all.reporters as [{ reporter: string; count: number }];
  expect(count).toBe(2);
  expect((await queue({ reporter })).items.map(({ id }) => id)).toEqual([first, second]);
  expect((await queue({ reporter, skip: 1, at_most: 1 })).items.map(({ id }) => id)).toEqual([second]);
});

test("dates a flagged review without reports at the start of its day, to hide the time of day", async () => {
  const id = await publish(await newAccount("author"));
  await owner`update public.reviews set created_at = '2026-01-20T10:11:12Z', reported = true where id = ${id}`;
  expect((await itemOf(id))?.since).toBe("2026-01-19T18:30:00+00:00");
  await decide([id], HIDE);
});

test("returns an item with the whole review, its home, its reports and its history", { tags: ["11.92"] }, async () => {
  const author = await newAccount("author");
  const photo = await upload(author);
  const issues = [{ id: "1", description: "Leak", severity: "Major" }];
  const id = await publish(author, { property_name: "Whole", proof_urls: [photo], reported_issues: issues });
  await report(id);
  await decide([id], CLEAR);
  await report(id);
  expect(await itemOf(id)).toMatchObject({
    review: { proofUrls: [photo], reportedIssues: issues, home: { count: 1, totalRating: 4 }, reply: null },
    reports: [{ reason: "spam" }, { reason: "spam" }],
    history: [{ command: "clear-flag", operator: "asha", reason: "It keeps the rules.", clause: "5.1" }],
  });
});

test("logs a decision and queues emails to author and reporters", { tags: ["11.93"] }, async () => {
  const author = await newAccount("author");
  const id = await publish(author);
  for (const reporter_email of ["Reporter@gmail.com", "re.porter+2@googlemail.com.", "another@example.com"])
    await report(id, { reporter_email });
  const reporters = (await itemOf(id))?.reports.map(({ reporter }) => reporter) ?? [];
  expect(reporters).toEqual([reporters[0], reporters[0], expect.not.stringMatching(String(reporters[0]))]);
  const [decision] = await decide([id], HIDE);
  expect(await itemOf(id)).toBeUndefined();
  expect(await call("anon", "review_in_context", { review_id: id })).toBeNull();
  const [entry] = await owner`select * from private.audit_log where id = ${decision ?? 0}`;
  expect(entry).toMatchObject({
    ...{ operator: "asha", command: "hide", subject: id, reason: "It names a neighbour." },
    details: { clause: "2.2" },
  });
  // A mailbox gets one email, although its owner reported under two addresses.
  expect(await emailsAbout(id)).toEqual([
    "report-hide another@example.com",
    expect.stringMatching(/^report-hide re.*porter/),
    `review-hide ${author.email}`,
  ]);
  const [email] = await owner`
    select fields -> 'is_replaceable' as is_replaceable from private.email_outbox
    where decision_subject = ${id} and template = 'review-hide'`;
  expect(email).toEqual({ is_replaceable: true });
  expect(await refusal(decide([id], HIDE))).toMatchObject({ code: "PT409", message: "This review is hidden already." });
});

test("delays emails by a minute, also after a slow transaction", { tags: ["11.95"] }, async () => {
  const id = await reported({}, "waits@example.com");
  await as(operator, async (sql) => {
    await sql`select pg_sleep(0.1)`;
    await sql`select public.desk_decide(${[id]}, 'hide', '2.2', 'It names a neighbour.')`;
  });
  expect(await emailsAbout(id)).toHaveLength(2);
  const early = await owner`
    select template from private.email_outbox as o join private.audit_log as l on l.id = (o.fields ->> 'decision')::bigint
    where o.decision_subject = ${id} and o.next_try_at < l.at + interval '1 minute'`;
  expect([...early]).toEqual([]);
});

test("emails a reporter about the next decision only", async () => {
  const id = await reported({}, "early@example.com");
  await decide([id], CLEAR);
  await owner`delete from private.email_outbox where decision_subject = ${id}`;
  await report(id, { reporter_email: "late@example.com" });
  await decide([id], HIDE);
  const reporters = (await emailsAbout(id)).filter((email) => email.startsWith("report-"));
  expect(reporters).toEqual(["report-hide late@example.com"]);
});

test("refuses a decision without a clause of the policy or without a sentence", async () => {
  const id = await reported();
  for (const wrong of [{ clause: "9.9" }, { clause: "" }, { clause: null }, { sentence: " " }, { command: "delete" }])
    expect(await refusal(decide([id], { ...HIDE, ...wrong })), JSON.stringify(wrong)).toMatchObject({ code: "PT400" });
  expect(await refusal(decide([id], { ...HIDE, sentence: "a@b.in wrote." }))).toMatchObject({ code: "PT400" });
  expect(await refusal(decide([randomUUID()], HIDE))).toMatchObject({ code: "PT404" });
  expect(await refusal(decide([], HIDE))).toMatchObject({ code: "PT400" });
  expect(await itemOf(id)).toBeDefined();
});

test("decides on several items, all or none", { tags: ["11.95"] }, async () => {
  const ids = [await reported(), await reported(), await reported()];
  expect(await refusal(decide([...ids, randomUUID()], HIDE))).toMatchObject({ code: "PT404" });
  expect(await Promise.all(ids.map(itemOf))).not.toContain(undefined);
  expect(await decide(ids, HIDE)).toHaveLength(3);
  expect(await Promise.all(ids.map(itemOf))).toEqual([undefined, undefined, undefined]);
});

test("refuses an operator's decision on their own text, or on a grievance about it", { tags: ["11.90"] }, async () => {
  const id = await publish(operator, { property_name: "Their own" });
  await report(id);
  const grievance = await fileGrievanceAbout(id);
  const another = await newOperator("another");
  const reply = await replyTo(await publish(await newAccount("tenant")), operator);
  for (const [subject, decision] of [
    [id, CLEAR],
    [grievance, REFUSE],
    [reply, APPROVE_REPLY],
  ] as const) {
    expect(await refusal(decide([subject], decision))).toMatchObject({ code: "PT409" });
    expect(await decide([subject], decision, another)).toHaveLength(1);
  }
});

test("lets the deciding operator undo a decision with its emails within a minute", { tags: ["11.95"] }, async () => {
  const id = await reported({}, "undone@example.com");
  const before = await itemOf(id);
  for (const decision of [HIDE, CLEAR]) {
    const made = await decide([id], decision);
    expect(await refusal(undo(made, await newOperator(`not ${decision.command}`)))).toMatchObject({ code: "PT404" });
    await undo(made);
    expect(await emailsAbout(id)).toEqual([]);
    expect(await itemOf(id)).toMatchObject({ review: before?.review, since: before?.since });
    expect(await refusal(undo(made))).toMatchObject({ code: "PT409" });
  }
  await decide([id], HIDE);
  expect(await emailsAbout(id)).toHaveLength(2);
});

test("refuses to undo a decision after a minute, or after another decision", async () => {
  const id = await reported();
  const first = await decide([id], CLEAR);
  await report(id);
  await decide([id], HIDE);
  expect(await refusal(undo(first))).toMatchObject({ message: "Another decision has been made since." });
  const [{ old } = { old: 0 }] = await owner<{ old: number }[]>`
    insert into private.audit_log (at, operator, command, subject, reason, details)
    values (now() - interval '61 seconds', 'asha', 'hide', ${randomUUID()}, 'Old.', '{"clause": "2.2"}') returning id::int as old`;
  expect(await refusal(undo([old]))).toMatchObject({ message: "A decision can be undone for a minute. Decide again." });
});

test("hides a review in the transaction of a decision on a grievance about it", { tags: ["11.91"] }, async () => {
  const id = await publish(await newAccount("author"), { property_name: "Both at once" });
  const grievance = await fileGrievanceAbout(id);
  const upheld = { ...REFUSE, clause: "2.2", outcome: "upheld", hide: [id] };
  const shown = () => call("anon", "review_in_context", { review_id: id });
  expect(await refusal(decide([randomUUID()], upheld))).toMatchObject({ code: "PT404" });
  expect(await shown()).not.toBeNull();
  const decisions = await decide([grievance], upheld);
  expect(decisions).toHaveLength(2);
  expect(await shown()).toBeNull();
  await undo(decisions);
  expect(await shown()).not.toBeNull();
  await decide([grievance], REFUSE);
});

const OF_HIDDEN = {
  hide: "This review is hidden already.",
  clear: "This review is hidden.",
  approve: "The review that it answers is hidden.",
};
const NOT_HIDDEN = { show: "This review is not hidden." };
const REPLY_DECIDED = "This reply has already been decided on.";
const GRIEVANCE_DECIDED = "This complaint has already been decided.";

/** The error message of a second decision after a first one. All other pairs are accepted. */
const REFUSED_AFTER: Record<string, Record<string, string>> = {
  hide: OF_HIDDEN,
  clear: { ...NOT_HIDDEN, clear: "This review is not flagged." },
  agree: { ...OF_HIDDEN, agree: GRIEVANCE_DECIDED, disagree: GRIEVANCE_DECIDED },
  agreeWithOther: { ...OF_HIDDEN, agreeWithOther: GRIEVANCE_DECIDED },
  disagree: { ...NOT_HIDDEN, agree: GRIEVANCE_DECIDED, disagree: GRIEVANCE_DECIDED },
  approve: { ...NOT_HIDDEN, approve: REPLY_DECIDED },
  refuse: { ...NOT_HIDDEN, approve: REPLY_DECIDED, refuse: REPLY_DECIDED },
};

/** Creates a reported review with two grievances and a waiting reply, and the decisions that the desk offers on them. */
async function newCase() {
  const id = await reported({ property_name: uniqueName("Pair") });
  const [grievance, other] = [await fileGrievanceAbout(id), await fileGrievanceAbout(id)];
  const reply = await replyTo(id);
  const upheld = { ...REFUSE, clause: "2.2", sentence: "It names a neighbour.", outcome: "upheld", hide: [id] };
  const decisions: Record<string, [string, object]> = {
    ...{ hide: [id, HIDE], clear: [id, CLEAR], agree: [grievance, upheld], agreeWithOther: [other, upheld] },
    show: [id, { ...CLEAR, command: "unhide" }],
    ...{ disagree: [grievance, REFUSE], approve: [reply, APPROVE_REPLY], refuse: [reply, REFUSE_REPLY] },
  };
  const open = async () => [
    ...(await owner`select * from private.open_items() where id = any (${[id, grievance, other, reply]}) order by id`),
  ];
  const remove = async () => {
    await owner`delete from private.grievances where review_id = ${id}`;
    await owner`delete from public.reviews where id = ${id}`;
  };
  return { id, decisions, open, remove };
}

const KINDS_OF_DECISIONS = ["hide", "clear", "agree", "agreeWithOther", "disagree", "approve", "refuse"];

test.for(KINDS_OF_DECISIONS)("checks and undoes every decision after “%s”", { tags: ["11.102"] }, async (first) => {
  const another = await newOperator(randomUUID());
  for (const second of [...KINDS_OF_DECISIONS, "show"]) {
    const { decisions, open, remove } = await newCase();
    const before = await open();
    const take = (name: string, who: Account) => decide([decisions[name]?.[0] ?? ""], { ...decisions[name]?.[1] }, who);
    const made = await take(first, operator);
    const answer = await take(second, another).catch(({ message }: Error) => message);
    const sentence = REFUSED_AFTER[first]?.[second];
    expect(typeof answer === "string" ? answer : undefined, second).toBe(sentence);
    if (typeof answer !== "string") await undo(answer, another);
    await undo(made);
    expect(await open(), second).toEqual(before);
    await remove();
  }
});

test("refuses to undo a hiding on which another operator's decision relies", { tags: ["11.102"] }, async () => {
  const { id, decisions, remove } = await newCase();
  const another = await newOperator("relies on it");
  const hidden = await decide([id], HIDE);
  const [grievance = "", upheld] = decisions.agree ?? [];
  const agreed = await decide([grievance], { ...upheld }, another);
  expect(await refusal(undo(hidden))).toMatchObject({ message: "Another decision has been made since." });
  expect(agreed).toHaveLength(1);
  await undo(agreed, another);
  await undo(hidden);
  // A deleted review among those to hide does not block the decision on the grievance.
  expect(await decide([grievance], { ...upheld, hide: [randomUUID()] })).toHaveLength(1);
  await remove();
});

test("closes the reports of a review that is shown again", { tags: ["11.91"] }, async () => {
  const id = await reported();
  await decide([id], HIDE);
  const shown = await decide([id], { ...CLEAR, command: "unhide" });
  expect(await itemOf(id)).toBeUndefined();
  await undo(shown);
  await unhide(id);
  expect(await itemOf(id)).toBeDefined();
  await decide([id], CLEAR);
});

test("does not link an author's reviews through their reports of replies", { tags: ["11.92"] }, async () => {
  const author = await newAccount("author");
  const ids: string[] = [];
  for (const property_name of ["First home", "Second home"]) {
    const review_id = await publish(author, { property_name });
    const id = await replyTo(review_id);
    await decide([id], APPROVE_REPLY);
    await reportReply(review_id, author.email);
    ids.push(id);
  }
  for (const id of ids) expect(await itemOf(id)).toMatchObject({ reports: [{ reason: "offensive", reporter: null }] });
  await decide(ids, REFUSE_REPLY);
});

const AGREE = { command: "decide-grievance", clause: "3.1", sentence: "It shows nudity.", outcome: "upheld" };

/** Publishes a review with a photo. Resolves to its id, its author and a function that counts the photos that readers see. */
async function withPhoto() {
  const author = await newAccount("author");
  const id = await publish(author, { property_name: uniqueName("Home"), proof_urls: [await upload(author)] });
  const photos = async () => ((await readReview(id)) as { proofUrls: string[] }).proofUrls.length;
  const file = async (ground = "nudity") => (await fileGrievance({ ground, page: `/reviews#review-${id}` })).id;
  return { id, author, photos, file };
}

async function emailsTo({ email }: Account): Promise<string[]> {
  const rows = await owner<{ template: string }[]>`
    select template from private.email_outbox where recipient = ${email ?? ""} order by created_at, id`;
  return rows.map(({ template }) => template);
}

test("hides photos on receipt of a grievance about nudity, until it is decided", { tags: ["10.604"] }, async () => {
  const { id, author, photos, file } = await withPhoto();
  const threat = await file("threat");
  expect(await photos()).toBe(1);
  const first = await file();
  expect(await photos()).toBe(0);
  expect(await readReview(id)).toMatchObject({ comment: expect.stringMatching(/./), verified: false });
  const item = await itemOf(first);
  expect(item?.grievance).toMatchObject({ ground: "nudity", arePhotosWithheld: true });
  expect(item?.review?.proofUrls).toHaveLength(1);
  const [refused = 0] = await decide([first], REFUSE);
  expect(await photos()).toBe(1);
  expect(await emailsTo(author)).toEqual(["photos-withheld", "photos-shown"]);
  await undo([refused]);
  expect(await photos()).toBe(0);
  expect(await emailsTo(author)).toEqual(["photos-withheld"]);
  await decide([first], REFUSE);
  const second = await file();
  expect(await photos(), "a second grievance hides nothing").toBe(1);
  expect((await itemOf(second))?.grievance?.arePhotosWithheld).toBe(false);
  await decide([threat, second], REFUSE);
  const log =
    await owner`select operator, reason from private.audit_log where subject = ${id} and command = 'withhold-photos'`;
  expect([...log]).toEqual([{ operator: "visitor", reason: null }]);
});

test("deletes photos after a decision that they show nudity, unless it is undone", { tags: ["10.604"] }, async () => {
  const { id, author, photos, file } = await withPhoto();
  const [first, second] = [await file(), await file()];
  const [undone = 0] = await decide([first], AGREE);
  await undo([undone]);
  await sweep();
  expect(await photos()).toBe(0);
  expect((await itemOf(first))?.review?.proofUrls).toHaveLength(1);
  await decide([first], { ...AGREE, outcome: "partly" });
  await decide([second], REFUSE);
  expect(await photos(), "the first decision stands").toBe(0);
  expect(await emailsTo(author)).toEqual(["photos-withheld", "photos-removed"]);
  await sweep();
  const left = () => owner`select from private.review_proofs where review_id = ${id}`;
  expect(await left()).toHaveLength(1);
  await owner`update private.grievances set decided_at = decided_at - interval '121 s' where id = ${first}`;
  await sweep();
  expect(await left()).toHaveLength(0);
  expect(await readReview(id)).toMatchObject({ verified: false, proofUrls: [] });
  const [home] = await owner`
    select verified_count from public.properties where id = (select property_id from public.reviews where id = ${id})`;
  expect(home).toEqual({ verified_count: 0 });
});

test("keeps the emails of the previous decision when it undoes one", { tags: ["11.95"] }, async () => {
  const author = await newAccount("author");
  const id = await publish(author);
  await report(id, { reporter_email: "first@example.com" });
  const cleared = ["report-clear-flag first@example.com", `review-clear-flag ${author.email}`];
  await decide([id], CLEAR);
  expect(await emailsAbout(id)).toEqual(cleared);
  const other = await newOperator("sixth");
  const made = await decide([id], HIDE, other);
  expect(await emailsAbout(id)).toEqual([...cleared, `review-hide ${author.email}`]);
  expect(await refusal(decide([id], CLEAR))).toMatchObject({ message: "This review is hidden." });
  await undo(made, other);
  expect(await emailsAbout(id)).toEqual(cleared);
});

test("emails reporters of a reply about the decision that follows an undone one", { tags: ["11.93"] }, async () => {
  const review_id = await publish(await newAccount("author"), { property_name: "Replied" });
  const id = await replyTo(review_id);
  await decide([id], APPROVE_REPLY);
  await owner`delete from private.email_outbox where decision_subject = ${id}`;
  await reportReply(review_id, "reads@example.com");
  await undo(await decide([id], REFUSE_REPLY));
  await decide([id], APPROVE_REPLY);
  expect(await emailsAbout(id)).toEqual(["reply-report-approve-reply reads@example.com"]);
});

test("serializes operators who decide on several items at once", { tags: ["11.95"] }, async () => {
  const other = await newOperator("fourth");
  const homes = ["Tower North", "Tower South"] as const;
  const ids: Record<string, string[]> = {};
  for (const property_name of homes)
    for (let count = 0; count < 6; count += 1) {
      const id = await publish(await newAccount("author"), { property_name });
      ids[property_name] = [...(ids[property_name] ?? []), id].toSorted();
    }
  const [north, south] = homes.map((home) => ids[home] ?? []) as [string[], string[]];
  // Reviews are locked by id, so these two decisions would lock the two homes in opposite order.
  const mine = [north[0] ?? "", ...south.slice(3)];
  const theirs = [south[0] ?? "", ...north.slice(3)];
  for (let round = 0; round < 8; round += 1) {
    const decision = round % 2 ? { ...CLEAR, command: "unhide" } : HIDE;
    expect(await Promise.all([decide(mine, decision), decide(theirs, decision, other)])).toHaveLength(2);
  }
});

test("applies a decision after one that is undone at the same time", async () => {
  const other = await newOperator("fifth");
  const reply = await replyTo(await publish(await newAccount("author"), { property_name: "Answered" }));
  const approved = await decide([reply], APPROVE_REPLY);
  const undone = await blockedBy(
    (sql) => sql`select public.desk_decide(${[reply]}::uuid[], 'refuse-reply', '4.2', 'It guesses who wrote.')`,
    () => refusal(undo(approved)),
    other,
  );
  expect(undone).toMatchObject({ message: "Another decision has been made since." });
  expect(await owner`select state from private.replies where id = ${reply}`).toEqual([{ state: "refused" }]);
});

test("lists hidden reviews separately, latest first, and shows them again", { tags: ["11.91"] }, async () => {
  const [first = "", second = ""] = [await reported({ city: "Hidepur" }), await reported({ city: "Hidepur" })];
  for (const id of [first, second]) await decide([id], HIDE);
  const hidden = () => queue({ kind: "hidden", city: "hidepur" });
  const listed = await hidden();
  expect(listed).toMatchObject({ total: 2, overdue: (await queue()).overdue });
  expect(listed.items).toMatchObject([
    { id: second, dueAt: null, isReviewShown: false, history: [{ command: "hide" }] },
    { id: first, review: { city: "Hidepur" }, reports: [{ reason: "spam" }] },
  ]);
  const { total, kinds } = await queue({ city: "hidepur" });
  expect([total, listed.kinds.hidden]).toEqual([0, kinds.hidden]);
  const [counted] =
    await owner`select count(*)::integer as hidden from public.reviews as r where private.is_hidden_by_operator(r)`;
  expect(kinds).toMatchObject({ ...counted });
  await decide([first], { ...CLEAR, command: "unhide" });
  expect((await hidden()).items.map(({ id }) => id)).toEqual([second]);
});

test("emails operators a digest once a day", { tags: ["11.99"] }, async () => {
  await owner`delete from private.email_outbox`;
  const digests = async (at: string) => {
    await owner`select private.queue_desk_digest(${at}::timestamptz)`;
    return owner`select recipient, fields from private.email_outbox where template = 'desk-digest'`;
  };
  const [{ operators } = { operators: 0 }] = await owner<{ operators: number }[]>`
    select count(*)::int as operators from private.operators`;
  expect(await digests("2026-12-01T07:59:00+05:30")).toHaveLength(0);
  const sent = await digests("2026-12-01T08:00:00+05:30");
  expect(sent).toHaveLength(operators);
  expect(sent[0]?.fields).toMatchObject({ reviews: expect.any(Number), replies: 0, grievances: 0 });
  expect(await digests("2026-12-01T20:00:00+05:30")).toHaveLength(operators);
  expect(await digests("2026-12-02T08:10:00+05:30")).toHaveLength(2 * operators);
});

test("shows operators nothing about authors, reporters and writers", { tags: ["11.86", "11.92"] }, async () => {
  const [author, landlord] = [await newAccount("author"), await newAccount("landlord")];
  const id = await publish(author, { proof_urls: [await upload(author)], property_name: "Unnamed" });
  await report(id, { reporter_email: "reads@example.org" });
  await replyTo(id, landlord);
  await fileGrievanceAbout(id);
  await decide([await reported()], HIDE);
  const { items, ...rest } = await queue({ at_most: 100 });
  const answers: unknown[] = [items, rest, (await queue({ kind: "hidden" })).items];
  expect(keysOf([rest])).toBe("cities kinds operator overdue reasons reporters total workerAt");
  expect(keysOf(items)).toBe(
    "burst city dueAt grievance history id isReviewShown kind reasons reply reports review since town",
  );
  expect(keysOf(items.map(({ review }) => review))).toBe(
    "answers city comment displayName followUps home id isCounted locality moveInDate proofUrls propertyId propertyName publishedOn rating reply reported reportedIssues verified",
  );
  expect(keysOf(items.map(({ reply }) => reply))).toBe("createdOn state text writtenAs");
  expect(keysOf(items.map(({ grievance }) => grievance))).toBe(
    "acknowledgeBy acknowledgedAt arePhotosWithheld decideBy ground page ticket words writer",
  );
  expect(keysOf(items.flatMap(({ reports }) => reports))).toBe("at reason reporter");
  expect(keysOf(items.flatMap(({ history }) => history as unknown[]))).toBe("at clause command operator reason");

  // Also call every function of the command line that needs no argument: none of these looks up a person.
  const readers = await owner<{ proname: string }[]>`
      select proname from pg_proc
      where pronamespace = 'public'::regnamespace and proname ~ '^operator_' and pronargs = pronargdefaults
        and proname not in ('operator_operators', 'operator_take_emails')`;
  for (const { proname } of readers) answers.push(await call("service_role", proname));
  const deletion = { review_id: id, operator: "root", reason: "A test." };
  answers.push(await call("service_role", "operator_delete_review", deletion));
  const written = JSON.stringify(answers);
  const secrets = [author.id, author.email, landlord.id, landlord.email, "reads@example.org", "a@b.in"];
  expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
});

function keysOf(objects: unknown[]): string {
  return [...new Set(objects.flatMap((one) => Object.keys(one ?? {})))].toSorted().join(" ");
}
