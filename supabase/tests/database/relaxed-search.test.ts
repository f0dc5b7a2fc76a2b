import { expect, test } from "vitest";
import { syntheticReviews } from "../../../bench/synthetic-reviews.ts";
import { as, call, type Group, newAccount, owner, type Page, publish, seed } from "./test-database.ts";

// browsing-fuzz.test.ts compares relaxed searches that replace no word with the browser mode.

type Answer = Page & { relaxed?: { search: string; leftOut: string[]; isReplaced: boolean } };

const browse = (search: string, args: Record<string, unknown> = {}) =>
  call("anon", "browse_properties", { search, ...args }) as Promise<Answer>;
const addressOf = ({ propertyName, locality, city }: Group) => [propertyName, locality, city].join(", ");

/** `searched` is the search that was run on the samples, relaxed or as typed; `found` matches the address of a home that it finds. */
const SEARCHES: [search: string, searched: string, found: RegExp][] = [
  // Blocks, sectors, stages
  ["HSR Sector 2", "HSR", /HSR Layout/],
  ["hsr layout sector 7 27th main", "hsr layout main", /HSR Layout/],
  ["koramangala 5th block", "koramangala", /Koramangala/],
  ["Jayanagar 4th T Block", "Jayanagar T", /Jayanagar/],
  ["BTM Layout 2nd Stage", "BTM Layout", /BTM Layout/],
  ["Indiranagar 100 Feet Road", "Indiranagar", /Indiranagar/],
  ["Noida Sector 62 block D", "Noida Sector 62 D", /Noida/],
  ["Anna Nagar West Extension", "Anna Nagar", /Anna Nagar/],
  ["Salt Lake Sector V", "Salt Lake", /Salt Lake/],
  ["New Town Action Area 1", "New Town", /New Town/],
  // Landmarks
  ["near BDA Complex HSR", "HSR", /HSR Layout/],
  ["behind Forum Mall Koramangala", "Koramangala", /Koramangala/],
  ["opposite Wipro gate Gachibowli", "gate Gachibowli", /Gachibowli/],
  ["Kothrud near Vanaz Corner", "Kothrud", /Kothrud/],
  ["powai next to galleria hospital", "powai", /Powai/],
  ["flats in Viman Nagar near Phoenix Marketcity", "Viman Nagar", /Viman Nagar/],
  // Titles, kinds and prices
  ["Mr Ramachandran landlord Velachery", "Velachery", /Velachery/],
  ["Shri Balakrishnan ji, Adyar", "Adyar", /Adyar/],
  ["apartment for rent in marathahalli", "marathahalli", /Marathahalli/],
  ["1RK Lajpat Nagar", "Lajpat Nagar", /Lajpat Nagar/],
  ["3BHK flats for rent in Wakad", "flats Wakad", /Wakad/],
  ["Vastrapur semi-furnished bungalow", "Vastrapur", /Vastrapur/],
  // Common words that other reviews contain
  ["wakad pune under 20000", "wakad pune under 20000", /Wakad, Pune/],
  ["bachelors allowed in pune with a gym", "bachelors allowed pune", /Pune/],
  ["pet friendly chennai", "chennai", /Chennai/],
  // Misspelt
  ["koramangla", "koramangala", /Koramangala/],
  ["Jaynagar", "jayanagar", /Jayanagar/],
  ["Indranagar flats", "indiranagar", /Indiranagar/],
  ["gachibouli", "gachibowli", /Gachibowli/],
  ["Marathalli", "marathahalli", /Marathahalli/],
  ["velacheri", "velachery", /Velachery/],
  ["amalthas kort", "amaltas", /Amaltas Court/],
  ["Palaash Hights", "palash heights", /Palash Heights/],
  ["kothrood", "kothrud", /Kothrud/],
  ["Maalviya Nagar", "malviya Nagar", /Malviya Nagar/],
  ["triplikane", "triplicane", /Triplicane/],
  ["jadhavpur", "jadavpur", /Jadavpur/],
  // Devanagari, Bengali, Gujarati, Tamil, Telugu, Kannada, Malayalam, Gurmukhi, Odia
  ["कोथरूड", "kothrud", /Kothrud/],
  ["अमलतास", "amaltas", /Amaltas Court/],
  ["कोरमंगला", "koramangala", /Koramangala/],
  ["लाजपत नगर", "lajpat nagar", /Lajpat Nagar/],
  ["वाकड पुणे", "wakad पुणे", /Wakad, Pune/],
  ["সল্ট লেক", "salt lake", /Salt Lake/],
  ["વસ્ત્રાપુર", "vastrapur", /Vastrapur/],
  ["அடையார்", "adyar", /Adyar/],
  ["வேளச்சேரி", "velachery", /Velachery/],
  ["మాధాపూర్", "madhapur", /Madhapur/],
  ["గచ్చిబౌలి", "gachibowli", /Gachibowli/],
  ["ಜಯನಗರ", "jayanagar", /Jayanagar/],
  ["ಇಂದಿರಾನಗರ", "indiranagar", /Indiranagar/],
  ["കോറമംഗല", "koramangala", /Koramangala/],
  ["ਲਾਜਪਤ ਨਗਰ", "lajpat nagar", /Lajpat Nagar/],
  ["ପୱାଇ ପାରିଜାତା", "parijata", /Parijata PG/],
];

async function expectFound(isSampleOnly: boolean) {
  const problems: string[] = [];
  for (const [search, searched, found] of SEARCHES) {
    const { groups, relaxed } = await browse(search, { page_size: 20 });
    if (isSampleOnly && (relaxed?.search ?? search) !== searched)
      problems.push(`${search}: ${JSON.stringify(relaxed)}`);
    const names = groups.map(addressOf);
    if (!names.some((name) => found.test(name))) problems.push(`${search} finds ${JSON.stringify(names)}`);
  }
  expect(problems).toEqual([]);
}

test("finds places by landmarks, blocks and titles, misspelled and in nine scripts", { tags: ["10.230"] }, async () => {
  await seed();
  await expectFound(true);
  const [home] = (await browse("HSR Sector 2")).groups;
  expect(home).toMatchObject({ count: 14, matchingCount: 14 });
  const rows = [...syntheticReviews(440, [{}], new Date())].map(({ row }) => ({ rating: 4, ...row, user_id: null }));
  await owner`insert into public.reviews ${owner(rows)}`;
  const [homes] = await owner`select count(*)::int from public.properties`;
  expect(homes?.count).toBeGreaterThan(340);
  await expectFound(false);
});

test("returns the words that it left out, within the chosen city", { tags: ["10.230"] }, async () => {
  const leftOut = async (search: string, city = "") => (await browse(search, { city })).relaxed?.leftOut;
  expect(await leftOut("zzyzx 7 hsr vwxyz", "Bengaluru")).toEqual(["zzyzx 7", "vwxyz"]);
  expect(await leftOut("tangedu hsr", "Bengaluru")).toEqual(["tangedu"]);
  expect(await leftOut("amaltas tangedu")).toBeUndefined();
});

test("replaces no word by a name with other letters, nor a short one", { tags: ["10.433"] }, async () => {
  for (const word of ["gutter", "dukan", "puna", "zari"]) {
    const { relaxed } = await browse(`${word} hsr`);
    expect(relaxed, word).toEqual({ search: "hsr", leftOut: [word], isReplaced: false });
  }
});

test("finds nothing if only generic words are left", { tags: ["10.230", "10.231"] }, async () => {
  for (const search of ["qwxqwx", "near the landlord 42", "xkcdq sector 9", "amaltas tangedu"])
    expect(await browse(search), search).toMatchObject({ groups: [], next: null });
});

test("does not relax an exact search", { tags: ["10.230", "10.231"] }, async () => {
  expect(await browse("rezidency", { exact: true })).toMatchObject({
    groups: [],
    next: null,
    similar: expect.arrayContaining([expect.anything()]),
  });
});

test("stops looking for unknown words after a second", { tags: ["10.230"] }, async () => {
  const [{ definition } = { definition: "" }] = await owner<{ definition: string }[]>`
    select pg_get_functiondef('private.occurs'::regproc) as definition`;
  const slow = definition.replace("search.at_most := 1;", "perform pg_catalog.pg_sleep(0.4); $&");
  expect(slow).not.toBe(definition);
  await owner.unsafe(slow);
  try {
    const [row] = await as("anon", async (sql) => {
      await sql`set local statement_timeout = '3s'`;
      return sql`select public.browse_properties(search => 'qwx rty psd fgh jkl zxc vbn mqw') as answer`;
    });
    expect(row?.answer).toMatchObject({ groups: [], next: null });
  } finally {
    await owner.unsafe(definition);
  }
});

test("knows the words of homes with a visible review only", async () => {
  const author = await newAccount("author");
  const id = await publish(author, { property_name: "Zyxwortham", locality: "Baner", city: "Pune" });
  const isKnownWhen = async (hidden_at: Date | null) => {
    await owner`update public.reviews set hidden_at = ${hidden_at} where id = ${id}`;
    await call("service_role", "operator_refresh_places");
    return (await owner`select from private.known_words where word = 'zyxwortham'`).length === 1;
  };
  expect(await isKnownWhen(new Date())).toBe(false);
  expect(await isKnownWhen(null)).toBe(true);
});

test("continues a relaxed search with the same words", { tags: ["10.230"] }, async () => {
  const first = await browse("bengaluru zzyzx", { page_size: 2 });
  expect(first.relaxed).toEqual({ search: "bengaluru", leftOut: ["zzyzx"], isReplaced: false });
  const next = await browse(first.relaxed?.search ?? "", { page_size: 2, after: first.next });
  const both = await browse("bengaluru", { page_size: 4 });
  expect([...first.groups, ...next.groups].map(addressOf)).toEqual(both.groups.map(addressOf));
});

test("finds names in an Indian script by their Latin spelling, and the reverse", { tags: ["10.232"] }, async () => {
  const home = { property_name: "ಸಂಪಿಗೆ ನಿವಾಸ", locality: "ಮಲ್ಲೇಶ್ವರಂ", review_text: "ಚೆನ್ನಾಗಿದೆ." };
  await publish(await newAccount("author"), home);
  expect((await browse("malleshwaram")).groups.map(addressOf)).toEqual(["ಸಂಪಿಗೆ ನಿವಾಸ, ಮಲ್ಲೇಶ್ವರಂ, Bengaluru"]);
  const suggest = async (term: string) => {
    const found = (await call("anon", "suggest_homes", { term })) as Record<string, Record<string, string>[]>;
    return [...(found.homes ?? []), ...(found.localities ?? [])].map((one) => one.propertyName ?? one.locality);
  };
  expect(await suggest("Malleshwaram")).toContain("ಮಲ್ಲೇಶ್ವರಂ");
  expect(await suggest("कोथ")).toContain("Kothrud");
  expect(await suggest("अमलतास")).toContain("Amaltas Court");
  expect(await suggest("இந்திராநகர்")).toContain("Indiranagar");
});
