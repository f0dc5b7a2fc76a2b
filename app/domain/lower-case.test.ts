import { expect, test } from "vitest";
import { lowerCase } from "./lower-case";

test("lower case is that of the database, letter by letter", () => {
  expect(lowerCase("ΟΔΟΣ İSTANBUL É")).toBe("οδοσ istanbul é");
});
