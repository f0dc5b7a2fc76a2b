import { expect, test } from "vitest";
import { chosenCity, settledCity, showsOtherCity } from "./form-home";

test.each([
  ["asks for the name after Other", "Other", "", true, {}],
  ["asks for no name of a listed city in another case", "pune ", "", false, { city: "Pune" }],
  ["asks for no name of a listed city under an older name", "Bangalore", "", false, { city: "Bengaluru" }],
  ["ignores a name left over from another city", "Pune", "left over", false, {}],
  ["asks for nothing while nothing is typed", "", "left over", false, {}],
  ["asks for nothing while the text may become a listed city", "Pu", "", false, { otherCity: "Pu" }],
  ["asks at once about a text that matches no listed city, and copies it", " Ziro ", "", true, { otherCity: "Ziro" }],
  ["asks for the name if half a name was left in the field", "Pu", "Pu", true, {}],
  ["keeps a name already given", "Ziro", "Old Ziro", true, {}],
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
])("copies the typed text for Other, and clears the copy with it: %j, %j", (city, otherCity, picked, chosen) => {
  expect(chosenCity({ city, otherCity }, picked)).toEqual(chosen);
});
