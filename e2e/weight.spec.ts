import { firstVisit } from "../scripts/first-visit.ts";
import { expect, test } from "./fixtures.ts";
import budget from "./weight-budget.json" with { type: "json" };

/** The budget is in kilobytes of 1,000 bytes, compressed, as they come over the network. */
const KILOBYTE = 1000;

for (const [path, { javascript, total }] of Object.entries(budget)) {
  test(`a first visit of ${path} stays light`, async ({ page, context }) => {
    await context.clearCookies();
    const files = await firstVisit(page, path);
    const sum = (chosen: typeof files) => chosen.reduce((bytes, file) => bytes + file.bytes, 0) / KILOBYTE;
    const scripts = files.filter(({ type }) => type === "Script");
    const report = files.map((file) => `${file.bytes} ${file.url}`).join("\n");
    expect(sum(scripts), report).toBeGreaterThan(50);
    expect(sum(scripts), report).toBeLessThanOrEqual(javascript);
    expect(sum(files), report).toBeLessThanOrEqual(total);
    expect(
      files.filter(({ url }) => /auth-js|postgrest|fp\.esm|reporting|combobox/.test(url)),
      "code for what this visitor has not asked for",
    ).toEqual([]);
  });
}
