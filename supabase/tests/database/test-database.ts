import { randomUUID } from "node:crypto";
import type postgres from "postgres";
import { afterAll } from "vitest";
import { disableLimits } from "../../../scripts/disable-limits.ts";
import { type Account, actionsOn, startFreshDatabase } from "./fresh-database.ts";

// The database of a test file. The product's limits are off.

const database = await startFreshDatabase();
export const { owner } = database;
await disableLimits(owner);
afterAll(() => database.stop());

export { type Account, photoName, photoPath, refusal, type Role } from "./fresh-database.ts";
export const { newAccount, as, call, insert, publish, upload, report, decide, sweep, seed, untilWaiting } =
  actionsOn(owner);

type Row = Record<string, unknown>;
type Work = (sql: postgres.TransactionSql) => Promise<unknown>;

/** A home with some of its reviews, as lists return it. */
export interface Group {
  propertyId: string;
  propertyName: string;
  locality: string;
  city: string;
  count: number;
  totalRating: number;
  matchingCount: number;
  reviews: { id: string }[];
}

/** A page of a list: of homes, or of one home's reviews. */
export interface Page {
  groups: Group[];
  group: Group | null;
  next: string | null;
}

export async function pagesOf<Answer extends Pick<Page, "next"> = Page>(name: string, args: Row): Promise<Answer[]> {
  const pages: Answer[] = [];
  let after: string | null = null;
  do {
    const page = (await call("anon", name, { ...args, after })) as Answer;
    pages.push(page);
    after = page.next;
  } while (after !== null);
  return pages;
}

/** Reads a review as an anonymous visitor. Resolves to undefined if it is not shown. */
export async function readReview(review_id: string | undefined): Promise<Row | undefined> {
  const group = (await call("anon", "review_in_context", { review_id })) as { reviews: Row[] } | null;
  return group?.reviews[0];
}

export async function propertyOf(reviewId: string): Promise<string> {
  const [row] = await owner<{ id: string }[]>`select property_id as id from public.reviews where id = ${reviewId}`;
  return row?.id ?? "";
}

export const hide = (id = "") => owner`update public.reviews set hidden_at = now() where id = ${id}`;
export const unhide = (id = "") => owner`update public.reviews set hidden_at = null where id = ${id}`;

export async function newOperator(name: string): Promise<Account> {
  const account = await newAccount("operator");
  await call("service_role", "operator_add_operator", { email: account.email, name, operator: "root" });
  return account;
}

/** Adds invented towns to the cities that operators accepted. */
export const acceptCities = (...names: string[]) =>
  owner`insert into private.cities (city, state) select name, 'accepted' from unnest(${names}::text[]) as name`;

export const GRIEVANCE = { writer: "owner", ground: "untrue", page: "/reviews", words: "The deposit was paid back." };

/** Files a grievance. Resolves to its id, ticket, deadlines, secret and email. */
export async function fileGrievance(changes: Row = {}) {
  const secret = randomUUID();
  const email = `${secret.slice(0, 8)}@example.in`;
  const filed = await call("anon", "file_grievance", { secret, ...GRIEVANCE, email, ...changes });
  const { ticket, acknowledgeBy, decideBy } = filed as Record<string, string>;
  const [row] = await owner<{ id: string }[]>`select id from private.grievances where ticket = ${ticket ?? ""}`;
  return { id: row?.id ?? "", ticket, acknowledgeBy, decideBy, secret, email } as Record<
    "id" | "ticket" | "acknowledgeBy" | "decideBy" | "secret" | "email",
    string
  >;
}

/** Resolves to template and recipient of each queued email about a review, a reply or a grievance. */
export async function emailsAbout(subject = ""): Promise<string[]> {
  const rows = await owner<{ template: string; recipient: string }[]>`
    select template, recipient from private.email_outbox where decision_subject = ${subject} order by template, recipient`;
  return rows.map(({ template, recipient }) => `${template} ${recipient}`);
}

export const useLimits = () => owner`update private.settings set value = shipped where shipped is not null`;

/** Runs `work` in a transaction that stays open until the returned function is called. */
export async function hold(work: Work, begin = (inside: Work) => owner.begin(inside)): Promise<() => Promise<void>> {
  const { promise: isOver, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  const holding = begin(async (sql) => {
    await work(sql);
    held();
    await isOver;
  });
  await Promise.race([isHeld, holding]);
  return async () => {
    release();
    await holding;
  };
}

/** Runs `work` in a transaction, starts a request that waits for its lock, and commits. Resolves to the answer. */
export async function blockedBy<T>(work: Work, request: () => Promise<T>, who?: Account | "anon"): Promise<T> {
  const release = await hold(work, who && ((inside) => as(who, inside)));
  const answer = request();
  try {
    await untilWaiting();
  } finally {
    await release();
  }
  return answer;
}
