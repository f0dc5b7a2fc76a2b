import { z } from "zod";
import type { Database } from "./database";
import { read } from "./reviews";
import type { CityDeposits, CityFacts } from "~/domain/deposits";

// Only loaders import this file, so zod stays on the server.

const figures = z.record(z.string(), z.int().nonnegative());
const facts = z.object({ city: z.string(), refreshedOn: z.iso.date(), figures }) satisfies z.ZodType<CityFacts>;
const deposits = facts.extend({
  localities: z.array(z.object({ locality: z.string(), figures })),
}) satisfies z.ZodType<CityDeposits>;

/** Returns the cities with at least ten answers about deposits, most answers first. Throws a DatabaseFailure. (spec 10) */
export function depositFigures(database: Database): Promise<CityDeposits[]> {
  return read(database, z.array(deposits), "deposit_figures");
}

/** Returns the answers to all questions by city, for questions with ten answers. Throws a DatabaseFailure. (spec 10) */
export function cityFacts(database: Database): Promise<CityFacts[]> {
  return read(database, z.array(facts), "city_facts");
}

/** Returns the same cities without their localities: Home needs none, and there may be thousands. Throws a DatabaseFailure. (spec 10) */
export function cityDepositFigures(database: Database): Promise<Pick<CityDeposits, "city" | "figures">[]> {
  return read(database, z.array(facts.pick({ city: true, figures: true })), "deposit_figures");
}
