import { expect, test } from "vitest";
import { type IdentifyingDetail, identifyingDetails } from "./identifying-details";

test.each<[string, ...IdentifyingDetail[]]>([
  ["We lived in flat 402 for a year.", "flat number"],
  ["Room no 12 has seepage", "flat number"],
  ["Flat No. B 7", "flat number"],
  ["It was A-402, facing the park", "flat number"],
  ["#302 is damp", "flat number"],
  ["फ्लैट flat ४०२ में", "flat number"],
  ["call +91 98450 12345", "phone number"],
  ["the owner is on 9845012345.", "phone number"],
  ["௯௮௪௫௦௧௨௩௪௫", "phone number"],
  ["write to owner.one@example.in", "email address"],
  ["Mr. Sharma never came", "person"],
  ["Smt Lakshmi and uncle Verma", "person"],
  ["Dr Rao of A-402, 98450-12345, rao@example.in", "flat number", "phone number", "email address", "person"],
])("%s", { tags: ["10.73"] }, (text, ...details) => {
  expect(identifyingDetails(text)).toEqual(details);
});

test.each([
  "",
  "rent 15000, deposit 45000",
  "Rent 75000-80000 a month",
  "2 BHK flat on the 4th floor",
  "flat 2 BHK, 1200 sq ft",
  "a room 1200 sq ft, and a flat 10 minutes from the metro",
  "B-12 bus and the V-335 bus stop there",
  "the #1 problem is water, 24x7",
  "Near Dr Ambedkar Road, moved in 2024",
  "Our uncle next door, the aunty upstairs",
  "12 people, 3 of 11 @ the gate",
])("finds nothing in: %s", (text) => {
  expect(identifyingDetails(text)).toEqual([]);
});
