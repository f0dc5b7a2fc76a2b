import { expect, test } from "vitest";
import { testReview } from "./test-review";
import { typedWords, understandSearch, understoodParts } from "./understand-search";

const REVIEWS = [
  testReview({ propertyName: "Palm Ladies PG", locality: "HSR Layout" }),
  testReview({ propertyName: "Ladies PG", locality: "Sector 62", city: "Noida" }),
  testReview({ propertyName: "12-B", locality: "Anna Nagar", city: "Chennai" }),
];

test("splits a search into typed words, without symbols and commas in numbers", () => {
  expect(typedWords("  HSR Layout,Pune; “M.G.” – ₹20,000 🏠 ")).toEqual(["HSR", "Layout", "Pune", "“M.G.”", "₹20000"]);
  expect(typedWords(`${"x".repeat(99)} y`)).toEqual(["x".repeat(99)]);
  expect(["%", "_", "🏠", " , ; "].flatMap(typedWords)).toEqual([]);
});

/** Each part as "meaning value|word first-last", without what is the default. */
test.for<[search: string, understood: string, city?: string]>([
  // Cities
  ["court bangalore", "word court|court, city Bengaluru"],
  ["blr hyd bengaluru", "city Bengaluru, word hyderabad|hyderabad, city Bengaluru"],
  ["new delhi", "city Delhi"],
  ["bengaluru pune", "word bengaluru|bengaluru, city Pune"],
  ["anna nagar bengaluru chennai", "place Anna Nagar|anna nagar, word bengaluru|bengaluru, city Chennai"],
  ["pune mumbai", "word pune|pune, city Mumbai", "Bombay"],
  ["बेंगलुरु", "city Bengaluru"],
  // Places, in the city of the search
  ["hsrlayout", "place HSR Layout|hsr layout"],
  ["HSR", "place HSR Layout|hsr"],
  ["anna sector62", "place Anna Nagar|anna, place Sector 62|sector 62 "],
  ["sec 62", "place Sector 62|sector 62 "],
  ["hsr lyt", "place HSR Layout|hsr layout"],
  ["hsr noida", "word hsr|hsr, city Noida"],
  ["hsr", "word hsr|hsr", "Chennai"],
  // Names of homes
  ["palm ladies pg", "home palm ladies pg|palm ladies pg"],
  ["ladies pg", "answer for:women, kind kind:pg"],
  ["12 b", "home 12 b| 12 b "],
  // Answers, kinds, topics
  ["2bhk flat", "answer size:2bhk, kind kind:flat"],
  ["girls hostel with food", "answer for:women, kind kind:pg, answer food:yes"],
  ["pani ki problem", "topic water|#WATER"],
  ["मकान मालिक", "topic owner|#OWNER"],
  // Rents
  ["under 20k", "rent 0-20000"],
  ["up to ₹20,000", "rent 0-20000"],
  ["less than 20 thousand", "rent 0-20000"],
  ["rent 1 lakh", "rent 0-100000"],
  ["10-15k", "rent 10000-15000"],
  ["10k to 15k", "rent 10000-15000"],
  ["10k 15k", "rent 10000-15000"],
  ["rs 9000 to 9500 per month", "rent 9000-9500"],
  ["1-2lakhs budget", "rent 100000-200000"],
  ["1-2 lakhs", "rent 100000-200000"],
  ["20k se kam", "rent 0-20000"],
  ["15000", "rent 0-15000"],
  ["15250", "generic 15250|15250"],
  ["1000 2000", "generic 1000|1000, generic 2000|2000"],
  ["15-10k", "generic 15|15, rent 0-10000"],
  ["rent 500", "filler rent|rent, generic 500|500"],
  ["under 20 lakh", "filler under|under, generic 20|20, word lakh|lakh"],
  // Words
  ["2bhk/lake and 24/7 water", "answer size:2bhk, word lake|lake, filler and|and, answer water:all_day"],
  ["near the lake", "filler near|near, filler the|the, word lake|lake"],
  ["lake-view-road", "word lake view road|lake view road"],
  ["5th 12/C", "generic 5 th| 5 th, generic 12 c| 12 c "],
  ["tower 7-a", "generic tower|tower, generic 7 a| 7 a "],
  ["gated-community", "generic gated community|gated community"],
  ["m g road", "word mg|mg, generic road|road"],
  ["12 c d", "generic 12|12, generic c|c, generic d|d"],
  ["soc recidency", "generic society|society, word residency|residency"],
  ["", ""],
])("understands %j", ([search, understood, city = ""]) => {
  const parts = understandSearch(search, city, REVIEWS);
  expect(parts.map(({ meaning, value, word }) => `${meaning} ${value}${word && `|${word}`}`).join(", ")).toBe(
    understood,
  );
});

test("tells what was typed for each part, and the search without it", () => {
  expect(understoodParts("near HSR, m g road 2bhk under ₹20,000", "", REVIEWS)).toEqual([
    { meaning: "place", value: "HSR Layout", typed: "HSR", without: "m g road 2bhk under ₹20000" },
    { meaning: "word", value: "mg", typed: "m g", without: "HSR road 2bhk under ₹20000" },
    { meaning: "answer", value: "size:2bhk", typed: "2bhk", without: "HSR m g road under ₹20000" },
    { meaning: "rent", value: "0-20000", typed: "under ₹20000", without: "HSR m g road 2bhk" },
  ]);
});
