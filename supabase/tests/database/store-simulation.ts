import type postgres from "postgres";
import { dateOf, type simulate, type SimulatedReview } from "./simulated-reviews.ts";

const idOf = (prefix: string, number: number) =>
  `${number.toString(16).padStart(8, "0")}-${prefix}-4000-8000-000000000000`;
export const homeId = (home: number) => idOf("0001", home);

/** Stores a simulation without triggers. Fills only what finding bursts reads. */
export async function storeSimulation(owner: postgres.Sql, { homes, accounts, reviews }: ReturnType<typeof simulate>) {
  // Unused here: filling them takes longer than everything else.
  const indexes = await owner<{ name: string }[]>`
    select format('%I.%I', schemaname, indexname) as name from pg_indexes
    where indexdef like '%using gin%' or indexname like 'reviews_of_property_%best' or indexname like 'reviews_of_property_verified%'`;
  for (const { name } of indexes) await owner.unsafe(`drop index ${name}`);
  await owner`alter table public.properties disable trigger make_searchable`;
  await owner`alter table public.reviews disable trigger make_searchable`;
  await owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      insert into public.properties (id, property_name, locality, city, search_text, words)
      select id, 'Home ' || id, 'HSR Layout', 'Bengaluru', '', '{}' from unnest(${homes.map((_, home) => homeId(home))}::uuid[]) as id`;
    await sql`
      insert into auth.users (id, email, created_at)
      select id, id || '@example.com', at
      from unnest(${accounts.map((_, account) => idOf("0002", account))}::uuid[], ${accounts.map((day) => dateOf(day).toISOString())}::timestamptz[]) as u (id, at)`;
    const rows = reviews.map((review, number) => [number, review] as const).toSorted(([, a], [, b]) => a.day - b.day);
    for (let from = 0; from < rows.length; from += 20_000) {
      const batch = rows.slice(from, from + 20_000);
      const column = <T>(value: (review: SimulatedReview) => T) => batch.map(([, review]) => value(review));
      const ids = batch.map(([number]) => idOf("0003", number));
      await sql`
        insert into public.reviews (id, property_id, property_name, locality, city, city_key, rating, review_text, search_text, topics, answers, created_at)
        select id, home, 'Home', 'HSR Layout', 'Bengaluru', 'bengaluru', rating, 'A simulated review.', words, '{}', answers::jsonb, at
        from unnest(${ids}::uuid[], ${column(({ home }) => homeId(home))}::uuid[], ${column(({ rating }) => rating)}::int[],
          ${column(({ text }) => folded(text))}::text[], ${column(({ answers }) => JSON.stringify(answers))}::text[],
          ${column(({ day }) => dateOf(day).toISOString())}::timestamptz[]) as r (id, home, rating, words, answers, at)`;
      const authors = batch.filter(([, { account }]) => account !== null);
      await sql`
        insert into private.review_authors (review_id, user_id)
        select * from unnest(${authors.map(([number]) => idOf("0003", number))}::uuid[],
          ${authors.map(([, { account }]) => idOf("0002", account ?? 0))}::uuid[])`;
    }
  });
  await owner`vacuum analyze public.reviews`;
  await owner`analyze private.review_authors`;
  await owner`analyze public.properties`;
  await owner`analyze auth.users`;
}

const folded = (text: string) => ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")} `;
