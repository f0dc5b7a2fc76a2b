import { expect, test } from "vitest";
import { runCommand } from "./run-command.ts";

const ID = "3f0c2a52-6f0c-4c4e-9a57-0f1f7c1f2b11";

test("prints help without a command or if asked", async () => {
  const help = await run();
  for (const args of [["help"], ["--help"], ["-h"]]) expect(await run(...args)).toEqual(help);
  const commands = "delete merge rename author-of about erase operators settings set audit sweep";
  for (const command of commands.split(" ")) expect(help.out).toMatch(new RegExp(`^  ${command}\\b`, "m"));
  expect(help).toMatchObject({ code: 0, err: "", out: expect.stringContaining("2 when") });
  expect((await run("delete", "--help")).out).toContain("--reason <why>");
});

const WRONG: [string, string[], string][] = [
  ["an unknown command", ["obliterate"], "unknown command 'obliterate'"],
  ["an id that is none", ["delete", "7", "--reason", "x"], "Copy the id of the review from its link."],
  ["no reason", ["delete", ID], "required option '--reason <why>' not specified"],
  ["an empty reason", ["erase", ID, "--reason", " "], "It must not be empty."],
  ["an unknown action", ["operators", "promote"], "Allowed choices are add, remove, list."],
  ["an option of another command", ["audit", "--reason", "x"], "unknown option '--reason'"],
  ["two ids", ["delete", ID, ID, "--reason", "x"], "too many arguments for 'delete'"],
  ["an email that is none", ["about", "asha", "--reason", "x"], "This is not an email."],
  ["neither an email nor an account", ["erase", "asha"], "neither an email nor the id of an account"],
  ["no home", ["merge", "lake-view", "12345678", "--reason", "x"], "Copy the URL of the home's page"],
  ["a page without an end", ["audit", "--limit", "1000"], "It must be a whole number from 1 to 100."],
  ["half a page", ["audit", "--limit", "1.5"], "It must be a whole number from 1 to 100."],
  ["an operator without a name", ["audit", "--operator", ""], "It must not be empty."],
];

test.each(WRONG)("answers %s with a message and exit code 2", async (_name, args, sentence) => {
  const wrong = await run(...args);
  expect(wrong).toMatchObject({ code: 2, out: "", err: expect.stringContaining(sentence) });
  expect(wrong.err).toContain("To list the commands: npm run admin -- help");
});

async function run(...args: string[]) {
  const said = { out: "", err: "" };
  const code = await runCommand(args, {
    environment: () => ({}),
    print: (text) => (said.out += text),
    complain: (text) => (said.err += text),
    confirm: async () => false,
  });
  return { code, ...said };
}
