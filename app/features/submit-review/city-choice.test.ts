import { expect, test } from "vitest";
import { chosenCity, settledCity, showsOtherCity } from "./city-choice";

test.each([
  ["Other asks for the name", "Other", "", true, {}],
  ["a listed city needs none, in any case", "pune ", "", false, { city: "Pune" }],
  ["nor under an older name", "Bangalore", "", false, { city: "Bengaluru" }],
  ["words left over from another city are none of this one's", "Pune", "left over", false, {}],
  ["nothing is asked while nothing is typed", "", "left over", false, {}],
  ["nor while a listed city can still come of it", "Pu", "", false, { otherCity: "Pu" }],
  ["a text that no listed city has asks at once, and is taken over", " Ziro ", "", true, { otherCity: "Ziro" }],
  ["half a name that was left is asked for, too", "Pu", "Pu", true, {}],
  ["words already given stay", "Ziro", "Old Ziro", true, {}],
])("%s", { tags: ["2.93"] }, (_, city, otherCity, isAsked, settled) => {
  expect(showsOtherCity({ city, otherCity })).toBe(isAsked);
  expect(settledCity({ city, otherCity })).toEqual(settled);
});

test.each([
  [" Ziro ", "", "Other", { city: "Other", otherCity: "Ziro" }],
  ["Ziro", "Old Ziro", "Other", { city: "Other" }],
  ["Othe", "", "Other", { city: "Other" }],
  ["", "", "Other", { city: "Other" }],
  ["Zir", "", "Ziro", { city: "Ziro" }],
  ["Belgau", "Belgau", "C", { city: "C", otherCity: "" }],
  ["Belgau", "Belgaum Camp", "C", { city: "C" }],
])(
  "Other picked after a search without a hit takes the typed text along; a name taken over goes with its text: %j, %j",
  (city, otherCity, picked, chosen) => {
    expect(chosenCity({ city, otherCity }, picked)).toEqual(chosen);
  },
);
