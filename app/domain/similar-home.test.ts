import { expect, test } from "vitest";
import { similarHome, distinctiveWords } from "./similar-home";

const HOME = { propertyName: "Amaltas Court", locality: "HSR Layout", city: "Bengaluru" };

test.each([
  ["Amaltas Court Apartments", "HSR", "Bengaluru"],
  ["amaltas cort", "HSR Layout", "Bangalore"],
  ["Court Amaltas", "hsr layout", ""],
  ["AmaltasCourt", "HSR Layout", "Bengaluru"],
  ["Amaltas Court HSR", "HSR Layout Sector 2", "Bengaluru"],
  ["The Amaltas Court, Bengaluru", "H.S.R. Layout, HSR", "Bengaluru"],
])("recognizes a home by a similar name: %s, %s, %s", { tags: ["10.57"] }, (propertyName, locality, city) => {
  expect(similarHome({ propertyName, locality, city }, [HOME])).toBe(HOME);
});

test.each([
  ["Amaltas Court", "Koramangala", "Bengaluru"],
  ["Amaltas Court", "HSR Layout", "Pune"],
  ["Amaltas Heights", "HSR Layout", "Bengaluru"],
  ["Amaltas", "HSR Layout", "Bengaluru"],
  ["Amaltas Court 2", "HSR Layout", "Bengaluru"],
  ["Amaltas Court B", "HSR Layout", "Bengaluru"],
  ["Court", "HSR Layout", "Bengaluru"],
  ["", "HSR Layout", "Bengaluru"],
  ["Amaltas Court", "", "Bengaluru"],
])("takes it for another home: %s, %s, %s", (propertyName, locality, city) => {
  expect(similarHome({ propertyName, locality, city }, [HOME])).toBeNull();
});

test("keeps towers, sectors and short names apart that differ by one letter", () => {
  const tower = { propertyName: "Lakeview Tower A", locality: "Sector 5", city: "Noida" };
  expect(similarHome({ ...tower, propertyName: "Lakeview Tower B" }, [tower])).toBeNull();
  expect(similarHome({ ...tower, locality: "Sector 6" }, [tower])).toBeNull();
  expect(similarHome({ ...tower, propertyName: "Lake View Tower A" }, [tower])).toBe(tower);
  const short = { propertyName: "Rama", locality: "Baner", city: "Pune" };
  expect(similarHome({ ...short, propertyName: "Uma" }, [short])).toBeNull();
});

test("suggests nothing if exactly this home exists", () => {
  const other = { ...HOME, propertyName: "Amaltas Court Apartments" };
  expect(similarHome({ ...HOME, propertyName: "AMALTAS  court" }, [other, HOME])).toBeNull();
});

test("compares names in other scripts and homes without a locality", () => {
  const home = { propertyName: "शांति निवास", locality: "कोथरूड", city: "Pune" };
  expect(similarHome({ ...home, propertyName: "शांती निवास" }, [home])).toBe(home);
  expect(similarHome({ ...home, propertyName: "आनंद निवास" }, [home])).toBeNull();
  expect(similarHome(home, [{ ...home, propertyName: "शांति निवास CHS", locality: "" }])).toBeNull();
});

test("does not search for words that any house may have", { tags: ["10.57"] }, () => {
  expect(
    distinctiveWords({ propertyName: "The Amaltas Court Apartments, HSR", locality: "HSR Layout", city: "" }),
  ).toBe("amaltas court");
  expect(distinctiveWords({ propertyName: "Housing Society", locality: "Baner", city: "Pune" })).toBe(
    "housing society",
  );
});
