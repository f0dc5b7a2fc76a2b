import { expect, test } from "vitest";
import { formatTime } from "./dates";
import { checkGrievance, pageOfGrievance } from "./grievance-check";

const ENTRY = { writer: "owner", ground: "untrue", page: "/reviews", words: "It is untrue.", email: "a@example.in" };

test("accepts a complete grievance", { tags: ["11.45"] }, () => {
  expect(checkGrievance(ENTRY)).toEqual({});
});

test("names every field at fault in form order", { tags: ["11.45"] }, () => {
  const blank = checkGrievance({ writer: "", ground: "rude", page: " ", words: "\n", email: "" });
  expect(Object.entries(blank)).toEqual(
    ["writer", "ground", "page", "words", "email"].map((name) => [name, "missing"]),
  );
  const long = { page: "x".repeat(501), words: "x".repeat(4001), email: `${"x".repeat(320)}@example.in` };
  expect(checkGrievance({ ...ENTRY, ...long })).toEqual({ page: "too-long", words: "too-long", email: "too-long" });
  expect(checkGrievance({ ...ENTRY, email: "a@example" })).toEqual({ email: "invalid" });
});

test("stores a URL of this site as its path", () => {
  const path = "/reviews#review-0b9f7a52-51de-4a0e-8f0a-6d0f1f1d2c3b";
  expect(pageOfGrievance(` https://gharsach.in${path} `, "https://gharsach.in")).toBe(path);
  expect(pageOfGrievance("https://gharsach.in.evil.example/", "https://gharsach.in")).toBe(
    "https://gharsach.in.evil.example/",
  );
  expect(pageOfGrievance("The review of Lakeview", "https://gharsach.in")).toBe("The review of Lakeview");
});

test("formats times in India's time zone", { tags: ["11.56"] }, () => {
  expect(formatTime(new Date("2026-11-25T18:29:59Z"))).toBe("25 Nov 2026, 11:59 pm");
  expect(formatTime(new Date("2026-11-25T18:30:00Z"))).toBe("26 Nov 2026, 12:00 am");
  expect(formatTime(new Date("2026-11-25T06:35:00Z"))).toBe("25 Nov 2026, 12:05 pm");
});
