import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { scripts } from "../package.json";

const FILES = ["Dockerfile", "compose.yaml", "deploy/gharsach.service", "deploy/gharsach-worker.service"];
const OF_NPM = ["ci", "cache"];

test.for(FILES)("names only existing commands, paths and headings in %s", (file) => {
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

test("builds an image from named files and folders", () => {
  const [first, ...rules] = read(".dockerignore")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  expect(first).toBe("*");
  const named = rules.filter((rule) => rule.startsWith("!")).map((rule) => rule.slice(1));
  expect(named.filter((name) => !/^[\w-]+(?:\.[\w.]+)?$/.test(name) || !existsSync(name))).toEqual([]);
});

test("checks the health of a container at its PORT", async () => {
  const server = createServer((_, answer) => answer.writeHead(200).end()).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const [, check = ""] = /^HEALTHCHECK .+ CMD \["node", "-e", "(.+)"\]$/m.exec(read("Dockerfile")) ?? [];
  const { port } = server.address() as AddressInfo;
  const asking = spawn(process.execPath, ["-e", check], { env: { PORT: String(port) }, stdio: "ignore" });
  expect(await once(asking, "exit")).toEqual([0, null]);
});

test("builds for production, whatever NODE_ENV is", () => {
  expect(scripts.build).toMatch(/^export NODE_ENV=production && /);
});

test("links documents only to existing files", () => {
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
