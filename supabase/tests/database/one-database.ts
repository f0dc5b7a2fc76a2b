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
export const untilWaiting = (count?: number) => fresh.untilWaiting(database, count);
export const seed = () => fresh.seed(database);

/** The product's own limits, as an operator brings them back. */
export const useLimits = () => owner`update private.settings set value = shipped where shipped is not null`;
