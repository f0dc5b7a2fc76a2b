import type { FunctionCall } from "~/data/database";
import { connect, type Product } from "./product.ts";
import { pick, seededRandom } from "./random.ts";

/** A call of the database, as pages of homes and suggestions make it. */
export type HomeCall = Parameters<FunctionCall>;

const TERMS = 200;

/**
 * What pages of homes ask, by kind: of the home with the most reviews, which has 3 % of all, of one with three at most, and
 * of the locality with the most homes and its city. Suggestions are for the beginnings of names, whole names with a place,
 * and names with a letter left out.
 */
export async function homeQueries(product: Product): Promise<Record<string, HomeCall[]>> {
  const sql = connect(product.databaseUrl);
  try {
    const [largest] = await sql<{ id: string; short_id: string }[]>`
      select id, short_id from public.properties order by review_count desc limit 1`;
    const homes = await sql<{ id: string; short_id: string; name: string; locality: string; city: string }[]>`
      select id, short_id, property_name as name, locality, city from public.properties
      where review_count between 1 and 3 order by short_id limit ${TERMS}`;
    const [place] = await sql<{ city: string; locality: string }[]>`
      select city_slug as city, locality_slug as locality from private.places
      where locality is not null order by home_count desc limit 1`;
    const lists = (id: string): HomeCall[] => [
      ["home_reviews", { property_id: id }],
      ["home_reviews", { property_id: id, sort: "highest", with_photos: true }],
      ["home_reviews", { property_id: id, sort: "lowest" }],
      ["home_reviews", { property_id: id, stars: 3, with_photos: true }],
    ];
    const random = seededRandom(5);
    const terms = homes.map(({ name, locality, city }) => {
      const cut = 1 + Math.floor(random() * (name.length - 2));
      return {
        term: pick(random, [name.slice(0, 3 + cut), `${name} ${locality}`, name.slice(0, cut) + name.slice(cut + 1)]),
        city: random() < 0.2 ? city : null,
      };
    });
    return {
      "home, largest": [["home", { short_id: largest?.short_id ?? "" }]],
      "home, small": homes.map(({ short_id }) => ["home", { short_id }]),
      "reviews of the largest home": lists(largest?.id ?? ""),
      "homes of a city": [["homes_of_city", { city: place?.city ?? "" }]],
      "homes of a locality": [["homes_of_locality", { ...place }]],
      suggestions: terms.map((args) => ["suggest_homes", { ...args, term: args.term ?? "" }]),
    };
  } finally {
    await sql.end();
  }
}
