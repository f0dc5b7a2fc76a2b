import type { StableId } from "@supabase/pg-delta";
import { extract } from "@supabase/pg-delta/extract";
import { type Action, plan } from "@supabase/pg-delta/plan";
import { Pool } from "pg";

export interface Changes {
  /** For functions, views, triggers, policies, grants and comments. */
  generated: string[];
  /** For tables, columns, constraints, indexes and types, and lines (`-- gone`, `-- new`) for changed rows. The author writes these. */
  byHand: string[];
}

const GENERATED = [
  /^(CREATE( OR REPLACE)?|ALTER|DROP) (FUNCTION|VIEW|TRIGGER|POLICY) /,
  /^(GRANT|REVOKE|COMMENT ON) /,
  /^ALTER TABLE \S+ (ENABLE|DISABLE) (ROW LEVEL SECURITY|(ALWAYS )?TRIGGER)/,
];

/** Compares two databases of one cluster. The URLs are those of their owner. */
export async function compareDatabases(before: string, after: string): Promise<Changes> {
  const [old, wanted] = await Promise.all([read(before), read(after)]);
  const isImplied = ({ sql }: Action) => sql.endsWith(` OWNER TO "${new URL(before).username}"`);
  const changes: Changes = { generated: [], byHand: [] };
  for (const action of plan(old.catalog, wanted.catalog).actions) {
    if (isImplied(action)) continue;
    const isGenerated = GENERATED.some((pattern) => pattern.test(action.sql));
    changes[isGenerated ? "generated" : "byHand"].push(...statementsOf(action));
  }
  changes.byHand.push(
    ...[...old.rows].filter((row) => !wanted.rows.has(row)).map((row) => `-- gone: ${row}`),
    ...[...wanted.rows].filter((row) => !old.rows.has(row)).map((row) => `-- new: ${row}`),
  );
  return changes;
}

async function read(connectionString: string) {
  const pool = new Pool({ connectionString, max: 1 });
  try {
    const rows = new Set<string>();
    const tables = await pool.query<{ name: string }>(`
      select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        or oid = 'storage.buckets'::regclass`);
    for (const { name } of tables.rows) {
      // Settings without a shipped value are random secrets.
      const found = await pool.query<{ row: string }>(`
        select (to_jsonb(r) - '{created_at,updated_at}'::text[]
          - case when to_jsonb(r)->>'shipped' is null then 'value' else '' end)::text as row from ${name} as r`);
      for (const { row } of found.rows) rows.add(`${name} ${row}`);
    }
    const { factBase: catalog } = await extract(pool);
    return { catalog, rows };
  } finally {
    await pool.end();
  }
}

/** Adapts a statement to hosted projects: the owner is not a superuser, and new objects are granted to every role of the API. */
function statementsOf({ sql, verb, produces: [created] }: Action): string[] {
  const statement = `${sql.trim().replace(/;$/, "")};`;
  const object = verb === "create" && created && grantable(created);
  if (object) return [statement, `REVOKE ALL ON ${object} FROM PUBLIC, anon, authenticated, service_role;`];
  const [, schema, owner] = /^ALTER FUNCTION (\S+?)\..* OWNER TO (\S+)$/.exec(sql) ?? [];
  if (!owner) return [statement];
  return [
    `GRANT CREATE ON SCHEMA ${schema} TO ${owner};`,
    statement,
    `REVOKE CREATE ON SCHEMA ${schema} FROM ${owner};`,
  ];
}

function grantable(id: StableId): string | null {
  if (id.kind === "function") return `FUNCTION "${id.schema}"."${id.name}"(${id.args.join(", ")})`;
  if (id.kind === "sequence") return `SEQUENCE "${id.schema}"."${id.name}"`;
  return id.kind === "table" || id.kind === "view" ? `TABLE "${id.schema}"."${id.name}"` : null;
}
