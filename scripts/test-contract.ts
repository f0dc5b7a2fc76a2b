import { spawnSync } from "node:child_process";
import path from "node:path";
import { Command } from "commander";

/**
 * `npm run test:contract [-- options] [file …]`: the contract tests, on a new embedded server or on the Supabase project that the options
 * name. CONTRIBUTING.md says what a project needs for it.
 */
const program = new Command("npm run test:contract --")
  .argument("[files...]")
  .option("--url <url>", "of the project; else an embedded server of its own")
  .option("--key <key>", "its publishable key")
  .option("--email-dir <folder>", "where an SMTP sink leaves each email as an .eml file")
  .option("--database <url>", "moves time and deletes accounts")
  .option("--jwt-secret <secret>", "signs expired and early tokens, where HS256 signs")
  .option("--address <pattern>", "where a project sends its emails, with % for a name that no account has")
  .parse();
const options =
  program.opts<Record<"url" | "key" | "emailDir" | "database" | "jwtSecret" | "address", string | undefined>>();
if (options.url && !(options.key && (options.emailDir || options.database)))
  program.error("--url needs --key, and --email-dir or --database to read the links of emails from.");
// Of other files none is for a project that is not ours.
const files = program.args.length > 0 ? program.args.map((name) => path.basename(name)) : [""];
const filters = files.map((name) => `http/contract/${name}`);
// They share a project: one file at a time, or the newest review is another's.
const order = options.url ? ["--no-file-parallelism"] : [];
const run = spawnSync("vitest", ["run", "--project", "http", ...order, ...filters], {
  stdio: "inherit",
  env: {
    ...process.env,
    CONTRACT_URL: options.url,
    CONTRACT_KEY: options.key,
    CONTRACT_EMAIL_DIR: options.emailDir,
    CONTRACT_DATABASE: options.database,
    CONTRACT_JWT_SECRET: options.jwtSecret,
    CONTRACT_ADDRESS: options.address,
  },
});
process.exit(run.status ?? 1);
