import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { TransparencyMonth } from "~/domain/transparency";
import { acceptCities, call, fileGrievance, newAccount, owner, publish, report, sweep } from "./test-database.ts";

async function months(): Promise<Record<string, TransparencyMonth>> {
  const listed = (await call("anon", "transparency")) as TransparencyMonth[];
  const names = listed.map(({ month }) => month);
  expect(names).toEqual(names.toSorted().toReversed());
  return Object.fromEntries(listed.map((month) => [month.month, month]));
}

/** Adds an entry of another time to the log. Resolves to its number. */
async function log(at: string, command: string, subject: string, details: Record<string, string | null> = {}) {
  const [row] = await owner<{ id: string }[]>`
    insert into private.audit_log (at, operator, command, subject, reason, details)
    values (${at}, 'asha', ${command}, ${subject}, 'A test.', ${owner.json(details)}) returning id`;
  return row?.id ?? "";
}

test("counts published and reported reviews by month in India", { tags: ["11.52"] }, async () => {
  const id = randomUUID();
  // Before and after midnight in India.
  const [march, april] = ["2026-03-31 18:29Z", "2026-03-31 18:31Z"];
  const place = { property_name: "Lakeview", locality: "HSR Layout", city: "Bengaluru" };
  const review = { ...place, rating: 4, review_text: "Fine." };
  await owner`insert into public.reviews ${owner({ id, ...review, created_at: april })}`;
  await owner.begin(async (sql) => {
    // The trigger sets the time of a report to now.
    await sql`alter table public.review_reports disable trigger check_report`;
    for (const created_at of [march, april, april]) {
      const reporter_fingerprint = randomUUID().replaceAll("-", "").repeat(2);
      await sql`insert into public.review_reports ${sql({ review_id: id, reason: "spam", reporter_fingerprint, created_at })}`;
    }
    await sql`alter table public.review_reports enable trigger check_report`;
  });
  const counted = await months();
  expect(counted["2026-03"]).toMatchObject({ published: 0, reportedReviews: 1, reports: 1 });
  expect(counted["2026-04"]).toMatchObject({ published: 1, reportedReviews: 1, reports: 2, hidden: 0, times: null });
});

test("keeps the counts of a month after reviews are deleted", { tags: ["11.52"] }, async () => {
  const thisMonth = async () => {
    const [newest] = Object.values(await months());
    return [newest?.published, newest?.reportedReviews, newest?.reports];
  };
  const authors = await Promise.all(["a", "b", "c", "d"].map(newAccount));
  const ids = await Promise.all(authors.map((author) => publish(author)));
  for (const id of [...ids.slice(0, 2), ids[0] ?? ""]) await report(id);
  expect(await thisMonth()).toEqual([4, 2, 3]);
  const by = { operator: "asha", reason: "A test." };
  await call("service_role", "operator_delete_review", { review_id: ids[0], ...by });
  await call("service_role", "operator_erase", { who: authors[1]?.email, with_reviews: true, ...by });
  await call(authors[2] ?? "anon", "withdraw_my_review", { review_id: ids[2] });
  await owner`update private.withdrawn_reviews set withdrawn_on = withdrawn_on - 30 where review_id = ${ids[2] ?? ""}`;
  await sweep();
  expect(await owner`select from public.reviews where id = any (${ids})`).toHaveLength(1);
  expect(await thisMonth()).toEqual([4, 2, 3]);
  // The counts have no column that names a review or a time of day.
  const kept = await owner<{ type: string }[]>`
    select distinct data_type as type from information_schema.columns where table_name = 'monthly_counts' order by 1`;
  expect(kept.map(({ type }) => type)).toEqual(["bigint", "date", "smallint"]);
});

test("reads the months from counts, not from reviews", { tags: ["11.52"] }, async () => {
  await owner.begin(async (sql) => {
    await sql`lock table public.reviews, public.review_reports in access exclusive mode`;
    expect(Object.keys(await months()).length).toBeGreaterThan(0);
  });
});

test("counts decisions by command and clause, without undone ones", { tags: ["11.52"] }, async () => {
  const [one, two, three, four] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const day = (minute: number) => `2026-05-10T10:${String(minute).padStart(2, "0")}:00Z`;
  await log(day(0), "hide", one, { clause: "3" });
  await log(day(1), "hide", two, { clause: "3" });
  await log(day(2), "hide", three);
  const undone = await log(day(3), "hide", four, { clause: "7" });
  await log(day(4), "undo", four, { undone });
  await log(day(5), "clear-flag", four);
  await log(day(6), "unhide", one);
  await log(day(7), "approve-reply", randomUUID(), { was: "waiting" });
  await log(day(7), "approve-reply", randomUUID(), { was: "shown" });
  await log(day(8), "refuse-reply", randomUUID(), { clause: "2" });
  await log(day(9), "author-of", one);
  await log(day(10), "set", "reviews_per_day");
  expect((await months())["2026-05"]).toMatchObject({
    ...{ hidden: 3, hiddenByClause: { "3": 2, "": 1 }, cleared: 1, shownAgain: 1 },
    ...{ repliesPublished: 1, repliesRefused: 1, authorsLookedUp: 1, published: 0 },
  });
});

test("counts no decision that was undone, but the look-up of an author", { tags: ["11.52"] }, async () => {
  const [review, grievance] = [randomUUID(), randomUUID()];
  const second = (number: number) => `2026-04-10T10:00:${String(number).padStart(2, "0")}Z`;
  const clocks = { acknowledge_by: "2026-04-11T10:00:00Z", decide_by: "2026-04-12T10:00:00Z" };
  await log(second(0), "file-grievance", grievance, { ground: "threat", ...clocks });
  for (const [subject, first, then] of [
    [review, "hide", "unhide"],
    [grievance, "acknowledge-grievance", "decide-grievance"],
  ] as const) {
    const one = await log(second(1), first, subject);
    const two = await log(second(2), then, subject);
    await log(second(3), "author-of", subject);
    await log(second(4), "undo", subject, { undone: two });
    await log(second(5), "undo", subject, { undone: one });
  }
  const { "2026-04": april } = await months();
  expect(april).toMatchObject({ hidden: 0, hiddenByClause: {}, shownAgain: 0, authorsLookedUp: 2, grievances: 1 });
  expect(april?.times).toMatchObject({ decided: 0, acknowledgedInTime: 0, acknowledgedLate: 1, decidedLate: 1 });
});

test("counts grievances by ground and punctuality", { tags: ["11.52"] }, async () => {
  const hours = (count: number) => new Date(Date.parse("2026-06-01T00:00:00Z") + count * 3_600_000).toISOString();
  const file = async (at: number, ground: string, decide: number) => {
    const id = randomUUID();
    const clocks = { acknowledge_by: hours(at + 24), decide_by: hours(at + decide) };
    await log(hours(at), "file-grievance", id, { ground, writer: "owner", ...clocks });
    return id;
  };
  const fast = await file(0, "untrue", 168);
  const slow = await file(1, "untrue", 168);
  const late = await file(2, "order", 3);
  // This one is not decided.
  await file(3, "private-data", 36);
  await log(hours(1), "acknowledge-grievance", fast);
  await log(hours(10), "decide-grievance", fast, { outcome: "upheld" });
  const undone = await log(hours(4), "decide-grievance", slow, { outcome: "refused" });
  await log(hours(4), "undo", slow, { undone });
  await log(hours(31), "decide-grievance", slow, { outcome: "upheld" });
  await log(hours(12), "decide-grievance", late, { outcome: "upheld" });
  const { "2026-06": june } = await months();
  expect(june).toMatchObject({ grievances: 4, grievancesByGround: { untrue: 2, order: 1, "private-data": 1 } });
  expect(june?.times).toEqual({
    ...{ decided: 3, acknowledgeMedianSeconds: 36_000, acknowledgeSlowestSeconds: 108_000 },
    ...{ acknowledgedInTime: 2, acknowledgedLate: 2 },
    ...{ decideMedianSeconds: 36_000, decideSlowestSeconds: 108_000, decidedInTime: 2, decidedLate: 2 },
  });
});

test("counts a grievance that is not due yet neither as in time nor as late", { tags: ["11.52"] }, async () => {
  await fileGrievance({ ground: "threat" });
  const [now] = Object.values(await months());
  expect(now).toMatchObject({ grievances: 1, grievancesByGround: { threat: 1 } });
  const none = { decided: 0, decideMedianSeconds: null, decidedInTime: 0, decidedLate: 0, acknowledgedLate: 0 };
  expect(now?.times).toMatchObject(none);
});

/** Logs a grievance of two months ago whose deadlines are over. Resolves to its month. */
async function lateGrievance(id: string): Promise<string> {
  const at = new Date();
  at.setUTCMonth(at.getUTCMonth() - 2, 10);
  const day = at.toISOString();
  await log(day, "file-grievance", id, { ground: "threat", acknowledge_by: day, decide_by: day });
  return day.slice(0, 7);
}

test("keeps a past month open until its grievances are decided", { tags: ["11.52"] }, async () => {
  const grievance = randomUUID();
  const month = await lateGrievance(grievance);
  await sweep();
  await log(new Date(Date.now() - 301_000).toISOString(), "decide-grievance", grievance, { outcome: "upheld" });
  expect((await months())[month]?.times).toMatchObject({ decided: 1, decidedLate: 1 });
  const before = (await months())[month];
  await sweep();
  expect((await months())[month]).toEqual(before);
  await log(`${month}-11T00:00Z`, "hide", randomUUID());
  expect((await months())[month]).toEqual(before);
});

test("keeps a past month open while its last decision can be undone", { tags: ["11.52"] }, async () => {
  await owner`truncate private.closed_months`;
  const grievance = randomUUID();
  const month = await lateGrievance(grievance);
  const undone = await log(new Date().toISOString(), "decide-grievance", grievance, { outcome: "upheld" });
  await sweep();
  const { decided } = (await months())[month]?.times ?? {};
  await log(new Date().toISOString(), "undo", grievance, { undone });
  expect((await months())[month]?.times?.decided).toBe(Number(decided) - 1);
});

test("counts searches that found nothing in known places, from 20 in three months", { tags: ["10.424"] }, async () => {
  await acceptCities("Nokha");
  const search = (city: string, locality: string, times: number) =>
    Promise.all(Array.from({ length: times }, () => call("anon", "count_empty_search", { city, locality })));
  await search("bangalore", "whitefield", 11);
  await owner`update private.empty_searches set month = month - interval '2 months'`;
  await search("Bengaluru", "Whitefield", 10);
  await search("nokha", "", 20);
  await search("Pune", "Kothrud", 19);
  for (const [city, locality] of [
    ["Nowhere", ""],
    ["Pune", "Nowhere"],
  ] as const)
    await search(city, locality, 20);
  const counted = [
    { city: "Bengaluru", locality: "Whitefield", count: 21 },
    { city: "Nokha", locality: null, count: 20 },
  ];
  expect(await call("anon", "empty_searches")).toEqual(counted);
  expect(await owner`select from private.empty_searches`).toHaveLength(4);
  await sweep();
  expect(await call("anon", "empty_searches")).toEqual(counted);
  await owner`update private.empty_searches set month = month - interval '1 month'`;
  await sweep();
  expect(await call("anon", "empty_searches")).toEqual([{ city: "Nokha", locality: null, count: 20 }]);
  expect(await owner`select from private.empty_searches`).toHaveLength(3);
});
