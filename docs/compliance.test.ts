import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "~/routes";
import { ENVIRONMENT } from "../server/settings.ts";

const PATHS = new Set((routes as RouteConfigEntry[]).map((route) => `/${route.path ?? ""}`.replace(/\/:\w+\?$/, "")));
const SETTINGS = new Set([
  ...Object.keys(ENVIRONMENT.shape),
  // The keys of private.settings.
  ...[...readFileSync("supabase/schemas/01_basics.sql", "utf8").matchAll(/^ {2}\('(\w+)', /gm)].map(([, key]) => key),
]);

/** A page or setting in backticks, or a link to a test by its title, a heading or a file. */
const PROOF = /`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g;

/** Returns the rows of the tables in a text, without headers. */
function rowsOf(text: string): string[][] {
  const lines = text.split("\n").filter((line, at, all) => {
    const isHeader = /^\|\s*-/.test(all[at + 1] ?? "") || /^\|\s*-/.test(line);
    return line.startsWith("|") && !isHeader;
  });
  return lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const STATE = /^(?:met|open|needs `(\w+)`)$/;

/** Returns the rows without a proof or a state by default, and the proofs and settings that do not exist. */
function gaps(text: string): string[] {
  return rowsOf(text).flatMap(([duty = "", , byDefault = "", proof = ""]) => {
    const state = STATE.exec(byDefault);
    if (!state || (state[1] && !SETTINGS.has(state[1]))) return [`no state: ${duty} ${byDefault}`];
    const proofs = [...proof.matchAll(PROOF)];
    const rest = proof.replace(PROOF, "").replace(/[, ]/g, "");
    if (proofs.length === 0 || rest) return [`no proof: ${duty} ${rest}`.trim()];
    return proofs
      .filter(([, name, title, target]) => !(name ? isKnown(name) : exists(title, target)))
      .map(([all]) => all);
  });
}

function isKnown(name: string): boolean {
  return name.startsWith("/") ? PATHS.has(name) : SETTINGS.has(name);
}

function exists(title = "", target = ""): boolean {
  const [file = "", anchor] = target.split("#");
  const found = path.join("docs", file);
  if (!existsSync(found)) return false;
  const text = readFileSync(found, "utf8");
  if (anchor) return text.split("\n").some((line) => line.replace(/^#+ /, "") === title) && anchor === anchorOf(title);
  return !/\.(?:test|spec)\.tsx?$/.test(file) || text.includes(`"${title}"`);
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replaceAll(" ", "-");
}

test(
  "names an existing page, setting, heading, file or test for each duty, and what is met by default",
  { tags: ["10.630"] },
  () => {
    const text = readFileSync("docs/compliance.md", "utf8");
    expect(rowsOf(text).length).toBeGreaterThan(20);
    expect(gaps(text)).toEqual([]);
  },
);

test("finds rows without a proof or a state, and proofs that do not exist", { tags: ["10.630"] }, () => {
  const good =
    "| duty | law | by default | proof |\n| --- | --- | --- | --- |\n| A | 1 | needs `SITE_URL` | `/privacy`, `SITE_URL`, `grievance_days` |\n";
  const bad = ["`/privacies`", "`SITE`", "`grievance_day`", "[Obey an order](operations.md#obey)", "[x](none.md)"];
  const wrongTitle = "[proves nothing](compliance.test.ts)";
  const rows = [...bad, wrongTitle, "soon", "`/privacy` soon"].map((proof) => `| B | 2 | met | ${proof} |\n`);
  expect(gaps(good)).toEqual([]);
  const states = ["", "Met", "needs a key", "needs `SITE`"];
  expect(states.flatMap((state) => gaps(good + `| C | 3 | ${state} | \`/privacy\` |\n`))).toEqual(
    states.map((state) => `no state: C ${state}`),
  );
  expect(gaps(good + rows.join(""))).toEqual([...bad, wrongTitle, "no proof: B soon", "no proof: B soon"]);
});
