import { expect, test } from "vitest";
import { isUuid, newUuid } from "./uuid";

test("returns random UUIDs", { tags: ["3.7"] }, () => {
  expect(newUuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(Array.from({ length: 100 }, newUuid)).size).toBe(100);
});

test("recognizes UUIDs", () => {
  expect(isUuid(newUuid())).toBe(true);
  expect(isUuid("C5115864-19C8-FF1E-C15F-45781E628B3A")).toBe(true);
  for (const text of ["", "c5115864", `${newUuid()}0`, newUuid().replaceAll("-", ""), `x${newUuid().slice(1)}`]) {
    expect(isUuid(text), text).toBe(false);
  }
});
