import { expect, test } from "vitest";
import { CITIES, listedCity, OTHER_CITY, searchCities } from "./cities";

test("lists about 110 cities once each, in alphabetical order, Other last", { tags: ["2.89"] }, () => {
  expect(CITIES).toHaveLength(111);
  const names = CITIES.slice(0, -1);
  expect(names).toEqual([...new Set(names)].toSorted());
  expect([CITIES.at(-1), OTHER_CITY]).toEqual(["Other", "Other"]);
});

test("lists the large cities in their current spelling", { tags: ["2.89"] }, () => {
  const large = "Delhi Mumbai Bengaluru Hyderabad Chennai Pune Kolkata Ahmedabad Noida Gurugram".split(" ");
  expect(CITIES).toEqual(expect.arrayContaining(large));
});

test.for([
  ["", CITIES],
  ["   ", CITIES],
  ["mum", ["Mumbai", "Navi Mumbai"]],
  ["NOIDA", ["Greater Noida", "Noida"]],
  ["  kolk ", ["Kolkata"]],
  ["bombay", ["Mumbai"]],
  ["new del", ["Delhi"]],
  ["mangal", ["Mangaluru"]],
  ["aurangabad", ["Chhatrapati Sambhajinagar"]],
  ["oth", ["Other"]],
  ["Shangri-La", []],
  ["P%e", []],
  ["P.*e", []],
] as const)("finds cities by any part of an old or new name, in any case: %j", { tags: ["2.89"] }, ([text, cities]) => {
  expect(searchCities(text)).toEqual(cities);
});

test("recognizes a listed city in any spelling and by its older names", () => {
  expect(listedCity(" navi   MUMBAI ")).toBe("Navi Mumbai");
  const older = "Bangalore Gurgaon Bombay Calcutta Madras Poona Vizag Allahabad Baroda Belgaum Calicut Cochin Hubli";
  const current = `Bengaluru Gurugram Mumbai Kolkata Chennai Pune Visakhapatnam Prayagraj Vadodara Belagavi Kozhikode
    Kochi Hubballi`;
  expect(older.split(" ").map(listedCity)).toEqual(current.split(/\s+/));
  const more = "Mysore Nasik Panjim Pondicherry".split(" ").map(listedCity);
  expect(more).toEqual(["Mysuru", "Nashik", "Panaji", "Puducherry"]);
});

test("does not take parts of names, unlisted places, Other or ambiguous names for listed cities", () => {
  const names = ["", "Pun", "Hosur", "toString", "Mumbai 2", "Other", "other", "Aurangabad"];
  expect(names.filter((name) => listedCity(name) !== null)).toEqual([]);
});
