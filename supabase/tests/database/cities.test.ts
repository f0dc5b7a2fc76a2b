import { beforeAll, expect, test } from "vitest";
import type { DeskQueue } from "~/data/desk";
import { type Account, call, newAccount, newOperator, owner, publish, refusal } from "./test-database.ts";
import { countMismatches } from "./count-mismatches.ts";

let author: Account;
let operator: Account;
beforeAll(async () => {
  [author, operator] = [await newAccount("cities"), await newOperator("asha")];
});

const visit = (name: string, args: object = {}) => call("anon", name, { ...args }) as Promise<never>;
const towns = async () => ((await call(operator, "desk_queue", { kind: "city" })) as DeskQueue).items;
const decide = async (name: string, command: string, outcome?: string) => {
  const found = (await towns()).find(({ town }) => town?.name === name);
  const decision = { subjects: found ? [found.id] : [], command, clause: "", sentence: "", outcome: outcome ?? null };
  return (await call(operator, "desk_decide", decision)) as number[];
};
const undo = (decisions: number[]) => call(operator, "desk_undo", { decisions });

/** Returns which responses contain a city or its locality "Bazaar". The last three find its homes even before the city is accepted. */
async function places(city: string, shortId: string): Promise<Record<string, boolean>> {
  const slug = city.toLowerCase();
  await call("service_role", "operator_refresh_places");
  const has = (answer: unknown) => JSON.stringify(answer).toLowerCase().includes(`"${slug}"`);
  const suggested = (await visit("suggest_homes", { term: city })) as { homes: []; localities: []; cities: [] };
  return {
    home: has(await visit("home_cities")),
    filter: has(await visit("review_cities")),
    deposits: has(await visit("deposit_figures")),
    page: has(await visit("homes_of_city", { city: slug })),
    locality: has(await visit("homes_of_locality", { city: slug, locality: "bazaar" })),
    names: has(await visit("place_names", { city: slug, locality: "bazaar" })),
    sitemap: has(await visit("home_addresses", { prefix: "" })),
    suggestion: has([suggested.cities, suggested.localities]),
    accepted: ((await visit("home", { short_id: shortId })) as { isCityAccepted: boolean }).isCityAccepted,
    url: has(await visit("home", { short_id: shortId })),
    search: has(await visit("browse_properties", { search: city })),
    suggestedHome: has(suggested.homes),
  };
}

async function homeIn(city: string, property_name = "Station View", count = 10): Promise<string> {
  const answers = owner.json({ deposit_back: "none" });
  for (let nth = 0; nth < count; nth += 1) await publish(author, { property_name, locality: "Bazaar", city, answers });
  const [home] = await owner`
    select p.short_id from public.properties as p
    where p.property_name = ${property_name} and p.city_key = private.fold(${city})`;
  return home?.short_id as string;
}

const HIDDEN = {
  ...{ home: false, filter: false, deposits: false, page: false, locality: false, sitemap: false },
  ...{ names: false, suggestion: false },
  accepted: false,
};
const FOUND = { url: true, search: true, suggestedHome: true };
const SHOWN = Object.fromEntries(Object.keys({ ...HIDDEN, ...FOUND }).map((place) => [place, true]));

test("treats a typed town as a city after an operator accepted it", { tags: ["10.205"] }, async () => {
  const shortId = await homeIn("kasauli");
  expect(await places("kasauli", shortId)).toEqual({ ...HIDDEN, ...FOUND });
  const follow = call(author, "follow_place", { city: "kasauli", locality: "Bazaar" });
  expect(await refusal(follow)).toMatchObject({ code: "PT404" });
  expect(await towns()).toMatchObject([
    { town: { name: "kasauli", homeCount: 1, homes: [{ propertyName: "Station View" }] } },
  ]);

  const decisions = await decide("kasauli", "accept-city", "KASAULI ★");
  expect(await places("KASAULI", shortId)).toEqual(SHOWN);
  expect(await towns()).toEqual([]);
  await undo(decisions);
  expect(await places("KASAULI", shortId)).toEqual({ ...HIDDEN, ...FOUND });

  await decide("KASAULI", "accept-city", "Kasauli");
  expect(await visit("home_cities")).toMatchObject([{ city: "Kasauli", homeCount: 1 }]);
  await homeIn("kASAULI!!", "Pine House", 1);
  expect(await visit("home_cities")).toMatchObject([{ city: "Kasauli", homeCount: 2 }]);
  expect(await countMismatches(owner)).toEqual([]);
});

test("moves the homes of a town that is another name of a city", { tags: ["10.205"] }, async () => {
  const there = await homeIn("Chennai", "Marina House", 1);
  const same = await homeIn("Chennai City", "Marina House", 2);
  const other = await homeIn("Chennai City", "Lake House", 1);
  expect(await refusal(decide("Chennai City", "accept-city", "Atlantis"))).toMatchObject({ code: "PT400" });
  const decisions = await decide("Chennai City", "accept-city", "madras");
  expect(await visit("home", { short_id: same })).toEqual(await visit("home", { short_id: there }));
  const moved = { propertyName: "Marina House", city: "Chennai", count: 3 };
  expect(await visit("home", { short_id: same })).toMatchObject(moved);
  expect(await visit("home", { short_id: other })).toMatchObject({ ...moved, propertyName: "Lake House", count: 1 });
  await publish(author, { property_name: "Marina House", locality: "Bazaar", city: "chennai, city" });
  expect(await visit("home", { short_id: there })).toMatchObject({ count: 4 });
  expect(await visit("homes_of_city", { city: "chennai-city" })).toMatchObject({ city: "Chennai", homeCount: 2 });
  expect(await towns()).toEqual([]);
  expect(await refusal(undo(decisions))).toMatchObject({ code: "PT409" });
  expect(await countMismatches(owner)).toEqual([]);
});

test("keeps a refused town as text and does not list it again", { tags: ["10.205"] }, async () => {
  const shortId = await homeIn("Refund Help");
  const decisions = await decide("Refund Help", "refuse-city");
  await homeIn("refund help", "Another Office", 1);
  expect(await places("Refund Help", shortId)).toEqual({ ...HIDDEN, ...FOUND });
  expect(await towns()).toEqual([]);
  await undo(decisions);
  expect(await towns()).toMatchObject([{ town: { name: "Refund Help", homeCount: 2 } }]);
});

test("accepts at most 1,000 towns", { tags: ["10.205"] }, async () => {
  await homeIn("Last Town", "A House", 1);
  await owner`
    insert into private.cities (city, state)
    select 'Town ' || n, 'accepted' from generate_series(1, 1000 - (select count(*) from private.cities where state = 'accepted')) as n`;
  expect(await refusal(decide("Last Town", "accept-city"))).toMatchObject({ code: "PT409" });
});
