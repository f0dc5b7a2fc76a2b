import type postgres from "postgres";
import { COMMON_WORD, COMMON_WORD_SHARE, RARE_WORDS, REVIEWS_PER_RARE_WORD } from "./words.ts";

/**
 * What must find nothing, so that a filled database is as the product's own triggers would have left it. Functions of the
 * product are called for a sample of the rows: they are slow.
 */
const FAULTS: Record<string, string> = {
  "totals that differ from a recount": `
    select from public.properties as p
    left join (
      select property_id, count(*) as reviews, sum(rating) as ratings, count(*) filter (where verified) as verified
      from public.reviews where hidden_at is null group by property_id
    ) as r on r.property_id = p.id
    where (p.review_count, p.rating_total, p.verified_count)
        <> (coalesce(r.reviews, 0), coalesce(r.ratings, 0), coalesce(r.verified, 0))`,
  "reviews that are not named like their property": `
    select from public.reviews as r left join public.properties as p on p.id = r.property_id
    where (p.property_name, p.locality, p.city) is distinct from (r.property_name, r.locality, r.city)`,
  "properties without a review": `
    select from public.properties as p where not exists (select from public.reviews as r where r.property_id = p.id)`,
  "reviews whose author is not noted as the triggers do": `
    select from public.reviews as r
    left join private.review_authors as a on a.review_id = r.id
    left join private.review_names as n on n.review_id = r.id
    left join auth.users as u on u.id = a.user_id
    where u.id is null
      or a.counted_at is distinct from case when r.hidden_at is null then r.created_at end
      or a.signature <> case
        when n.email is null then 'none'
        when u.email_confirmed_at is not null and lower(u.email) = lower(n.email) then 'own'
        else 'other'
      end
      or n.counted_at is not null`,
  "authors without a review": `
    select from private.review_authors as a where not exists (select from public.reviews as r where r.id = a.review_id)`,
  "reviews that are not cleaned, named or dated as the triggers do": `
    select from public.reviews as r tablesample system (SHARE) repeatable (1)
    left join private.review_names as n on n.review_id = r.id
    where r.review_text <> private.clean_text(r.review_text)
      or n.display_name <> private.display_name(n.email)
      or r.reported_issues is distinct from private.clean_issues(r.reported_issues)
      or r.created_at > now() or r.move_in_date > r.created_at`,
  "properties that are not named as the triggers do": `
    select from public.properties as p tablesample system (SHARE) repeatable (1)
    where p.property_name <> private.clean_line(p.property_name)
      or p.locality <> private.clean_line(p.locality)
      or p.city <> private.current_city(p.city)`,
  "photos that are not in the storage, or not named as the form does": `
    select from private.review_proofs as p
    left join storage.objects as o on o.bucket_id = 'review-proofs' and o.name = 'public/' || p.photo_name
    where o.id is null or not private.is_photo_name(o.name)`,
  "reviews that are verified without a photo, or the other way round": `
    select from public.reviews as r
    where r.verified <> exists (select from private.review_proofs as p where p.review_id = r.id)`,
  "indexes that are missing or broken": "select from pg_index where not indisvalid",
};

/** Throws when a filled database is not as it should be. */
export async function checkFill(sql: postgres.Sql, reviewCount: number): Promise<void> {
  const share = Math.min(100, 2_000_000 / reviewCount);
  for (const [fault, query] of Object.entries(FAULTS)) {
    const [found] = await sql.unsafe(
      `select count(*)::int as rows from (${query.replace("SHARE", String(share))}) as f`,
    );
    if (found?.rows !== 0) throw new Error(`The filled database has ${found?.rows} ${fault}.`);
  }

  const [counted] = await sql<{ reviews: number; with_common_word: number; largest: number; small: number }[]>`
    select
      (select count(*)::int from public.reviews) as reviews,
      (select count(*)::int from public.reviews where review_text ilike ${`%${COMMON_WORD}%`}) as with_common_word,
      (select max(review_count) from public.properties) as largest,
      (select (count(*) filter (where review_count <= 2))::float / count(*) from public.properties) as small`;
  const { reviews = 0, with_common_word: withCommonWord = 0, largest = 0, small = 0 } = counted ?? {};
  if (reviews !== reviewCount) throw new Error(`The filled database has ${reviews} reviews.`);
  const commonShare = withCommonWord / reviews;
  if (Math.abs(commonShare - COMMON_WORD_SHARE) > 0.02)
    throw new Error(`"${COMMON_WORD}" is in a share of ${commonShare} of all reviews.`);
  if (largest < reviewCount * 0.028) throw new Error(`The largest property has ${largest} reviews only.`);
  if (small < 0.8) throw new Error(`Only a share of ${small} of the properties has one or two reviews.`);
  for (const word of RARE_WORDS) {
    const [rare] = await sql`
      select count(*)::int as reviews from public.reviews where review_text ilike ${`%${word}%`}`;
    if (rare?.reviews !== REVIEWS_PER_RARE_WORD) throw new Error(`"${word}" is in ${rare?.reviews} reviews.`);
  }
}
