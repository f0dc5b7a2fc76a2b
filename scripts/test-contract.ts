import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

/**
 * `npm run test:contract [-- options] [file …]`: the contract tests, on an embedded server of their own or on the Supabase
 * project that the options name. CONTRIBUTING.md says what a project needs for it.
 */
const { values, positionals } = parseArgs({
  options: {
    url: { type: "string" },
    key: { type: "string" },
    "mail-dir": { type: "string" },
    database: { type: "string" },
    "jwt-secret": { type: "string" },
    address: { type: "string" },
  },
  allowPositionals: true,
});
if (values.url && !(values.key && (values["mail-dir"] || values.database))) {
  process.stderr.write("--url needs --key, and --mail-dir or --database to read the links of mails from.\n");
  process.exit(1);
}
const run = spawnSync("vitest", ["run", "--project", "contract", ...positionals], {
  stdio: "inherit",
  env: {
    ...process.env,
    CONTRACT_URL: values.url,
    CONTRACT_KEY: values.key,
    CONTRACT_MAIL_DIR: values["mail-dir"],
    CONTRACT_DATABASE: values.database,
    CONTRACT_JWT_SECRET: values["jwt-secret"],
    CONTRACT_ADDRESS: values.address,
  },
});
process.exit(run.status ?? 1);
