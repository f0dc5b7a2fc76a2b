import fs from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";

/** A semicolon, or a token that may contain one: a comment, a string, a quoted name, the body of a function. */
const PARTS = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|;/g;

/** Splits a file into statements as the Supabase CLI does. Keeps comments. */
function statementsOf(source: string): string[] {
  const ends = [...source.matchAll(PARTS)].filter(([part]) => part === ";").map(({ index }) => index);
  const starts = [0, ...ends.map((end) => end + 1)];
  return starts
    .map((start, index) => source.slice(start, ends[index]).trim())
    .filter((statement) => /\S/.test(withoutComments(statement)));
}

function withoutComments(statement: string): string {
  return statement.replace(PARTS, (part) => (/^(?:--|\/\*)/.test(part) ? " " : part)).trim();
}

/** supautils lets postgres manage policies of these tables although it does not own them. */
const POLICY_STATEMENT = /^(?:create|alter|drop) policy .* on (?:auth|storage)\.\w+\b/is;

export interface Push {
  ran: string[];
  /** A migration with a fallback raises a notice. */
  notices: string[];
}

/**
 * Applies new migrations as `supabase db push --linked` does: each in one transaction, with a row in schema_migrations. `url` logs in
 * as postgres. Throws at the first refused statement.
 */
export async function push(url: string, folder: string): Promise<Push> {
  const notices: string[] = [];
  const onnotice = ({ severity, message }: postgres.Notice) => {
    // "if not exists" raises "… already exists, skipping". The projects of a cluster share its roles.
    if (!/, skipping$|^role "postgres" has already been granted/.test(message ?? ""))
      notices.push(`${severity}: ${message}`);
  };
  const sql = postgres(url, { max: 1, onnotice });
  try {
    await sql`create schema if not exists supabase_migrations`;
    await sql`
      create table if not exists supabase_migrations.schema_migrations (version text not null primary key, statements text[], name text)`;
    const rows = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`;
    const applied = new Set(rows.map(({ version }) => version));
    const files = (await fs.readdir(folder)).filter((name) => /^\d+_.*\.sql$/.test(name)).toSorted();
    const ran = files.filter((file) => !applied.has(file.slice(0, 14)));
    for (const file of ran) await run(sql, file, statementsOf(await fs.readFile(path.join(folder, file), "utf8")));
    return { ran, notices };
  } finally {
    await sql.end();
  }
}

async function run(sql: postgres.Sql, file: string, statements: string[]): Promise<void> {
  await sql.begin(async (transaction) => {
    for (const statement of statements) {
      const sent = POLICY_STATEMENT.test(withoutComments(statement))
        ? transaction`select platform.manage_policy(${statement})`
        : // The extended protocol parses one statement at a time.
          transaction.unsafe(statement, [], { simple: false } as postgres.UnsafeQueryOptions);
      await sent.catch((cause: unknown) => {
        throw new Error(`${file} is refused at: ${statement.slice(0, 400)}`, { cause });
      });
    }
    const [version = "", name = ""] = file.replace(/\.sql$/, "").split(/_(.*)/s);
    await transaction`
      insert into supabase_migrations.schema_migrations (version, name, statements) values (${version}, ${name}, ${statements})`;
  });
}
