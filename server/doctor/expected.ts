import fs from "node:fs/promises";
import { fileURLToPath } from "node:url";

const SUPABASE_FOLDER = new URL("../../supabase/", import.meta.url);

export interface Expected {
  migrations: string[];
  /** The expected result of private.access_rules(). */
  access: string[];
}

const EMBEDDED_ONLY = "embedded only: ";

/** Reads supabase/migrations and supabase/expected-access.txt, which supabase/tests/database/hosted.test.ts writes. */
export async function readExpected(backend: "embedded" | "supabase"): Promise<Expected> {
  const files = await fs.readdir(fileURLToPath(new URL("migrations", SUPABASE_FOLDER)));
  const migrations = files.flatMap((file) => /^(\d{14})_.+\.sql$/.exec(file)?.[1] ?? []).toSorted();
  const text = await fs.readFile(new URL("expected-access.txt", SUPABASE_FOLDER), "utf8");
  return { migrations, access: accessOf(backend, text) };
}

export function accessOf(backend: "embedded" | "supabase", text: string): string[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .filter((line) => backend === "embedded" || !line.startsWith(EMBEDDED_ONLY))
    .map((line) => line.replace(EMBEDDED_ONLY, ""));
}

/**
 * Returns the text of expected-access.txt for the rules of two fresh databases. Throws if a hosted project has more than the embedded one.
 */
export function accessText(embedded: string[], hosted: string[]): string {
  const extra = hosted.filter((rule) => !embedded.includes(rule));
  if (extra.length > 0) throw new Error(`Only a hosted project has: ${extra.join("; ")}`);
  return [
    "# Which role may do what: private.access_rules() of a database with all migrations, compared by `npm run doctor`.",
    "# After an intended change: npm run test:database -- --update, and read the diff.",
    ...embedded.map((rule) => (hosted.includes(rule) ? rule : EMBEDDED_ONLY + rule)),
    "",
  ].join("\n");
}
