import { expect, test } from "vitest";
import { moveInDate, moveInParts } from "./move-in";

test("makes month and year the first day of the month", { tags: ["10.71"] }, () => {
  expect(moveInDate({ year: "2024", month: "06" })).toBe("2024-06-01");
  expect(moveInDate({ year: "", month: "" })).toBe("");
  expect(moveInParts("2024-06-01")).toEqual({ year: "2024", month: "06" });
});

test("keeps half a date as it is", () => {
  for (const parts of [
    { year: "2024", month: "" },
    { year: "", month: "06" },
    { year: "", month: "" },
  ]) {
    expect(moveInParts(moveInDate(parts))).toEqual(parts);
  }
});

test.each(["yesterday", "06/2024", "2024-6-1", "20240-06-01", "2024-06-01T00:00"])("rejects the date %s", (text) => {
  expect(moveInParts(text)).toEqual({ year: "", month: "" });
});
