import { beforeAll, expect, test } from "vitest";
import type { CityHomes } from "~/data/homes";
import { QUESTIONS } from "../../../app/domain/questions.ts";
import { seededRandom } from "../../../bench/random.ts";
import { acceptCities, call, newAccount, owner, pagesOf, publish, refusal } from "./test-database.ts";

type Filters = Record<string, string[]>;
interface Written {
  property_name: string;
  locality: string;
  property_type: string | null;
  rating: number;
  answers: Record<string, string>;
}
interface ExpectedHome {
  name: string;
  locality: string;
  reviews: Written[];
  latest: number;
}

const HOMES = 60;
const RENTS = Object.keys(QUESTIONS.rent.answers);
const KINDS: Record<string, string> = {
  "PG / Hostel": "pg",
  "Shared Room": "pg",
  Apartment: "flat",
  "Independent House": "house",
  Villa: "house",
};
const ANSWERS: Record<string, string[]> = {
  size: ["bed", "room", "1bhk", "2bhk"],
  rent: RENTS.slice(0, 5),
  deposit_back: ["all", "part", "none", "waiting", "living_there"],
  water: ["all_day", "fixed_hours", "tanker"],
  bachelors: ["yes", "no"],
  pets: ["yes", "no"],
};

const random = seededRandom(41);
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
const written: Written[] = [];

beforeAll(async () => {
  const author = await newAccount("filters");
  await acceptCities("Filterpur");
  for (let nth = 0; nth < 3 * HOMES; nth += 1) {
    const home = nth < HOMES ? nth : Math.floor(random() * HOMES);
    const given = Object.entries(ANSWERS).flatMap(([key, answers]) => (random() < 0.6 ? [[key, pick(answers)]] : []));
    const review: Written = {
      property_name: `Home ${home}`,
      locality: home % 3 ? "East" : "West",
      property_type: pick([...Object.keys(KINDS), null]),
      rating: 1 + Math.floor(random() * 5),
      answers: Object.fromEntries(given) as Record<string, string>,
    };
    written.push(review);
    const city = "Filterpur";
    await publish(author, { ...review, city, review_text: `Review ${nth}.`, answers: owner.json(review.answers) });
  }
  await call("service_role", "operator_refresh_places");
});

test("filters and sorts homes as a full scan of their reviews does", { tags: ["10.16"] }, async () => {
  for (let nth = 0; nth < 150; nth += 1) {
    const locality = pick([null, "East", "West"]);
    const sort = pick(["latest", "best", "reviews"]);
    const filters = randomFilters();
    const [homes, all] = expectedHomes(locality, sort, filters);
    const asked = { city: "filterpur", ...(locality && { locality }), sort, filters: owner.json(filters) };
    const pages = await pagesOf<CityHomes>(locality ? "homes_of_locality" : "homes_of_city", asked);
    const query = JSON.stringify([locality, sort, filters]);
    const names = pages.flatMap((page) => page.homes.map(({ propertyName }) => propertyName));
    expect(names, query).toEqual(homes.map(({ name }) => name));
    const isFiltered = Object.keys(filters).length > 0;
    expect(pages[0]?.matchingCount, query).toBe(isFiltered ? homes.length : null);
    for (const question of Object.keys(filters)) {
      const { [question]: _, ...others } = filters;
      const without = all.filter((home) => matches(home, others)).length;
      expect((pages[0]?.missing[question] ?? 0) + homes.length, query).toBe(without);
    }
  }
});

test("counts the homes of a place by trait", { tags: ["10.16"] }, async () => {
  for (const locality of [null, "East"]) {
    const counted: Record<string, number> = {};
    for (const trait of expectedHomes(locality, "latest", {})[0].flatMap((home) => traitsOf(home)))
      counted[trait] = (counted[trait] ?? 0) + 1;
    const name = locality ? "homes_of_locality" : "homes_of_city";
    const place = (await call("anon", name, { city: "filterpur", ...(locality && { locality }) })) as CityHomes;
    expect(place.traits).toEqual(counted);
  }
});

test("continues a search for a rare combination after 10,000 homes", { tags: ["10.16"] }, async () => {
  const author = await newAccount("walker");
  await acceptCities("Vastpur");
  for (const property_name of ["First", "Early", "Last"])
    await publish(author, { property_name, city: "Vastpur", rating: 3, answers: owner.json({ pets: "yes" }) });
  // Insert 10,050 homes with figures but without reviews between First and Last.
  await owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      insert into private.property_figures (property_id, figures, spellings, last_day, last_order, city_slug, locality_slug)
      select gen_random_uuid(), '{"rating:3": 1}', '{}', '2026-01-01', 1000000 + n, 'vastpur', '' from generate_series(1, 10050) as n`;
    await sql`
      update private.property_figures as f set last_day = '2026-01-01', last_order = placed.last_order
      from public.properties as p
      join (values ('First', 2000000), ('Early', 1010001), ('Last', 1000000)) as placed (name, last_order) on p.property_name = placed.name
      where f.property_id = p.id`;
  });
  for (const sort of ["latest", "best", "reviews"]) {
    const asked = { city: "vastpur", sort, filters: owner.json({ pets: ["yes"] }) };
    const pages = await pagesOf<CityHomes>("homes_of_city", asked);
    expect(pages.map(({ matchingCount }) => matchingCount)).toEqual([null, null]);
    const names = pages.flatMap(({ homes }) => homes.map(({ propertyName }) => propertyName));
    expect(names).toEqual(["First", "Early", "Last"]);
  }
});

test("matches nothing for unknown filters and refuses too many", { tags: ["10.16"] }, async () => {
  const ask = (filters: unknown) =>
    call("anon", "homes_of_city", { city: "filterpur", filters: owner.json(filters as Filters) }) as Promise<CityHomes>;
  for (const filters of [{ water: "all_day" }, { water: [] }, { "'); --": ["' or true"] }, { city: ["filterpur"] }])
    expect((await ask(filters)).homes, JSON.stringify(filters)).toEqual([]);
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, nth) => [`question${nth}`, ["yes"]]));
  for (const filters of [many, { ["q".repeat(31)]: ["yes"] }])
    expect(await refusal(ask(filters))).toMatchObject({ code: "PT400" });
});

function randomFilters(): Filters {
  const choices: Filters = { kind: ["pg", "flat", "house"], ...ANSWERS };
  return Object.fromEntries(
    Object.entries(choices).flatMap(([question, answers]) => {
      if (random() < 0.7) return [];
      return [[question, question === "rent" ? RENTS.slice(0, 1 + Math.floor(random() * 4)) : [pick(answers)]]];
    }),
  );
}

/** Returns the sorted homes of a place that match, and all homes of the place. */
function expectedHomes(locality: string | null, sort: string, filters: Filters): [ExpectedHome[], ExpectedHome[]] {
  const homes = new Map<string, ExpectedHome>();
  written.forEach((review, latest) => {
    if (locality !== null && review.locality !== locality) return;
    const reviews = [...(homes.get(review.property_name)?.reviews ?? []), review];
    homes.set(review.property_name, { name: review.property_name, locality: review.locality, reviews, latest });
  });
  const all = [...homes.values()];
  const weight =
    { latest: () => 0, best: scoreOf, reviews: (home: ExpectedHome) => home.reviews.length }[sort] ?? scoreOf;
  const ordered = all.toSorted((a, b) => weight(b) - weight(a) || b.latest - a.latest);
  return [ordered.filter((home) => matches(home, filters)), all];
}

function scoreOf({ reviews }: ExpectedHome): number {
  const score = (17.5 + reviews.reduce((sum, { rating }) => sum + rating, 0)) / (5 + reviews.length);
  return reviews.length < 3 ? score - 10 : score;
}

function matches(home: ExpectedHome, filters: Filters): boolean {
  const traits = traitsOf(home);
  return Object.entries(filters).every(([question, answers]) =>
    answers.some((answer) => traits.includes(`${question}:${answer}`)),
  );
}

function traitsOf({ reviews }: ExpectedHome): string[] {
  const answersTo = (question: string) =>
    reviews
      .map((review) => (question === "kind" ? KINDS[review.property_type ?? ""] : review.answers[question]))
      .filter((answer) => answer !== undefined && answer !== "living_there");
  return ["kind", ...Object.keys(ANSWERS)].flatMap((question) => {
    const answers = answersTo(question);
    const distinct = [...new Set(answers)];
    const count = (answer: string | undefined) => answers.filter((other) => other === answer).length;
    const most = Math.max(...distinct.map(count));
    const lowest = RENTS.find((rent) => answers.includes(rent));
    const shown = distinct.filter((answer) => {
      if (question === "size") return true;
      return question === "rent" ? answer === lowest : count(answer) === most;
    });
    return shown.map((answer) => `${question}:${answer}`);
  });
}
