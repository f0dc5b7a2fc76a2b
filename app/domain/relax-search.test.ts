import { expect, test } from "vitest";
import { relaxSearch } from "./relax-search";
import { testReview } from "./test-review";

const REVIEWS = [
  testReview({
    comment: "Near the airport, next to Hill View.",
    answers: { size: "2bhk", pets: "no" },
    verified: true,
  }),
  testReview({ propertyId: "p2", propertyName: "Palm Court", locality: "Andheri East", city: "Mumbai" }),
  testReview({ propertyId: "p3", propertyName: "Palm View", locality: "Andheri", city: "Mumbai", comment: "No pani." }),
  testReview({ propertyId: "p4", propertyName: "Lime PG", locality: "Andheri West", city: "Mumbai", verified: true }),
];

/** The relaxed search and what was left out, or null. */
test.for<[search: string, relaxed: string | null, own?: { city?: string; sort?: "verified" }]>([
  // Words that occur nowhere, with a number beside them
  ["zzyzx 7 indiranagar, vwxyz", "indiranagar / zzyzx 7 + vwxyz"],
  ["5th qwx indiranagar", "indiranagar / 5th qwx"],
  ["court indiranagar qwx", "indiranagar / court + qwx", { city: "Bengaluru" }],
  ["palm andheri", "andheri / palm", { sort: "verified" }],
  // Generic words, the last first, then words that no home of the place has
  ["lakeview next no", "lakeview / no"],
  ["palm next airport", "palm / airport"],
  ["lime andheri west view", "lime andheri west / view"],
  ["lime andheri view", null],
  ["lakeview residency andheri", "andheri / lakeview residency"],
  // Topics, then answers and rents, then kinds. Cities and places stay
  ["lime pani 2bhk under 5k pg", "lime pg / pani 2bhk under 5k"],
  ["bijli indiranagar 2bhk with pets", "indiranagar 2bhk / bijli + with pets"],
  ["bijli under 20k flat mumbai", "mumbai / bijli under 20k flat"],
  // A place without matching reviews becomes a larger one
  ["andheri east pani", "andheri / east pani", { sort: "verified" }],
  ["andheri-east pani", "andheri / pani", { sort: "verified" }],
  ["palm indiranagar", null, { city: "Chennai" }],
  // Nothing useful is left
  ["qwxqwx", null],
  ["near the road 42", null],
  ["bijli hai", null],
  ["lakeview palm", null],
  ["lakeview pune", null],
  ["lakeview", null, { city: "Pune" }],
  ["🏠", null],
])("relaxes %j to %j", { tags: ["10.230"] }, ([search, relaxed, own]) => {
  const answer = relaxSearch({ search, city: "", sort: "recent", ...own }, REVIEWS);
  expect(answer && `${answer.search} / ${answer.leftOut.join(" + ")}`).toBe(relaxed);
  expect(answer?.isReplaced ?? false).toBe(search.includes("-"));
});
