import { spawnSync } from "node:child_process";
import path from "node:path";
import { Command } from "commander";

/**
 * `npm run test:contract [-- options] [file …]`: runs the contract tests on a new embedded server, or on the Supabase project that the options
 * name (see CONTRIBUTING.md).
 */
const program = new Command("npm run test:contract --")
  .argument("[files...]")
  .option("--url <url>", "the URL of the project (default: a new embedded server)")
  .option("--key <key>", "its publishable key")
  .option("--email-dir <folder>", "the folder in which an SMTP sink stores emails as .eml files")
  .option("--database <url>", "the database of the project, to move time and delete accounts")
  .option("--jwt-secret <secret>", "the secret of HS256, to sign expired and early tokens")
  .option("--address <pattern>", "the pattern of email addresses, with % for a unique name")
  .parse();
const options =
  program.opts<Record<"url" | "key" | "emailDir" | "database" | "jwtSecret" | "address", string | undefined>>();
if (options.url && !(options.key && (options.emailDir || options.database)))
  program.error("--url needs --key, and --email-dir or --database to read links in emails.");
// Drops the folders of the given paths: only tests in http/contract may run on a project.
const files = program.args.length > 0 ? program.args.map((name) => path.basename(name)) : [""];
const filters = files.map((name) => `http/contract/${name}`);
// Files share the project, and expect the newest review to be theirs.
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
