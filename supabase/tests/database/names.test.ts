import { beforeAll, expect, test } from "vitest";
import { CITIES, OTHER_CITY } from "~/domain/cities";
import type { PropertyName } from "~/domain/property-group";
import { type Account, call, hide, newAccount, owner, publish } from "./test-database.ts";

let author: Account;
beforeAll(async () => {
  author = await newAccount("names");
});

/** Resolves to the name of a review's home, which must be the same in every response. */
async function nameOf(review_id: string): Promise<string> {
  const ask = (name: string, args: object) => call("anon", name, { ...args }) as Promise<Record<string, unknown>>;
  const { propertyId, reviews } = (await ask("review_in_context", { review_id })) as unknown as PropertyName & {
    reviews: PropertyName[];
  };
  const home = (await ask("home", { short_id: propertyId.slice(0, 8) })) as unknown as PropertyName;
  const [listed] = (await ask("home_addresses", { prefix: propertyId.slice(0, 4) })) as unknown as PropertyName[];
  const { homes } = (await ask("suggest_homes", { term: home.propertyName })) as unknown as { homes: PropertyName[] };
  const mine = (await call(author, "my_review", { review_id })) as PropertyName;
  const names = [home, ...reviews, listed, homes.find((found) => found.propertyId === propertyId), mine].map(
    (named) => `${named?.propertyName}, ${named?.locality}, ${named?.city}`,
  );
  expect(new Set(names)).toEqual(new Set([names[0]]));
  return names[0] ?? "";
}

test("names a home as most of its visible reviews spell it, not as the first", { tags: ["10.204"] }, async () => {
  const decorated = { property_name: "MOONLIGHT pg ★★★★★", locality: "h.s.r. layout!!!", city: "cHeNNai ★☠ (!!!)" };
  const first = await publish(author, decorated);
  const second = await publish(author, { property_name: "Moonlight PG", locality: "HSR Layout", city: "madras" });
  // In a tie the plainest spelling wins, not the oldest.
  expect(await nameOf(first)).toBe("Moonlight PG, HSR Layout, Chennai");
  const third = await publish(author, { property_name: "moonlight-pg", locality: "HSR Layout", city: "CHENNAI" });
  const fourth = await publish(author, { property_name: "moonlight-pg", locality: "HSR Layout", city: "Chennai." });
  expect(await nameOf(fourth)).toBe("moonlight-pg, HSR Layout, Chennai");
  await hide(third);
  expect(await nameOf(fourth)).toBe("Moonlight PG, HSR Layout, Chennai");
  await hide(second);
  await call(author, "withdraw_my_review", { review_id: first });
  expect(await nameOf(fourth)).toBe("moonlight-pg, HSR Layout, Chennai");
});

test.for([
  ["accents", "lÅkEvĨeW rĒsiDËncÝ"],
  ["capitals", "LAKEVIEW RESIDENCY"],
  ["small letters", "lakeview residency"],
  ["mixed letters", "lAKEVIEW Residency"],
])("keeps the plain spelling despite a review with %s", { tags: ["10.204"] }, async ([locality, property_name]) => {
  const plain = await publish(author, { property_name: "Lakeview Residency", locality });
  await publish(author, { property_name, locality });
  expect(await nameOf(plain)).toMatch(/^Lakeview Residency, /);
});

test("does not use the spelling of a hidden review for a home", { tags: ["10.204"] }, async () => {
  const home = { property_name: "Starlight PG call Anil", locality: "Adyar", city: "Chennai" };
  const withdrawn = await publish(author, { ...home, property_name: "STARLIGHT PG Call ANIL", locality: "ADYAR" });
  await call(author, "withdraw_my_review", { review_id: withdrawn });
  expect(await nameOf(await publish(author, home))).toBe("Starlight PG call Anil, Adyar, Chennai");
});

test("lists the cities of the form in one spelling each", { tags: ["10.204"] }, async () => {
  const rows = await owner`select city from private.cities where state = 'listed' order by city collate "C"`;
  expect(rows.map(({ city }) => city as string)).toEqual(CITIES.filter((city) => city !== OTHER_CITY));
  for (const typed of ["★ pune ★", "PUNE!!!", "Ｐｕｎｅ", "𝓟𝓾𝓷𝓮", "pünè", "Poona", "पुणे 🏠", "P\u0336une"]) {
    const [row] = await owner`select private.current_city(${typed}) as city`;
    expect(row?.city, typed).toBe("Pune");
  }
});
