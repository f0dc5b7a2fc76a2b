import { expect, test } from "vitest";
import { CITIES, listedCity, OTHER_CITY, searchCities } from "./cities";

test("about 110 cities are listed, each once", { tags: ["2.89"] }, () => {
  expect(CITIES).toHaveLength(111);
  expect(new Set(CITIES).size).toBe(111);
});

test("cities are sorted by the alphabet, with Other last", { tags: ["2.90"] }, () => {
  const names = CITIES.slice(0, -1);
  expect(names).toEqual(names.toSorted());
  expect(CITIES.at(-1)).toBe("Other");
  expect(OTHER_CITY).toBe("Other");
});

test("the large cities are listed in their current spelling", { tags: ["2.91"] }, () => {
  const large = [
    "Delhi",
    "Mumbai",
    "Bengaluru",
    "Hyderabad",
    "Chennai",
    "Pune",
    "Kolkata",
    "Ahmedabad",
    "Noida",
    "Gurugram",
  ];
  expect(CITIES).toEqual(expect.arrayContaining(large));
});

test("no text finds the whole list", () => {
  expect(searchCities("")).toEqual(CITIES);
  expect(searchCities("   ")).toEqual(CITIES);
});

test("a city is found by any part of its name, in any case", { tags: ["2.89"] }, () => {
  expect(searchCities("mum")).toEqual(["Mumbai", "Navi Mumbai"]);
  expect(searchCities("NOIDA")).toEqual(["Greater Noida", "Noida"]);
  expect(searchCities("  kolk ")).toEqual(["Kolkata"]);
});

test("a city is found by an older or shorter name", () => {
  expect(searchCities("bangalore")).toEqual(["Bengaluru"]);
  expect(searchCities("Gurgaon")).toEqual(["Gurugram"]);
  expect(searchCities("bombay")).toEqual(["Mumbai"]);
  expect(searchCities("calcutta")).toEqual(["Kolkata"]);
  expect(searchCities("madras")).toEqual(["Chennai"]);
  expect(searchCities("poona")).toEqual(["Pune"]);
  expect(searchCities("new del")).toEqual(["Delhi"]);
  expect(searchCities("vizag")).toEqual(["Visakhapatnam"]);
  expect(searchCities("aurangabad")).toEqual(["Chhatrapati Sambhajinagar"]);
});

test("a city is found once, also when both its names match", () => {
  expect(searchCities("mangal")).toEqual(["Mangaluru"]);
});

test("Other is found only by its own letters", () => {
  expect(searchCities("oth")).toEqual(["Other"]);
  expect(searchCities("pune")).not.toContain("Other");
});

test("an unlisted place finds nothing", () => {
  expect(searchCities("Shangri-La")).toEqual([]);
  expect(searchCities("P%e")).toEqual([]);
  expect(searchCities("P.*e")).toEqual([]);
});

test("a listed city is recognised in any spelling of its own", () => {
  expect(listedCity("Pune")).toBe("Pune");
  expect(listedCity(" navi   MUMBAI ")).toBe("Navi Mumbai");
  expect(listedCity("bangalore")).toBe("Bengaluru");
  expect(listedCity("pune")).toBe("Pune");
  expect(listedCity("Gurgaon")).toBe("Gurugram");
});

test("parts of names and unlisted places are not listed cities", () => {
  for (const name of ["", "Pun", "Hosur", "toString", "Mumbai 2"]) expect(listedCity(name)).toBeNull();
});

test("Other is no city", () => {
  expect(listedCity("Other")).toBeNull();
  expect(listedCity("other")).toBeNull();
});

test("a name that two places share is not taken for the listed one", () => {
  expect(listedCity("Aurangabad")).toBeNull();
});

test("every older name leads to a listed city", () => {
  const older = [
    "Allahabad",
    "Baroda",
    "Belgaum",
    "Calicut",
    "Cochin",
    "Hubli",
    "Mysore",
    "Nasik",
    "Panjim",
    "Pondicherry",
  ];
  expect(older.map(listedCity)).toEqual([
    "Prayagraj",
    "Vadodara",
    "Belagavi",
    "Kozhikode",
    "Kochi",
    "Hubballi",
    "Mysuru",
    "Nashik",
    "Panaji",
    "Puducherry",
  ]);
});
