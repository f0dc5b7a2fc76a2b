import { beforeAll, expect, test } from "vitest";
import type { CityHomes } from "~/data/homes";
import { dayInIndia } from "~/domain/dates";
import { TOPICS } from "~/domain/enumerations";
import type { Home, HomeSuggestions } from "~/domain/home";
import {
  acceptCities,
  type Account,
  call,
  hide,
  newAccount,
  owner,
  pagesOf,
  propertyOf,
  publish,
  refusal,
  unhide,
  upload,
} from "./test-database.ts";

let author: Account;
beforeAll(async () => {
  author = await newAccount("homes");
  await acceptCities("Nowherepur", "Listpur");
});

type Reviews = { reviews: { id: string }[]; next: string | null; matchingCount: number };

const read = <Answer>(name: string, args: Record<string, unknown> = {}) => call("anon", name, args) as Promise<Answer>;
const suggest = (term: string, city?: string) =>
  read<HomeSuggestions>("suggest_homes", { term, ...(city && { city }) });

test("counts what visible reviews say in a home's figures", { tags: ["10.1", "10.502"] }, async () => {
  const home = { property_name: "Figure House", locality: "Kothrud", city: "Poona" };
  const issues = (...severities: (string | undefined)[]) =>
    owner.json(severities.map((severity) => ({ description: "Damp", ...(severity && { severity }) })));
  await publish(author, {
    ...home,
    rating: 5,
    ...{ would_recommend: true, property_type: "Villa", duration: "1–2 years", move_in_date: "2021-03-01" },
    ...{ management_response_time: "within_week", issue_resolution_status: "na" },
    reported_issues: issues("Major", "Major", undefined),
    proof_urls: [await upload(author)],
    answers: owner.json({ deposit_back: "living_there" }),
  });
  await publish(author, {
    ...{ ...home, property_name: "FIGURE  house", rating: 2, would_recommend: false, move_in_date: "2019-12-31" },
    ...{ issue_resolution_status: "none_fixed", property_type: "Villa" },
    reported_issues: owner.json([{ description: "None.", severity: "Critical" }]),
    ...{
      review_text: "The tanker comes late.",
      answers: owner.json({ water: "tanker", size: "2bhk", deposit_back: "part" }),
    },
  });
  await hide(await publish(author, { ...home, rating: 1 }));

  const shortId = await shortIdOf("Figure House");
  const found = await read<Home>("home", { short_id: shortId });
  const year = `year:${dayInIndia(new Date()).slice(0, 4)}`;
  expect(found).toEqual({
    bursts: { isChecked: false, uncountedCount: 0 },
    ...{ propertyId: expect.stringMatching(`^${shortId}`), propertyName: "Figure House", locality: "Kothrud" },
    ...{
      city: "Pune",
      count: 2,
      totalRating: 7,
      lastReviewOn: dayInIndia(new Date()),
      isCityAccepted: true,
      nearby: [],
    },
    excerpt: "The tanker comes late.",
    figures: {
      ...{ "rating:5": 1, "rating:2": 1, "photos:5": 1, "would_recommend:true": 1, "would_recommend:false": 1 },
      ...{ "property_type:Villa": 2, "duration:1–2 years": 1, "move_in_year:2021": 1, "move_in_year:2019": 1 },
      ...{ "management_response_time:within_week": 1, "issue_resolution_status:none_fixed": 1, "severity:Major": 1 },
      ...{ "issue_resolution_status:na": 1, "water:tanker": 1, "size:2bhk": 1, "topic:water": 1 },
      ...{ "deposit_back:living_there": 1, "deposit_back:part": 1 },
      ...{ [`${year}:rating:5`]: 1, [`${year}:rating:2`]: 1, [`${year}:back:part`]: 1 },
    },
  });
  expect(await read("home", { short_id: shortId.toUpperCase() })).toEqual(found);
});

test("hides a home without a visible review until one is shown again", { tags: ["10.2"] }, async () => {
  const id = await publish(author, { property_name: "Seldom House", locality: "Fort", city: "Nowherepur" });
  const shortId = await shortIdOf("Seldom House");
  const answers = async () => [
    (await read<Home | null>("home", { short_id: shortId }))?.count,
    (await read<CityHomes | null>("homes_of_city", { city: "nowherepur" }))?.homeCount,
    (await read<CityHomes | null>("homes_of_locality", { city: "nowherepur", locality: "fort" }))?.homeCount,
    (await read<{ propertyId: string }[]>("home_addresses", { prefix: shortId.slice(0, 4) })).length,
    (await suggest("Seldom Ho")).homes.length,
    (await suggest("nowherepu")).cities.length,
  ];
  expect(await answers()).toEqual([1, 1, 1, 1, 1, 1]);
  await hide(id);
  expect(await answers()).toEqual([undefined, undefined, undefined, 0, 0, 0]);
  await unhide(id);
  expect(await answers()).toEqual([1, 1, 1, 1, 1, 1]);
  await owner`delete from public.reviews where id = ${id}`;
  expect(await answers()).toEqual([undefined, undefined, undefined, 0, 0, 0]);
});

test("sorts a home's reviews and filters them by stars and photos", { tags: ["10.3"] }, async () => {
  const home = { property_name: "Sorted House", locality: "Kothrud", city: "Pune" };
  const made: { id: string; rating: number; verified: boolean }[] = [];
  for (let nth = 0; nth < 45; nth += 1) {
    const rating = 1 + ((nth * 7) % 5);
    const verified = nth % 3 === 0;
    const proof_urls = verified ? [await upload(author)] : null;
    made.unshift({ id: await publish(author, { ...home, rating, proof_urls }), rating, verified });
  }
  const property_id = await propertyOf(made[0]?.id ?? "");
  const sorts = { newest: () => 0, highest: byRating(-1), lowest: byRating(1) };
  for (const [sort, order] of Object.entries(sorts))
    for (const stars of [null, 1, 3])
      for (const with_photos of [false, true]) {
        const expected = made
          .filter(({ rating, verified }) => (stars === null || rating === stars) && (verified || !with_photos))
          .toSorted(order);
        const pages = await pagesOf<Reviews>("home_reviews", { property_id, sort, stars, with_photos, page_size: 7 });
        expect(new Set(pages.map(({ matchingCount }) => matchingCount))).toEqual(new Set([expected.length]));
        const found = pages.flatMap(({ reviews }) => reviews.map(({ id }) => id));
        expect(found, `${sort} ${stars} ${with_photos}`).toEqual(expected.map(({ id }) => id));
      }
  const ofAnother = await publish(author);
  for (const after of ["x", ofAnother])
    expect(await refusal(read("home_reviews", { property_id, after }))).toMatchObject({ code: "PT400" });
  const none = { reviews: [], next: null, matchingCount: 0, topicWords: null };
  expect(await read("home_reviews", { property_id: ofAnother })).toEqual(none);
});

test("filters a home's reviews by answers, year and topic, and counts them", { tags: ["10.13"] }, async () => {
  const home = { property_name: "Filtered House", locality: "Kothrud", city: "Pune" };
  const made: Record<string, unknown>[] = [];
  for (let nth = 0; nth < 24; nth += 1) {
    const answers = { ...(nth % 2 && { size: "2bhk" }), ...(nth % 3 && { deposit_back: nth % 4 ? "all" : "part" }) };
    const year = [2021, 2024][nth % 5] ?? null;
    const rating = 1 + (nth % 2);
    const proof_urls = nth % 6 === 0 ? [await upload(author)] : null;
    const review = { review_text: nth % 4 ? "पानी दिन भर" : "Quiet.", move_in_date: year && `${year}-12-31` };
    const id = await publish(author, { ...home, rating, proof_urls, answers: owner.json(answers), ...review });
    made.unshift({ ...answers, id, year, rating, photos: proof_urls !== null, topic: nth % 4 ? "water" : "noise" });
  }
  const property_id = await propertyOf(String(made[0]?.["id"]));
  const filters = [
    [{ answers: owner.json({ size: "2bhk" }) }, { size: "2bhk" }],
    [{ answers: owner.json({ size: "2bhk", deposit_back: "all" }) }, { size: "2bhk", deposit_back: "all" }],
    [{ answers: owner.json({ size: "bed" }) }, { size: "bed" }],
    [{ answers: owner.json({}) }, {}],
    [{ move_in_year: 2021 }, { year: 2021 }],
    [{ topic: "water" }, { topic: "water" }],
    [{ topic: "weather" }, { topic: "weather" }],
    [
      { topic: "water", stars: 2 },
      { topic: "water", rating: 2 },
    ],
    [
      { topic: "noise", with_photos: true },
      { topic: "noise", photos: true },
    ],
    [
      { topic: "water", move_in_year: 2024, answers: owner.json({ size: "2bhk" }) },
      { topic: "water", year: 2024, size: "2bhk" },
    ],
  ] as const;
  for (const [args, wanted] of filters) {
    for (const sort of ["newest", "lowest"]) {
      const expected = made
        .filter((review) => Object.entries(wanted).every(([name, value]) => review[name] === value))
        .toSorted((a, b) => (sort === "lowest" ? Number(a["rating"]) - Number(b["rating"]) : 0));
      const pages = await pagesOf<Reviews>("home_reviews", { property_id, sort, page_size: 4, ...args });
      const found = pages.flatMap(({ reviews }) => reviews.map(({ id }) => id));
      expect(found, JSON.stringify(wanted)).toEqual(expected.map(({ id }) => id));
      expect(new Set(pages.map(({ matchingCount }) => matchingCount))).toEqual(new Set([expected.length]));
    }
  }
  const { topicWords } = await read<{ topicWords: string[] }>("home_reviews", { property_id, topic: "water" });
  expect(topicWords).toContain("पानी");
});

test("finds topics by how words start, in English and Indian scripts", { tags: ["10.12"] }, async () => {
  const topicsOf = async (review_text: string) => {
    const id = await publish(author, { review_text });
    const [row] = await owner<{ topics: string[] }[]>`select topics from public.reviews where id = ${id}`;
    return row?.topics;
  };
  for (const [text, topics] of [
    ["Nothing to add.", []],
    ["WATERLOGGED lane, underwater lights", ["water"]],
    ["A message about the owner’s dogs", ["owner", "pets"]],
    ["The mess, parked bikes and a leaking tap", ["food", "parking and lift", "repairs"]],
    ["डिपॉज़िट वापस, पानी कम, पड़ोसी अच्छे", ["deposit", "neighbours", "water"]],
    ["বিদ্যুৎ থাকে না, খাবার ভালো", ["food", "power"]],
    ["தண்ணீர் வரும், பாதுகாப்பான இடம்", ["safety", "water"]],
    ["కరెంట్ పోదు, యజమాని మంచివాడు", ["owner", "power"]],
    ["ನೀರು ಇದೆ, ಮಾಲೀಕರು ಬರುವುದಿಲ್ಲ", ["owner", "water"]],
    ["വെള്ളം ഉണ്ട്, അഡ്വാൻസ് കിട്ടി", ["deposit", "water"]],
    ["घरमालक चांगले, जेवण छान", ["food", "owner"]],
    ["પાણી આવે છે, પાર્કિંગ નથી", ["parking and lift", "water"]],
    ["ਪਾਣੀ ਹੈ, ਬਿਜਲੀ ਨਹੀਂ", ["power", "water"]],
  ] as const)
    expect(await topicsOf(text), text).toEqual(topics);
  const [listed] = await owner`select array_agg(topic order by topic) as topics from private.topics`;
  expect(listed?.topics).toEqual(TOPICS);
  // The search text of a comment that names a city includes all names of that city, so none of them may contain a word of a topic.
  const misled = await owner`
    select a.alias_words, t.topic from private.city_aliases as a, private.topics as t, unnest(t.words) as word
    where strpos(a.alias_words || a.city_words, ' ' || word) > 0`;
  expect([...misled]).toEqual([]);
});

function byRating(direction: 1 | -1) {
  return (a: { rating: number }, b: { rating: number }) => direction * (a.rating - b.rating);
}

test("lists homes of cities and localities by latest review, in any spelling", { tags: ["10.4"] }, async () => {
  const city = "Listpur";
  for (let nth = 0; nth < 45; nth += 1)
    await publish(author, { property_name: `Listed ${nth}`, locality: nth % 3 ? "Old Town" : "old-town", city });
  await publish(author, { property_name: "Beside", locality: "Extension", city: "LISTPUR" });
  await publish(author, { property_name: "Listed 7", locality: "Old Town", city, rating: 1 });

  const pages = await pagesOf<CityHomes>("homes_of_locality", { city: "listpur", locality: "old-town" });
  for (const page of pages) expect(page).toMatchObject({ city, locality: "old-town", homeCount: 45 });
  const names = pages.flatMap(({ homes }) => homes.map(({ propertyName }) => propertyName));
  const byLatest = Array.from({ length: 45 }, (_, nth) => `Listed ${44 - nth}`).filter((name) => name !== "Listed 7");
  expect(names).toEqual(["Listed 7", ...byLatest]);

  const whole = await read<CityHomes>("homes_of_city", { city: "Listpur" });
  expect(whole.localities).toEqual([
    { locality: "old-town", homeCount: 45 },
    { locality: "Extension", homeCount: 1 },
  ]);
  expect(whole.homes.map(({ propertyName }) => propertyName).slice(0, 3)).toEqual(["Listed 7", "Beside", "Listed 44"]);
  const ofAnother = { city: "listpur", locality: "extension", after: whole.homes[0]?.propertyId };
  expect(await refusal(read("homes_of_locality", ofAnother))).toMatchObject({ code: "PT400" });
  const locality = (slug: string) => read("homes_of_locality", { city: "listpur", locality: slug });
  expect(await locality("extension")).toMatchObject({ locality: "Extension" });
  expect(await locality("nowhere")).toBeNull();
  expect((await read<Home>("home", { short_id: await shortIdOf("Listed 44") })).nearby).toHaveLength(4);
});

test("finds a city by each of its names, and counts it under one", { tags: ["10.5"] }, async () => {
  await publish(author, { property_name: "Renamed House", city: "Bangalore" });
  for (const name of ["bengaluru", "bangalore", "Bangalore", "बेंगलुरु"])
    expect((await read<CityHomes>("homes_of_city", { city: name })).city).toBe("Bengaluru");
  const cities = await read<{ city: string; homeCount: number }[]>("home_cities");
  expect(cities.filter(({ city }) => city === "Bengaluru")).toHaveLength(1);
  expect(cities.map(({ homeCount }) => homeCount)).toEqual(cities.map((c) => c.homeCount).toSorted((a, b) => b - a));
});

test("returns the start of each home's newest review in a list", { tags: ["10.6"] }, async () => {
  const home = { property_name: "Telling House", locality: "Telling", city: "Pune" };
  await publish(author, { ...home, review_text: "Older." });
  await publish(author, { ...home, review_text: `Airy.\n\nWalls ${"are damp ".repeat(40)}`.trim() });
  const excerpt = async () =>
    (await read<CityHomes>("homes_of_locality", { city: "pune", locality: "telling" })).homes[0]?.excerpt ?? "";
  expect(await excerpt()).toMatch(/^Airy\. Walls are damp .* (?:are|damp)…$/);
  expect((await excerpt()).length).toBeLessThanOrEqual(160);
  for (const text of ["अ".repeat(161), "अ".repeat(160), "Short."]) {
    await publish(author, { ...home, review_text: text });
    expect(Array.from(await excerpt()).length).toBe(Math.min(text.length, 160));
  }
});

test("suggests homes and places despite typing errors", { tags: ["10.7"] }, async () => {
  await publish(author, { property_name: "Amaltas Court", locality: "Electronic City", city: "Bengaluru" });
  await publish(author, { property_name: "Amaltas Court", locality: "Wakad", city: "Pune" });
  await publish(author, { property_name: "शांति निवास", locality: "Wakad", city: "Pune" });
  const homes = async (term: string, city?: string) =>
    (await suggest(term, city)).homes.map(({ propertyName }) => propertyName);
  for (const term of ["Amaltas Court", "amal", "amaltas cort", "amltas court", "court amaltas"])
    expect(await homes(term), term).toEqual(["Amaltas Court", "Amaltas Court"]);
  expect(await homes("amaltas", "Poona")).toEqual(["Amaltas Court"]);
  expect(await homes("शांति")).toEqual(["शांति निवास"]);
  for (const term of ["bengal", "banglore", "bangalore", "Bangalor", "बेंगलुरु"])
    expect((await suggest(term)).cities, term).toMatchObject([{ city: "Bengaluru" }]);
  for (const term of ["electronic", "elctronic city"])
    expect((await suggest(term)).localities[0], term).toMatchObject({ locality: "Electronic City", city: "Bengaluru" });
});

test("limits suggestions, and makes none for a blank term", { tags: ["10.7"] }, async () => {
  for (const term of ["", " ", "\u200d", "%", "_", "\\"])
    expect(await suggest(term)).toEqual({ homes: [], localities: [], cities: [] });
  const many = await suggest("l");
  expect([many.homes.length, many.localities.length <= 3, many.cities.length <= 3]).toEqual([5, true, true]);
});

test("lists every home once in the parts of the sitemap", { tags: ["10.8"] }, async () => {
  const ids = async (prefix: string) =>
    (await read<{ propertyId: string }[]>("home_addresses", { prefix })).map(({ propertyId }) => propertyId);
  const all = await ids("");
  const [counted] = await owner`select count(*)::int as homes from public.properties where review_count > 0`;
  expect(new Set(all).size).toBe(counted?.homes);
  const parts = await Promise.all([..."0123456789abcdef"].map((digit) => ids(digit)));
  expect(parts.flat()).toEqual(all);
  for (const prefix of ["00000", "g", "%", "A"])
    expect(await refusal(read("home_addresses", { prefix }))).toMatchObject({ code: "PT400" });
});

test("gives a new home another id if its first digits are taken", { tags: ["10.9"] }, async () => {
  const [taken] = await owner<{ id: string }[]>`select id from public.properties limit 1`;
  await owner`create sequence draws`;
  await owner.unsafe(`
    alter table public.properties alter column id set default
      case when nextval('draws') = 1 then overlay(gen_random_uuid()::text placing '${taken?.id.slice(0, 8)}' from 1)::uuid
      else gen_random_uuid() end`);
  try {
    await publish(author, { property_name: "Second Try House" });
    expect(await shortIdOf("Second Try House")).not.toBe(taken?.id.slice(0, 8));
    const [draws] = await owner`select last_value::int as number from draws`;
    expect(draws?.number).toBe(2);
  } finally {
    await owner`alter table public.properties alter column id set default gen_random_uuid()`;
  }
});

async function shortIdOf(name: string): Promise<string> {
  const [row] = await owner<{ short_id: string }[]>`
    select short_id from public.properties where property_name = ${name} order by created_at desc limit 1`;
  return row?.short_id ?? "";
}
