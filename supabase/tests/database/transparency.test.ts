import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, type FreshDatabase, insert, newAccount, publish, startFreshDatabase } from "./fresh-database.ts";

let database: FreshDatabase;
beforeAll(async () => {
  database = await startFreshDatabase("hosted");
});
afterAll(() => database.stop());

interface Month {
  month: string;
  times: Record<string, number | null> | null;
  [count: string]: unknown;
}

async function months(): Promise<Record<string, Month>> {
  const listed = (await call(database, "anon", "transparency")) as Month[];
  expect(listed.map(({ month }) => month)).toEqual(
    listed
      .map(({ month }) => month)
      .toSorted()
      .toReversed(),
  );
  return Object.fromEntries(listed.map((month) => [month.month, month]));
}

/** One row of the log, written at another time. Resolves to its number. */
async function log(at: string, command: string, subject: string, details: Record<string, string | null> = {}) {
  const [row] = await database.owner<{ id: string }[]>`
    insert into private.audit_log (at, operator, command, subject, reason, details)
    values (${at}, 'asha', ${command}, ${subject}, 'A test.', ${database.owner.json(details)}) returning id`;
  return row?.id ?? "";
}

test("published and reported reviews are counted in the month of India's clock", { tags: ["11.52"] }, async () => {
  const author = await newAccount(database, "author");
  const id = await publish(database, author);
  for (let reports = 0; reports < 2; reports += 1)
    await insert(database, "anon", "public.review_reports", {
      ...{ review_id: id, reason: "spam", reporter_fingerprint: randomUUID() },
    });
  // 31 March in London, 1 April in India.
  await database.owner`update public.reviews set created_at = '2026-03-31 18:31Z' where id = ${id}`;
  await database.owner`update public.review_reports set created_at = '2026-03-31 18:29Z' where id = (select min(id) from public.review_reports)`;
  await database.owner`update public.review_reports set created_at = '2026-03-31 18:31Z' where id = (select max(id) from public.review_reports)`;
  const { "2026-03": march, "2026-04": april } = await months();
  expect(march).toMatchObject({ published: 0, reported_reviews: 1, reports: 1 });
  expect(april).toMatchObject({ published: 1, reported_reviews: 1, reports: 1, hidden: 0, grievances: 0, times: null });
});

test(
  "decisions are counted by what they were and by clause, without what was undone",
  { tags: ["11.52"] },
  async () => {
    const [one, two, three, four] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const day = (minute: number) => `2026-05-10T10:${String(minute).padStart(2, "0")}:00Z`;
    await log(day(0), "hide", one, { clause: "3" });
    await log(day(1), "hide", two, { clause: "3" });
    await log(day(2), "hide", three);
    const undone = await log(day(3), "hide", four, { clause: "7" });
    await log(day(4), "undo", four, { undone });
    await log(day(5), "clear-flag", four);
    await log(day(6), "unhide", one);
    await log(day(7), "approve-reply", randomUUID());
    await log(day(8), "refuse-reply", randomUUID(), { clause: "2" });
    await log(day(9), "author-of", one);
    await log(day(10), "set", "reports_to_flag");
    expect((await months())["2026-05"]).toMatchObject({
      ...{ hidden: 3, hidden_by_clause: { "3": 2, "": 1 }, cleared: 1, shown_again: 1 },
      ...{ replies_published: 1, replies_refused: 1, authors_looked_up: 1, published: 0 },
    });
  },
);

test(
  "what is undone in turn counts no more, and an author who was looked up meanwhile does",
  { tags: ["11.52"] },
  async () => {
    const [review, complaint] = [randomUUID(), randomUUID()];
    const second = (number: number) => `2026-04-10T10:00:${String(number).padStart(2, "0")}Z`;
    const clocks = { acknowledge_by: "2026-04-11T10:00:00Z", decide_by: "2026-04-12T10:00:00Z" };
    await log(second(0), "file-grievance", complaint, { ground: "threat", ...clocks });
    for (const [subject, first, then] of [
      [review, "hide", "unhide"],
      [complaint, "acknowledge-grievance", "decide-grievance"],
    ] as const) {
      const one = await log(second(1), first, subject);
      const two = await log(second(2), then, subject);
      await log(second(3), "author-of", subject);
      await log(second(4), "undo", subject, { undone: two });
      await log(second(5), "undo", subject, { undone: one });
    }
    const { "2026-04": april } = await months();
    expect(april).toMatchObject({
      hidden: 0,
      hidden_by_clause: {},
      shown_again: 0,
      authors_looked_up: 2,
      grievances: 1,
    });
    expect(april?.times).toMatchObject({ decided: 0, acknowledged_in_time: 0, acknowledged_late: 1, decided_late: 1 });
  },
);

test(
  "complaints are counted by ground, with the time they took and how many were in time",
  { tags: ["11.52"] },
  async () => {
    const hours = (count: number) => new Date(Date.parse("2026-06-01T00:00:00Z") + count * 3_600_000).toISOString();
    const file = async (at: number, ground: string, decide: number) => {
      const id = randomUUID();
      const clocks = { acknowledge_by: hours(at + 24), decide_by: hours(at + decide) };
      await log(hours(at), "file-grievance", id, { ground, writer: "owner", ...clocks });
      return id;
    };
    const [fast, slow, late, silent] = [
      ...[await file(0, "untrue", 168), await file(1, "untrue", 168), await file(2, "order", 3)],
      await file(3, "private-data", 36),
    ];
    await log(hours(1), "acknowledge-grievance", fast ?? "");
    await log(hours(10), "decide-grievance", fast ?? "", { outcome: "upheld" });
    const undone = await log(hours(4), "decide-grievance", slow ?? "", { outcome: "refused" });
    await log(hours(4), "undo", slow ?? "", { undone });
    await log(hours(31), "decide-grievance", slow ?? "", { outcome: "upheld" });
    await log(hours(12), "decide-grievance", late ?? "", { outcome: "upheld" });
    expect(silent).toBeTruthy();
    const { "2026-06": june } = await months();
    expect(june).toMatchObject({ grievances: 4, grievances_by_ground: { untrue: 2, order: 1, "private-data": 1 } });
    expect(june?.times).toEqual({
      ...{ decided: 3, acknowledge_median_seconds: 36_000, acknowledge_slowest_seconds: 108_000 },
      ...{ acknowledged_in_time: 2, acknowledged_late: 2 },
      ...{ decide_median_seconds: 36_000, decide_slowest_seconds: 108_000, decided_in_time: 2, decided_late: 2 },
    });
  },
);

test("a complaint that is not due yet counts neither as in time nor as late", { tags: ["11.52"] }, async () => {
  await call(database, "anon", "file_grievance", {
    ...{
      secret: randomUUID(),
      writer: "tenant",
      ground: "threat",
      page: "/",
      words: "A threat.",
      email: "a@example.in",
    },
  });
  const [now] = Object.values(await months());
  expect(now).toMatchObject({ grievances: 1, grievances_by_ground: { threat: 1 } });
  expect(now?.times).toMatchObject({
    decided: 0,
    decide_median_seconds: null,
    decided_in_time: 0,
    decided_late: 0,
    acknowledged_late: 0,
  });
});
