import { createInterface } from "node:readline/promises";
import { environment } from "../settings.ts";
import { runCommand } from "./run-command.ts";

process.exitCode = await runCommand(process.argv.slice(2), {
  environment,
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
  confirm,
});

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question(`${question} Type yes: `);
    return answer.trim().toLowerCase() === "yes";
  } finally {
    terminal.close();
  }
}
