import { expect, test } from "vitest";
import { newId } from "./new-id";

test("every id is a random UUID", { tags: ["3.11"] }, () => {
  expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(Array.from({ length: 100 }, newId)).size).toBe(100);
});
