import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Phrases that readers stumble over, and what to write instead (CONTRIBUTING.md). */
const PHRASES: [phrase: RegExp, write: string][] = [
  [/\banew\b/i, "again, re-create"],
  [/\b(?:nobody|somebody)\b/i, "no client, no user, another person"],
  [/(?:^|[.:] )(?:Whoever|Whatever|Who|Whom)\b(?![^.]*\?)/, "the caller, a client, an operator, no client"],
  [/\bwhoever\b/i, "the caller, a client, the visitor"],
  [/\bstands? (?:in|at|under|beside|behind|between|there)\b/i, "is in, is below"],
  [/\b(?:is|are) told\b/i, "is shown, receives"],
  [/\bof (?:its|their|his|her|our|your) own\b/i, "its, separate"],
  [/\bof so many\b|\bso many (?:of|homes|reviews|rows|bytes|seconds|days|times)\b/i, "N, count, share"],
  [/\bthe ways? (?:to|on|back)\b/i, "the URL of, the link to, suggestions"],
  [/\bbe forgotten\b/i, "resets, clears"],
  [/\bgo(?:es)? on\b(?! to)/i, "continues"],
  [/\bmend(?:s|ed)?\b/i, "fix"],
  [/\bholes?\b/i, "a vulnerability, a gap"],
  [/\bg(?:ives?|ave|iving) way\b/i, "is relaxed"],
  [/\b(?:in|out of) sight\b/i, "visible, off screen"],
  [/\bfrom (?:here|then|now) on\b/i, "after that"],
  [/\be-mails?\b/i, "email"],
  [/\bhitherto\b|\bthereby\b|\bhence\b/i, "so, before"],
];
const COMMENT = /(?:^[ \t]*\/\/.*(?:\n|$))+|[ \t]\/\/ .*|(?<=^|[\s{(])\/\*[\s\S]*?\*\//gm;
const SQL_COMMENT = /(?:^[ \t]*--.*(?:\n|$))+|[ \t]-- .*|\bcomment on [^;]*? is\s+'(?:[^']|'')*';/gm;
const TITLE = /(?:\btest(?:\.\w+)*(?:\([^"`]*?\))?|^\](?: as const)?\))\(\s*["`]([^"`\n]+)["`]/gm;

test.each(PHRASES)("no comment, test title or document says %s: write “%s”", (phrase) => {
  expect(TEXTS.filter(({ text }) => phrase.test(text)).map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
});

const TEXTS = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" })
  .split("\0")
  .filter((file) => !/^(?:supabase\/migrations|supabase\/seed\.sql|content\/|docs\/plain-english)/.test(file))
  .flatMap((file) => textsOf(file).map((text) => ({ file, text: text.replace(/“[^”]*”|`[^`]*`/g, "…") })));

/** Returns the paragraphs of a document, or the comments and test titles of code. */
function textsOf(file: string): string[] {
  if (!/\.(?:md|tsx?|css|sql)$/.test(file)) return [];
  const source = readFileSync(file, "utf8");
  if (file.endsWith(".md")) return source.split(/\n\s*\n|\n(?=\s*(?:[-|*]|\d+\.) )/).map(unwrapped);
  const comments = [...source.matchAll(file.endsWith(".sql") ? SQL_COMMENT : COMMENT)].map(([text]) => unwrapped(text));
  return [...comments, ...[...source.matchAll(TITLE)].map(([, title = ""]) => title)];
}

/** Joins lines and removes comment marks. */
function unwrapped(text: string): string {
  return text
    .replace(/^[ \t]*(?:\/\/|--|\/\*+|\*)+ ?/gm, " ")
    .replace(/\s+/g, " ")
    .trim();
}
