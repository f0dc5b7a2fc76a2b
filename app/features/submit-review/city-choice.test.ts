import { expect, test } from "vitest";
import { chosenCity, settledCity, showsOtherCity } from "./city-choice";

test("the other city is asked for when Other is chosen", () => {
  expect(showsOtherCity({ city: "Other", otherCity: "" })).toBe(true);
  expect(settledCity({ city: "Other", otherCity: "" })).toEqual({});
});

test("a listed city needs no words, in any case and under an older name", () => {
  expect(showsOtherCity({ city: "pune ", otherCity: "" })).toBe(false);
  expect(settledCity({ city: "pune ", otherCity: "" })).toEqual({ city: "Pune" });
  expect(settledCity({ city: "Bangalore", otherCity: "" })).toEqual({ city: "Bengaluru" });
  expect(settledCity({ city: "Pune", otherCity: "left over" })).toEqual({});
});

test("while a listed city can still come of it, nothing is asked", () => {
  expect(showsOtherCity({ city: "Pu", otherCity: "" })).toBe(false);
  expect(showsOtherCity({ city: "", otherCity: "left over" })).toBe(false);
});

test(
  "a text that no listed city has asks for the city at once, and is taken over when the field is left",
  { tags: ["2.94"] },
  () => {
    expect(showsOtherCity({ city: "Ziro", otherCity: "" })).toBe(true);
    expect(settledCity({ city: " Ziro ", otherCity: "" })).toEqual({ otherCity: "Ziro" });
  },
);

test("half a name is settled like an unlisted city, and words already given stay", () => {
  expect(settledCity({ city: "Pu", otherCity: "" })).toEqual({ otherCity: "Pu" });
  expect(showsOtherCity({ city: "Pu", otherCity: "Pu" })).toBe(true);
  expect(settledCity({ city: "Ziro", otherCity: "Old Ziro" })).toEqual({});
});

test("Other picked after a search without a hit takes the typed text along, and only then", () => {
  expect(chosenCity({ city: " Ziro ", otherCity: "" }, "Other")).toEqual({ city: "Other", otherCity: "Ziro" });
  expect(chosenCity({ city: "Ziro", otherCity: "Old Ziro" }, "Other")).toEqual({ city: "Other" });
  expect(chosenCity({ city: "Othe", otherCity: "" }, "Other")).toEqual({ city: "Other" });
  expect(chosenCity({ city: "", otherCity: "" }, "Other")).toEqual({ city: "Other" });
  expect(chosenCity({ city: "Zir", otherCity: "" }, "Ziro")).toEqual({ city: "Ziro" });
});
