import fs from "node:fs/promises";
import { expect, test } from "vitest";
import { BASIC_CHARACTERS, BASIC_FONT, basicFont } from "./subset-font.ts";

test("subsets the basic font to exactly the characters named in app.css", async () => {
  expect((await fs.readFile(BASIC_FONT)).equals(await basicFont())).toBe(true);
  const css = await fs.readFile("app/app.css", "utf8");
  const [, ranges = ""] = /anek-latin-basic\.woff2[^}]*unicode-range:\s*([^;]+);/.exec(css) ?? [];
  const named = ranges.split(",").flatMap((range) => {
    const [first = 0, last = first] = range
      .trim()
      .slice(2)
      .split("-")
      .map((code) => Number.parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  });
  expect(named.join("")).toBe(BASIC_CHARACTERS);
});
