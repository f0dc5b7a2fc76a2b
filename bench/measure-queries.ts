import type postgres from "postgres";
import { connect, type Product } from "./product.ts";
import {
  addressOf,
  PAGE_SIZE,
  PAGES_BEFORE,
  QUERY_NAMES,
  type QueryName,
  type Question,
  questions,
  REVIEWS_PER_GROUP,
} from "./queries.ts";
import { median, type Timing, timing } from "./statistics.ts";

const ROUNDS = 200;
/** On a slow machine it ends after so many minutes, once there have been some rounds. */
const LONGEST_MS = 4 * 60_000;
const FEWEST_ROUNDS = 50;
/** So many different pages are reached by cursor: the 191st to the 200th. */
const CURSORS = 10;

/** Must match READ_TIMEOUT_MS in server/embedded/connections.ts. */
const READ_TIMEOUT_MS = 3_000;

/** Tells the page cache to make a page anew. Must match OWN_CHANGE_COOKIE in app/data/own-change.ts. */
export const UNCACHED = { cookie: "gharsach-changed=1" };

/** Also which of its questions took longest, by their medians. */
export type QueryTimings = Record<QueryName, Timing & { slowest: { address: string; p50: number } }>;

/**
 * The times of the eight queries, in milliseconds, one after the other. All sizes are asked in turn, so that what disturbs
 * the machine disturbs each of them.
 */
export async function measureQueries<Size extends string>(
  products: Record<Size, Product>,
  way: "database" | "http",
): Promise<Record<Size, QueryTimings>> {
  const sizes = Object.keys(products) as Size[];
  const measured = await Promise.all(
    sizes.map(async (size) => {
      const product = products[size];
      const sql = await readingConnection(product);
      const asked = questions(await walkToCursors(sql));
      const ask = way === "database" ? (question: Question) => browse(sql, question) : getPage(product);
      const times = new Map<Question, number[]>();
      return { size, sql, asked, ask, times };
    }),
  );
  // Each question once: nobody has read its part of the files for long, perhaps.
  const warmUpRounds = Math.max(...measured.flatMap(({ asked }) => QUERY_NAMES.map((name) => asked[name].length)));
  try {
    const begun = performance.now();
    for (let round = 0; round < warmUpRounds + ROUNDS; round += 1) {
      if (performance.now() - begun > LONGEST_MS && round >= warmUpRounds + FEWEST_ROUNDS) break;
      for (const name of QUERY_NAMES) {
        for (const { asked, ask, times } of measured) {
          const question = asked[name][round % asked[name].length];
          if (!question) throw new Error(`There is nothing to ask for the query "${name}".`);
          const isWarmUp = round < warmUpRounds;
          const started = performance.now();
          await ask(question).catch((cause: unknown) => {
            // Files that nobody has read for long may come from the disk so slowly that a visitor would be told to try again.
            if (!isWarmUp) throw new Error(`${addressOf(question)} failed in round ${round}.`, { cause });
          });
          const time = performance.now() - started;
          if (!isWarmUp) times.set(question, [...(times.get(question) ?? []), time]);
        }
      }
    }
  } finally {
    await Promise.all(measured.map(({ sql }) => sql.end()));
  }
  return Object.fromEntries(
    measured.map(({ size, asked, times }) => [
      size,
      Object.fromEntries(QUERY_NAMES.map((name) => [name, summed(asked[name], times)])),
    ]),
  ) as Record<Size, QueryTimings>;
}

function summed(asked: readonly Question[], times: ReadonlyMap<Question, number[]>): QueryTimings[QueryName] {
  const medians = asked.map((question) => ({ address: addressOf(question), p50: median(times.get(question) ?? []) }));
  const [slowest] = medians.filter(({ p50 }) => !Number.isNaN(p50)).toSorted((a, b) => b.p50 - a.p50);
  return {
    ...timing(asked.flatMap((question) => times.get(question) ?? [])),
    slowest: slowest ?? { address: "", p50: NaN },
  };
}

/** A connection as the product's own for reading, as the role of visitors. */
async function readingConnection(product: Product): Promise<postgres.Sql> {
  const sql = connect(product.databaseUrl, { statement_timeout: READ_TIMEOUT_MS });
  await sql`set role anon`;
  return sql;
}

/** The call that app/data/reviews.ts sends, and its whole answer. */
async function browse(sql: postgres.Sql, { search, city, sort, after }: Question): Promise<string> {
  const [row] = await sql<{ page: string }[]>`
    select public.browse_properties(
      search => ${search}, city => ${city}, sort => ${sort}, after => ${after},
      page_size => ${PAGE_SIZE}, reviews_per_group => ${REVIEWS_PER_GROUP})::text as page`;
  return row?.page ?? "";
}

/** The places of the pages up to the 200th, reached page by page as a visitor would. */
async function walkToCursors(sql: postgres.Sql): Promise<string[]> {
  const cursors: string[] = [];
  let after: string | null = null;
  for (let page = 1; page <= PAGES_BEFORE; page += 1) {
    const answer = JSON.parse(await browse(sql, { search: "", city: "", sort: "recent", after })) as {
      next: string | null;
    };
    if (answer.next === null) throw new Error(`The list ends after page ${page}: there is no page 200.`);
    after = answer.next;
    cursors.push(answer.next);
  }
  return cursors.slice(-CURSORS);
}

function getPage({ url }: Product): (question: Question) => Promise<void> {
  return async (question) => {
    const answer = await fetch(url + addressOf(question), { headers: UNCACHED });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${addressOf(question)} answers with status ${answer.status}.`);
  };
}
