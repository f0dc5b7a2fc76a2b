import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CITIES } from "./cities";
import { DEPOSIT_STEPS, type DepositStep, forumOf, stepsFor } from "./deposit-steps";

const MAX_AGE_DAYS = 180;
const STEPS: DepositStep[] = Object.values(DEPOSIT_STEPS);

test("was checked against its sources in the 180 days before the newest release", { tags: ["12.26"] }, () => {
  const [, release = ""] = /^## \d+\.\d+\.\d+ \((.+)\)$/m.exec(readFileSync("CHANGELOG.md", "utf8")) ?? [];
  const day = new Date(`${release} UTC`).toISOString().slice(0, 10);
  expect(olderThan(day)).toEqual([]);
});

test("finds a step that is older than 180 days on the day of a release", () => {
  const [oldest = ""] = STEPS.map(({ asOf }) => asOf).toSorted();
  const later = (days: number) => new Date(Date.parse(oldest) + days * 86_400_000).toISOString().slice(0, 10);
  expect(olderThan(later(MAX_AGE_DAYS))).toEqual([]);
  expect(olderThan(later(MAX_AGE_DAYS + 1)).length).toBeGreaterThan(0);
});

test("names a source with its year for every step, and the day of its check", { tags: ["12.25"] }, () => {
  for (const { sources, asOf, link } of STEPS) {
    expect(sources.length).toBeGreaterThan(0);
    for (const { name, year, url } of sources) {
      expect(name.length).toBeGreaterThan(5);
      expect(year).toBeGreaterThan(1850);
      expect(year).toBeLessThanOrEqual(Number(asOf.slice(0, 4)));
      expect(url ?? "https://").toMatch(/^https:\/\//);
    }
    expect(asOf).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(link?.url ?? "/").toMatch(/^(?:https:\/\/[\w.-]+\.gov\.in$|\/)/);
  }
});

test("leads from the letter to legal aid, in each city", { tags: ["12.24"] }, () => {
  const places = CITIES.flatMap((city) => [stepsFor("flat", city), stepsFor("pg", city)]);
  for (const steps of places) {
    expect(steps.at(0)).toBe(DEPOSIT_STEPS.demand);
    expect(steps.slice(-2)).toEqual([DEPOSIT_STEPS.legalAid, DEPOSIT_STEPS.police]);
    expect(steps.length).toBeGreaterThanOrEqual(5);
  }
});

test("sends a flat to the Rent Authority or court if the state has both, else to court", { tags: ["12.24"] }, () => {
  const forums = (...cities: string[]) => [...new Set(cities.map((city) => forumOf("flat", city)))];
  expect(forums("Chennai", "Noida", "lucknow", "Guwahati", "Vijayawada")).toEqual(["rent_authority_or_court"]);
  expect(forums("Bangalore", "Delhi", "Gurgaon", "Hyderabad", "Kolkata", "Mumbai", "Pune")).toEqual(["court"]);
  expect(forums("Other", "", "Rampur", "Jaipur")).toEqual(["authority_or_court"]);
  expect(stepsFor("flat", "Chennai")).toContain(DEPOSIT_STEPS.tamilNadu);
  expect(stepsFor("flat", "Pune")).toContain(DEPOSIT_STEPS.unregistered);
  expect(stepsFor("flat", "Rampur")).toContain(DEPOSIT_STEPS.otherCity);
});

test.each([
  ["maharashtra", "Mumbai Thane Nagpur Nashik Amravati Kolhapur Pune", "Navi Mumbai", "Chhatrapati Sambhajinagar"],
  ["karnataka", "Bangalore Mysuru Mangalore Hubballi Belagavi Kalaburagi Davanagere Udupi"],
  ["tamilNadu", "Chennai Coimbatore Erode Madurai Salem Trichy Vellore"],
  ["uttarPradesh", "Noida Agra Ghaziabad Kanpur Lucknow Meerut Allahabad Varanasi", "Greater Noida"],
  ["reportedAuthority", "Guntur Guwahati Nellore Tirupati Vijayawada Visakhapatnam"],
] as const)("leads the cities of a state to the step %s", { tags: ["12.24"] }, (step, names, ...others) => {
  for (const city of [...names.split(" "), ...others]) expect(stepsFor("flat", city)).toContain(DEPOSIT_STEPS[step]);
});

test("claims what only a newspaper says as reported", { tags: ["12.25"] }, () => {
  for (const key of ["uttarPradesh", "tamilNadu", "maharashtra", "karnataka", "civilCourt", "otherCity"] as const) {
    expect(DEPOSIT_STEPS[key].text).toMatch(/reported/);
  }
});

test("sends a PG to the consumer commission everywhere", { tags: ["12.24"] }, () => {
  for (const city of ["Chennai", "Bengaluru", ""]) {
    expect(forumOf("pg", city)).toBe("consumer_commission");
    expect(stepsFor("pg", city)).toContain(DEPOSIT_STEPS.consumerCommission);
    expect(stepsFor("pg", city)).not.toContain(DEPOSIT_STEPS.notice);
  }
});

test("names the police for threats and held belongings only, and says so in each place", { tags: ["12.27"] }, () => {
  expect(DEPOSIT_STEPS.police.text).toMatch(/do not collect deposits.*threatened.*belongings/);
  const others = STEPS.filter((step) => step !== DEPOSIT_STEPS.police);
  expect(others.filter(({ title, text }) => /police/i.test(title + text))).toEqual([]);
});

/** Returns the titles of steps whose check was more than 180 days before a day. */
function olderThan(day: string): string[] {
  const age = (asOf: string) => (Date.parse(day) - Date.parse(asOf)) / 86_400_000;
  return STEPS.filter(({ asOf }) => age(asOf) > MAX_AGE_DAYS).map(({ title }) => title);
}
