import type postgres from "postgres";
import { afterAll } from "vitest";
import { disableLimits } from "../../../scripts/disable-limits.ts";
import * as fresh from "./fresh-database.ts";

// The database of a test file, without the limits that the product comes with.

const database = await fresh.startFreshDatabase();
export const { owner } = database;
await disableLimits(owner);
afterAll(() => database.stop());

export { type Account, photoName, refusal, type Role } from "./fresh-database.ts";

type Who = fresh.Role | fresh.Account;
type Row = Record<string, unknown>;

export const newAccount = (name: string) => fresh.newAccount(database, name);
export const as = <T>(who: Who, work: (sql: postgres.TransactionSql) => Promise<T>) => fresh.as(database, who, work);
export const call = (who: Who, name: string, args?: Row) => fresh.call(database, who, name, args);
export const insert = (who: Who, table: string, row: Row) => fresh.insert(database, who, table, row);
export const publish = (author: fresh.Account, changes?: Row) => fresh.publish(database, author, changes);
export const upload = (author: fresh.Account, name?: string) => fresh.upload(database, author, name);

/** A home with some of its reviews, as lists answer. */
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

/** Every page of a list, as an anonymous visitor reads one after the other. */
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

/** An account whose decisions the log shows under this name. */
export async function newOperator(name: string): Promise<fresh.Account> {
  const account = await newAccount("operator");
  await call("service_role", "operator_add_operator", { email: account.email, name, operator: "root" });
  return account;
}

/** Invented towns that count as cities, as if operators had accepted them. */
export const acceptCities = (...names: string[]) =>
  owner`insert into private.cities (city, state) select name, 'accepted' from unnest(${names}::text[]) as name`;

/** Template and recipient of each email that waits about a review, a reply or a grievance. */
export async function emailsAbout(subject = ""): Promise<string[]> {
  const rows = await owner<{ template: string; recipient: string }[]>`
    select template, recipient from private.email_outbox where subject = ${subject} order by template, recipient`;
  return rows.map(({ template, recipient }) => `${template} ${recipient}`);
}

export const decide = (id: string, command: string, why?: string) => fresh.decide(database, id, command, why);
export const untilWaiting = (count?: number) => fresh.untilWaiting(database, count);
export const seed = () => fresh.seed(database);

/** The product's own limits, as an operator brings them back. */
export const useLimits = () => owner`update private.settings set value = shipped where shipped is not null`;

/** A transaction that holds what `work` has locked until it is released. */
export async function hold(work: (sql: postgres.TransactionSql) => Promise<unknown>): Promise<() => Promise<void>> {
  const { promise: isOver, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  const holding = owner.begin(async (sql) => {
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
