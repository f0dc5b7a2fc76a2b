import { expect, test } from "vitest";
import { readCommandLine, UsageError } from "./command-line.ts";

const ID = "3f0c2a52-6f0c-4c4e-9a57-0f1f7c1f2b11";

test("a command is read with its subject, its reason and who gives it", () => {
  expect(readCommandLine(["author-of", ID, "--reason", "Order 12.", "--operator", "ravi"])).toMatchObject({
    name: "author-of",
    subject: ID,
    reason: "Order 12.",
    operator: "ravi",
    isJson: false,
  });
  expect(readCommandLine(["audit", "--limit=5", "--json"])).toMatchObject({
    name: "audit",
    limit: 5,
    isJson: true,
  });
  expect(readCommandLine(["erase", "asha@example.in", "--with-reviews", "--yes"])).toMatchObject({
    subject: "asha@example.in",
    withReviews: true,
    isConfirmed: true,
  });
  expect(readCommandLine(["operators", "add", "asha@example.in", "--as", "Asha"])).toMatchObject({
    ...{ subject: "add", value: "asha@example.in", as: "Asha" },
  });
  expect(readCommandLine(["set", "reviews_per_day", "3"])).toMatchObject({ subject: "reviews_per_day", value: "3" });
});

test("options of every command stand before or after its name", () => {
  expect(readCommandLine(["--json", "--operator", "ravi", "sweep"])).toMatchObject({ operator: "ravi", isJson: true });
  expect(readCommandLine(["sweep", "--json", "--operator", "ravi"])).toMatchObject({ operator: "ravi", isJson: true });
});

test("without a command, or asked for it, it helps", () => {
  for (const args of [[], ["help"], ["--help"], ["-h"]]) expect(readCommandLine(args)).toEqual({ help: help() });
  for (const args of [
    ["delete", "--help"],
    ["help", "delete"],
  ])
    expect(readCommandLine(args)).toEqual({ help: expect.stringContaining("--reason <why>") });
});

test("the help names every command and how it ends", () => {
  const commands = "delete merge author-of about erase operators settings set audit sweep";
  for (const command of commands.split(" ")) expect(help()).toMatch(new RegExp(`^  ${command}\\b`, "m"));
  expect(help()).toContain("0 when it worked, 1 when it was refused or failed, 2 when the command was not understood");
  const widths = help()
    .split("\n")
    .map((line) => line.length);
  expect(Math.max(...widths)).toBeLessThanOrEqual(120);
});

const wrong: [string, string[], RegExp][] = [
  ["an unknown command", ["obliterate"], /^Unknown command 'obliterate'\.$/],
  ["a name that every object has", ["constructor"], /^Unknown command 'constructor'\.$/],
  ["options without a command", ["--json"], /^Name a command\.$/],
  ["no id", ["delete", "--reason", "x"], /^Missing required argument 'id'\.$/],
  [
    "an id that is none",
    ["delete", "7", "--reason", "x"],
    /'7' is invalid for argument 'id'\. Copy the id of a review from its link/,
  ],
  ["no reason", ["delete", ID], /^Required option '--reason <why>' not specified\.$/],
  ["an unknown action", ["operators", "promote"], /Allowed choices are add, remove, list\.$/],
  ["an empty reason", ["delete", ID, "--reason", " "], /'--reason <why>' argument ' ' is invalid\. It is empty\.$/],
  ["a reason without its words", ["delete", ID, "--reason"], /^Option '--reason <why>' argument missing\.$/],
  ["an unknown option", ["audit", "--all"], /^Unknown option '--all'\.$/],
  ["an option of another command", ["audit", "--reason", "x"], /^Unknown option '--reason'\.$/],
  ["two ids", ["delete", ID, ID, "--reason", "x"], /^Too many arguments for 'delete'/],
  ["an e-mail that is none", ["about", "asha", "--reason", "x"], /'asha' is invalid .+ It is no e-mail\.$/],
  ["neither an e-mail nor an account", ["erase", "asha"], /neither an e-mail nor the id of an account/],
  ["a page without an end", ["audit", "--limit", "1000"], /It needs a whole number from 1 to 100\.$/],
  ["half a page", ["audit", "--limit", "1.5"], /'--limit <n>' argument '1\.5' is invalid/],
  ["a setting without a value", ["set", "reviews_per_day"], /^Missing required argument 'value'\.$/],
  ["an operator without a name", ["audit", "--operator", ""], /'--operator <name>' argument '' is invalid/],
];

test.each(wrong)("%s is answered with a sentence that says what to write", (_name, args, message) => {
  expect(() => readCommandLine(args)).toThrow(UsageError);
  expect(() => readCommandLine(args)).toThrow(message);
});

function help(): string {
  const read = readCommandLine(["help"]);
  return "help" in read ? read.help : "";
}
