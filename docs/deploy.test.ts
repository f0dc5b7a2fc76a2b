import { existsSync, readFileSync } from "node:fs";
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
  const env = [...text.matchAll(/\.env\.example|docs\/[\w.-]+/g)].map(([path]) => path);
  expect([...copied, ...env].filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([]);
  const chapters = [...text.matchAll(/docs\/operations\.md, "(.+)"/g)].map(([, chapter]) => chapter);
  expect(chapters).not.toHaveLength(0);
  for (const chapter of chapters) expect(read("docs/operations.md")).toMatch(new RegExp(`^## ${chapter}`, "m"));
});

function read(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
}
