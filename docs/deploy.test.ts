import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { scripts } from "../package.json";

const FILES = ["Dockerfile", "compose.yaml", "deploy/gharsach.service", "deploy/gharsach-worker.service"];
const OF_NPM = ["ci", "cache"];

test.for(FILES)("%s names commands, paths and chapters that exist", (file) => {
  const text = read(file);
  const commands = [...text.matchAll(/\bnpm"?,? (?:run )?"?([\w:]+)/g)].map(([, name = ""]) => name);
  expect(commands.filter((name) => !OF_NPM.includes(name) && !(name in scripts))).toEqual([]);
  expect(commands).not.toHaveLength(0);
  const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = ""]) => paths.split(" "));
  const env = [...text.matchAll(/\.env\.example|docs\/[\w.-]+/g)].map(([name]) => name);
  expect([...copied, ...env].filter((name) => !existsSync(name))).toEqual([]);
  const chapters = [...text.matchAll(/docs\/operations\.md, "(.+)"/g)].map(([, chapter]) => chapter);
  expect(chapters).not.toHaveLength(0);
  for (const chapter of chapters) expect(read("docs/operations.md")).toMatch(new RegExp(`^## ${chapter}`, "m"));
});

test("the links of documents lead to files", () => {
  const files = globSync(["*.md", "docs/**/*.md", "{bench,supabase,server/operator}/README.md"]);
  const links = files.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!\w+:|#)([^)#]+)/g)].map(([, link = ""]) => path.join(path.dirname(file), link)),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter((link) => !existsSync(link))).toEqual([]);
});

function read(file: string): string {
  return readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
}
