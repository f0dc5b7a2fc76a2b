import type { Answer, Ask } from "./ask.ts";
import { fail, type Line, listed, ok, unknown } from "./line.ts";

// What an anonymous caller can try. An answer counts as closed only when it says so itself: 42501 is what Postgres
// calls a missing right, and 404 says that there is no such address.

const INSUFFICIENT_PRIVILEGE = "42501";
const AGAIN = "run this again when the site is not busy";

function isClosed({ status, body }: Answer): boolean {
  return status === 404 || ((status === 401 || status === 403) && body?.code === INSUFFICIENT_PRIVILEGE);
}

function isOpen({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** Whether the API takes the public key at all; without that its refusals prove nothing. */
export async function publicKeyLine(ask: Ask, backend: "embedded" | "supabase"): Promise<Line> {
  const answer = await ask("/rest/v1/rpc/recent_reviews", { method: "POST", body: { at_most: 1 } });
  if (answer.status === 200 && Array.isArray(answer.body)) return ok("public key", "visitors read reviews with it");
  if (answer.status === 0)
    return fail(
      "public key",
      `the API could not be reached (${answer.reason})`,
      backend === "embedded" ? "see the line of the web server" : "check SUPABASE_URL, and whether the project is up",
    );
  if (answer.body?.code === INSUFFICIENT_PRIVILEGE)
    return fail("public key", "visitors may not read reviews with it", "look at the line of the grants");
  if (answer.status === 401)
    return fail(
      "public key",
      "the API does not accept it",
      backend === "embedded"
        ? "set DATA_DIR to the folder of the running server, which holds its key"
        : "copy the publishable key from the project's settings again",
    );
  return fail(
    "public key",
    `reading reviews with it answers ${answer.status}`,
    "look at the lines of the database, then at its log",
  );
}

/** System columns tell what was written in one transaction, so they are asked for by name. */
const COLUMNS = ["*", "id", "xmin"];

export async function closedTablesLine(ask: Ask, tables: string[]): Promise<Line> {
  const tries = tables.flatMap((table) => COLUMNS.map((column) => ({ name: `${column} of ${table}`, table, column })));
  return closedLine("closed tables", tries, ({ table, column }) => ask(`/rest/v1/${table}?select=${column}&limit=1`));
}

/** Only those that read: a function that is open by mistake is called. */
const OPERATORS_READ = ["operator_settings", "operator_deployment_facts"];

export async function closedFunctionsLine(ask: Ask): Promise<Line> {
  const tries = OPERATORS_READ.map((name) => ({ name }));
  return closedLine("closed functions", tries, ({ name }) => ask(`/rest/v1/rpc/${name}`, { method: "POST", body: {} }));
}

interface Try {
  name: string;
}

async function closedLine<T extends Try>(fact: string, tries: T[], ask: (each: T) => Promise<Answer>): Promise<Line> {
  const answers: { name: string; answer: Answer }[] = [];
  for (const each of tries) answers.push({ name: each.name, answer: await ask(each) });
  const names = (found: typeof answers) => listed(found.map(({ name }) => name));
  const open = answers.filter(({ answer }) => isOpen(answer));
  if (open.length > 0) {
    return fail(
      fact,
      `anybody reads ${names(open)}`,
      "take the site off, undo the grant, and read what docs/operations.md says about data seen by others",
    );
  }
  const unclear = answers.filter(({ answer }) => !isClosed(answer));
  // A column that a table does not have is looked up before the right to read it.
  const unsure = unclear.filter(({ answer }) => answer.body?.code !== "42703");
  if (unsure.length > 0) {
    const statuses = [...new Set(unsure.map(({ answer }) => answer.status || answer.reason))].join(", ");
    return unknown(fact, `no clear answer (${statuses}) for ${names(unsure)}`, AGAIN);
  }
  return ok(fact, `the public key opens none (${tries.length} tries)`);
}

/** What must not be among the schemas of the API. */
const INNER_SCHEMAS = ["private", "auth"];
/** What PostgREST calls a table that an exposed schema does not have. */
const UNKNOWN_TABLE = "PGRST205";

export async function exposedSchemasLine(ask: Ask): Promise<Line> {
  const fact = "exposed schemas";
  const exposed: string[] = [];
  for (const schema of INNER_SCHEMAS) {
    const answer = await ask("/rest/v1/settings?limit=1", { headers: { "accept-profile": schema } });
    const code: unknown = answer.body?.code;
    if (isOpen(answer) || code === INSUFFICIENT_PRIVILEGE || code === UNKNOWN_TABLE) exposed.push(schema);
    else if (answer.status !== 406 && answer.status !== 404)
      return unknown(fact, `no clear answer (${answer.status || answer.reason})`, AGAIN);
  }
  if (exposed.length === 0) return ok(fact, `neither ${INNER_SCHEMAS.join(" nor ")}`);
  return fail(
    fact,
    `the API shows ${exposed.join(", ")}`,
    "Project settings → Data API → Exposed schemas: public alone, or supabase config push",
  );
}

/** Photos are public by URL; listing them is not. */
export async function closedListLine(ask: Ask): Promise<Line> {
  const fact = "closed photo list";
  const answer = await ask("/storage/v1/object/list/review-proofs", {
    method: "POST",
    body: { prefix: "public", limit: 1 },
  });
  if (Array.isArray(answer.body) && answer.body.length > 0)
    return fail(fact, "anybody lists the photos", "Storage → Policies: remove the policy that lets visitors select");
  if (Array.isArray(answer.body) || [400, 401, 403, 404].includes(answer.status))
    return ok(fact, "the public key lists none");
  return unknown(fact, `no clear answer (${answer.status || answer.reason})`, AGAIN);
}
