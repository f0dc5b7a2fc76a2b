import { expect, test } from "vitest";
import { followedPath, followLink } from "./follow";

test("links a locality to a search until it has a home", { tags: ["10.420"] }, () => {
  const place = { secret: "s", propertyId: null, propertyName: null, locality: "T Nagar", city: "Chennai" };
  const shown = { ...place, hasHomes: true };
  expect([followLink({ ...place, hasHomes: false }), followLink(shown)]).toEqual([
    "/reviews?q=T+Nagar%2C+Chennai",
    "/homes/chennai/t-nagar",
  ]);
  expect(followedPath({ ...place, hasHomes: false })).toBe(followedPath(shown));
  expect(followLink({ ...place, locality: null, city: null, hasHomes: false })).toBeNull();
});
