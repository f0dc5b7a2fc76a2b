import { expect, test } from "vitest";
import { addressPrefixes, cityHomesPath, homeIdOf, homePath, localityHomesPath, slug } from "./home";
import { stepsToHome } from "./steps-to-home";

test("makes a slug of a name's words in lower case, without accents and punctuation", () => {
  expect(slug("HSR Layout")).toBe("hsr-layout");
  expect(slug("HSR-Layout")).toBe("hsr-layout");
  expect(slug("  St. Mary's (Café) No. 7/2 — “B” ")).toBe("st-marys-cafe-no-7-2-b");
  expect(slug("कोरमंगला पाँचवाँ ब्लॉक")).toBe("कोरमंगला-पांचवां-ब्लॉक");
  expect(slug("தி. நகர்")).toBe("தி-நகர்");
});

test("makes slugs that are their own slug and that no browser resolves", () => {
  for (const text of ["HSR Layout", "!!!", "..", ".", "", "İzmir ẞ", "कोरमंगला"]) {
    expect(slug(slug(text))).toBe(slug(text));
    expect(slug(text)).not.toMatch(/^\.{0,2}$/);
  }
});

const AMALTAS_COURT = {
  propertyId: "1a2b3c4d-0000-4000-8000-000000000000",
  propertyName: "Amaltas Court",
  locality: "HSR Layout",
  city: "Bengaluru",
};

test("names the place in the URLs of homes, localities and cities", () => {
  expect(cityHomesPath("Bengaluru")).toBe("/homes/bengaluru");
  expect(localityHomesPath("Bengaluru", "HSR Layout")).toBe("/homes/bengaluru/hsr-layout");
  expect(homePath(AMALTAS_COURT)).toBe("/homes/bengaluru/hsr-layout/amaltas-court-1a2b3c4d");
  expect(homePath({ ...AMALTAS_COURT, propertyName: "शांति" })).toBe(
    `/homes/bengaluru/hsr-layout/${encodeURIComponent("शांति")}-1a2b3c4d`,
  );
  expect(homePath({ ...AMALTAS_COURT, propertyName: "***" })).toBe("/homes/bengaluru/hsr-layout/--1a2b3c4d");
});

test("finds a home by the digits at the end of a URL, whatever its words", () => {
  expect(homeIdOf("amaltas-court-1a2b3c4d")).toBe("1a2b3c4d");
  expect(homeIdOf("1A2B3C4D")).toBe("1a2b3c4d");
  expect(homeIdOf("amaltas-court")).toBeNull();
  expect(homeIdOf("amaltas-court01a2b3c4d")).toBeNull();
});

test("splits URLs into parts of about 4,500 homes", () => {
  expect(addressPrefixes(0)).toEqual([""]);
  expect(addressPrefixes(4500)).toEqual([""]);
  expect(addressPrefixes(4501)).toHaveLength(16);
  expect(addressPrefixes(72_000).at(-1)).toBe("f");
  expect(addressPrefixes(1_000_000)).toHaveLength(256);
  expect(addressPrefixes(1e12)).toHaveLength(65_536);
});

test("links to the places of a home only if its city is accepted", { tags: ["10.205"] }, () => {
  const home = { city: "Refund Help", locality: "Call us" };
  const labels = (isCityAccepted: boolean) => stepsToHome({ ...home, isCityAccepted }).map(({ label }) => label);
  expect(labels(true)).toEqual(["Homes", "Refund Help", "Call us"]);
  expect(labels(false)).toEqual(["Homes"]);
});
