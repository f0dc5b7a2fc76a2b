import { expect, test } from "vitest";
import { help, readCommandLine, UsageError } from "./command-line.ts";

const ID = "3f0c2a52-6f0c-4c4e-9a57-0f1f7c1f2b11";

test("a command is read with its subject, its reason and who gives it", () => {
  expect(readCommandLine(["hide", ID, "--reason", "Names a child.", "--operator", "ravi"])).toMatchObject({
    name: "hide",
    subject: ID,
    reason: "Names a child.",
    operator: "ravi",
    isJson: false,
  });
  expect(readCommandLine(["flagged", "--limit=5", "--json"])).toMatchObject({
    name: "flagged",
    limit: 5,
    isJson: true,
  });
  expect(readCommandLine(["erase", "asha@example.in", "--with-reviews", "--yes"])).toMatchObject({
    subject: "asha@example.in",
    withReviews: true,
    isConfirmed: true,
  });
  expect(readCommandLine(["set", "reports_to_flag", "3"])).toMatchObject({ subject: "reports_to_flag", value: "3" });
});

test("without a command, or asked for it, it helps", () => {
  expect(readCommandLine([])).toBe("help");
  expect(readCommandLine(["help"])).toBe("help");
  expect(readCommandLine(["hide", "--help"])).toBe("help");
});

test("the help names every command and how it ends", () => {
  const commands = "flagged hidden show clear-flag hide unhide delete author-of about erase settings set audit sweep";
  for (const command of commands.split(" ")) expect(help()).toMatch(new RegExp(`^  ${command}\\b`, "m"));
  expect(help()).toContain("0 when it worked, 1 when it was refused or failed, 2 when the command was not understood");
  expect(
    Math.max(
      ...help()
        .split("\n")
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(120);
});

const wrong: [string, string[], RegExp][] = [
  ["an unknown command", ["obliterate"], /^There is no command "obliterate"\.$/],
  ["a name that every object has", ["constructor"], /^There is no command "constructor"\.$/],
  ["options without a command", ["--json"], /^Name a command\.$/],
  ["no id", ["hide", "--reason", "x"], /^Write it so: npm run admin -- hide <id> --reason "<why>"$/],
  ["an id that is none", ["show", "7"], /^"7" is no id of a review/],
  ["no reason", ["hide", ID], /^Give the reason: npm run admin -- hide <id>/],
  ["an empty reason", ["unhide", ID, "--reason", " "], /^Give the reason/],
  ["a reason without its words", ["unhide", ID, "--reason"], /--reason/],
  ["an unknown option", ["flagged", "--all"], /^Unknown option '--all'\.$/],
  ["an option of another command", ["flagged", "--reason", "x"], /^The command flagged takes no --reason\.$/],
  ["an e-mail that is none", ["about", "asha", "--reason", "x"], /^"asha" is no e-mail\.$/],
  ["neither an e-mail nor an account", ["erase", "asha"], /neither an e-mail nor the id of an account/],
  ["a page without an end", ["flagged", "--limit", "1000"], /^--limit needs a whole number from 1 to 100\.$/],
  ["half a page", ["flagged", "--limit", "1.5"], /^--limit needs a whole number/],
  ["a setting without a value", ["set", "reports_to_flag"], /^Write it so: npm run admin -- set <name> <value>/],
  ["an operator without a name", ["flagged", "--operator", ""], /^--operator needs a name\.$/],
];

test.each(wrong)("%s is answered with a sentence that says what to write", (_name, args, message) => {
  expect(() => readCommandLine(args)).toThrow(UsageError);
  expect(() => readCommandLine(args)).toThrow(message);
});
