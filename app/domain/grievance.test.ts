import fs from "node:fs";
import { expect, test } from "vitest";
import { formatTime } from "./dates";
import {
  GRIEVANCE_GROUNDS,
  GRIEVANCE_OUTCOMES,
  GRIEVANCE_WRITERS,
  MAX_GRIEVANCE_EMAIL_LENGTH,
  MAX_GRIEVANCE_LENGTH,
  MAX_PAGE_LENGTH,
} from "./grievance";
import { checkGrievance, pageOfGrievance } from "./grievance-check";

const ENTRY = { writer: "owner", ground: "untrue", page: "/reviews", words: "It is untrue.", email: "a@example.in" };

test("a whole complaint has no fault", { tags: ["11.45"] }, () => {
  expect(checkGrievance(ENTRY)).toEqual({});
});

test("every field at fault is named, in the order of the form", { tags: ["11.45"] }, () => {
  const blank = checkGrievance({ writer: "", ground: "rude", page: " ", words: "\n", email: "" });
  expect(Object.entries(blank)).toEqual(
    ["writer", "ground", "page", "words", "email"].map((name) => [name, "missing"]),
  );
  const long = { page: "x".repeat(501), words: "x".repeat(4001), email: `${"x".repeat(320)}@example.in` };
  expect(checkGrievance({ ...ENTRY, ...long })).toEqual({ page: "too-long", words: "too-long", email: "too-long" });
  expect(checkGrievance({ ...ENTRY, email: "a@example" })).toEqual({ email: "invalid" });
});

test("an address of this site is stored as its path", () => {
  const path = "/reviews#review-0b9f7a52-51de-4a0e-8f0a-6d0f1f1d2c3b";
  expect(pageOfGrievance(` https://gharsach.in${path} `, "https://gharsach.in")).toBe(path);
  expect(pageOfGrievance("https://gharsach.in.evil.example/", "https://gharsach.in")).toBe(
    "https://gharsach.in.evil.example/",
  );
  expect(pageOfGrievance("The review of Lakeview", "https://gharsach.in")).toBe("The review of Lakeview");
});

test("keys and lengths are those that the database checks", () => {
  const sql = fs.readFileSync("supabase/schemas/14_grievances.sql", "utf8");
  const listed = (keys: object) =>
    `in (${Object.keys(keys)
      .map((key) => `'${key}'`)
      .join(", ")})`;
  expect(sql).toContain(`check (writer ${listed(GRIEVANCE_WRITERS)})`);
  expect(sql).toContain(`check (ground ${listed(GRIEVANCE_GROUNDS)})`);
  expect(sql).toContain(`check (outcome ${listed(GRIEVANCE_OUTCOMES)})`);
  expect(sql).toContain(`char_length(page) <= ${MAX_PAGE_LENGTH}`);
  expect(sql).toContain(`char_length(words) <= ${MAX_GRIEVANCE_LENGTH}`);
  expect(sql).toContain(`char_length(email) <= ${MAX_GRIEVANCE_EMAIL_LENGTH}`);
});

test("times are those of India's clock", { tags: ["11.56"] }, () => {
  expect(formatTime(new Date("2026-11-25T18:29:59Z"))).toBe("25 Nov 2026, 11:59 pm");
  expect(formatTime(new Date("2026-11-25T18:30:00Z"))).toBe("26 Nov 2026, 12:00 am");
  expect(formatTime(new Date("2026-11-25T06:35:00Z"))).toBe("25 Nov 2026, 12:05 pm");
});
