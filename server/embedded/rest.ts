import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { errors } from "jose";
import postgres from "postgres";
import { z } from "zod";
import { clientAddress, networkOf, type ServerEnv, widerNetworkOf } from "../client-address.ts";
import { logError } from "../log.ts";
import { type AddressLimits, tooManyFromHere, type Use } from "./address-limits.ts";
import { asVisitor } from "./connections.ts";
import { Refusal, bearerOf, parsedJson, retryAfter, uuid } from "./refusal.ts";
import { type Claims, SESSION_OVER, type Sessions } from "./sessions.ts";

// Rules about values are the database's, which answers with sentences; here only their kinds are checked. What visitors
// have no say in is overwritten there.
const text = z.string().nullish();
const flag = z.boolean().nullish();
const issue = z.strictObject({ id: text, description: text, severity: text });

const review = z.strictObject({
  id: uuid.default(() => randomUUID()),
  property_name: text,
  locality: text,
  city: text,
  property_type: text,
  rating: z.number().nullish(),
  review_text: text,
  email: text,
  user_id: uuid.nullish(),
  move_in_date: text,
  duration: text,
  would_recommend: flag,
  move_out_intent: flag,
  verified: flag,
  reported: flag,
  proof_urls: z.array(z.string()).max(100).nullish(),
  reported_issues: z.array(issue).max(1000).nullish(),
  created_at: text,
  how_issues_reported: text,
  issue_resolution_status: text,
  management_response_time: text,
});
const report = z.strictObject({
  review_id: uuid.nullish(),
  reason: text,
  reporter_email: text,
  reporter_fingerprint: text,
});
const waitlistEntry = z.strictObject({ name: text, email: text });

/**
 * What visitors may add to: the columns of the specification, and what of it one network address tries only so often. The
 * database counts reports and entries by itself: here are those that it refuses, whose counting it takes back.
 */
export const TABLES = {
  reviews: { row: review, use: "review" },
  review_reports: { row: report, use: "change" },
  referral_waitlist: { row: waitlistEntry, use: "change" },
} as const satisfies Record<string, { row: z.ZodObject; use: Use }>;
export type TableName = keyof typeof TABLES;

const number = z.int().nullish();
const list = { search: text, city: text, sort: text, after: text, page_size: number };

/** What visitors may call, with its arguments. Must match the grants in supabase/migrations. */
export const FUNCTIONS = {
  recent_reviews: z.strictObject({ at_most: number }),
  browse_properties: z.strictObject({ ...list, reviews_per_group: number }),
  property_reviews: z.strictObject({ property_id: uuid, ...list }),
  review_in_context: z.strictObject({ review_id: uuid, reviews_per_group: number }),
  review_cities: z.strictObject({}),
  top_reviewers: z.strictObject({}),
  my_review: z.strictObject({ review_id: uuid }),
  check_review_limits: z.strictObject({
    review_id: uuid,
    property_name: text,
    locality: text,
    city: text,
    review_text: text,
  }),
  home: z.strictObject({ short_id: text }),
  home_reviews: z.strictObject({
    property_id: uuid,
    sort: text,
    stars: number,
    with_photos: flag,
    after: text,
    page_size: number,
  }),
  homes_of_city: z.strictObject({ city: text, after: text }),
  homes_of_locality: z.strictObject({ city: text, locality: text, after: text }),
  home_cities: z.strictObject({}),
  home_addresses: z.strictObject({ prefix: text }),
  suggest_homes: z.strictObject({ term: text, city: text }),
  file_grievance: z.strictObject({
    secret: uuid.nullish(),
    writer: text,
    ground: text,
    page: text,
    words: text,
    email: text,
  }),
  grievance_status: z.strictObject({ secret: uuid }),
  transparency: z.strictObject({}),
  my_reviews: z.strictObject({ after: text }),
  make_my_review_anonymous: z.strictObject({ review_id: uuid }),
  withdraw_my_review: z.strictObject({ review_id: uuid }),
  bring_back_my_review: z.strictObject({ review_id: uuid }),
  add_follow_up: z.strictObject({ review_id: uuid, follow_up: text }),
  export_my_data: z.strictObject({}),
  begin_deleting_my_account: z.strictObject({ with_reviews: flag }),
  erase_my_next_review: z.strictObject({ with_text: flag }),
  delete_my_account: z.strictObject({}),
} as const satisfies Record<string, z.ZodObject>;
export type FunctionName = keyof typeof FUNCTIONS;

/** Those that write. One network address tries only so many. */
const WRITING: ReadonlySet<FunctionName> = new Set<FunctionName>([
  "make_my_review_anonymous",
  "withdraw_my_review",
  "bring_back_my_review",
  "add_follow_up",
  "begin_deleting_my_account",
  "erase_my_next_review",
  "delete_my_account",
  "file_grievance",
]);

const NOT_ALLOWED = "The request is malformed, or one of its values is not allowed.";
const FAULT = "Something went wrong on our side. Please try again.";

/** A refusal in the format of PostgREST. */
export class RestRefusal extends Refusal {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = status === 401 ? { "WWW-Authenticate": "Bearer", ...headers } : headers;
  }

  answer(): Response {
    const { status, code, message, headers } = this;
    return Response.json({ code, details: null, hint: null, message }, { status, headers });
  }
}

interface RestOptions {
  /** Read only. */
  readPool: postgres.Sql;
  writePool: postgres.Sql;
  sessions: Sessions;
  limits: AddressLimits;
  publishableKey: string;
  trustProxy: boolean;
}

/** The table API: three inserts and a list of functions, each a fixed statement in the role of the visitor. */
export function createRest({ readPool, writePool, sessions, limits, publishableKey, trustProxy }: RestOptions) {
  /** The network address of the request, which counts as one use. */
  function countedAddress(c: Context<ServerEnv>, use: Use): string {
    const address = clientAddress(c, trustProxy);
    const wait = limits.count(widerNetworkOf(address), use, networkOf(address));
    if (wait !== null) throw new RestRefusal(429, "PT429", tooManyFromHere(wait), retryAfter(wait));
    return address;
  }

  /** Who sends a request: null for an anonymous visitor. */
  async function visitorOf(c: Context<ServerEnv>): Promise<Claims | null> {
    const token = bearerOf(c);
    if (token === "" || token === publishableKey) return null;
    const claims = await sessions.verify(token).catch((error: unknown) => {
      throw tokenRefusal(error, token);
    });
    if (!(await sessions.isAlive(claims))) throw new RestRefusal(401, "PT401", SESSION_OVER);
    return claims;
  }

  return {
    /** Adds one row, once, and says nothing of it. */
    insertInto(table: TableName) {
      const { row: schema, use } = TABLES[table];
      const columns = Object.keys(schema.shape).join(", ");
      const statement = `
        insert into public.${table} (${columns})
        select ${columns} from jsonb_populate_record(null::public.${table}, $1::text::jsonb)`;
      return async (c: Context<ServerEnv>): Promise<Response> => {
        const row = schema.safeParse(await jsonOf(c));
        if (!row.success) throw new RestRefusal(400, "PT400", NOT_ALLOWED);
        const address = countedAddress(c, use);
        const visitor = await visitorOf(c);
        try {
          await asVisitor(
            writePool,
            visitor,
            (transaction) => transaction.unsafe(statement, [JSON.stringify(row.data)], { prepare: true }),
            address,
          );
        } catch (error) {
          throw databaseRefusal(error, visitor);
        }
        return c.body(null, 201);
      };
    },

    call(name: FunctionName) {
      const isWriting = WRITING.has(name);
      return async (c: Context<ServerEnv>): Promise<Response> => {
        const args = FUNCTIONS[name].safeParse(await jsonOf(c, {}));
        if (!args.success) throw new RestRefusal(400, "PT400", NOT_ALLOWED);
        const address = isWriting ? countedAddress(c, "change") : undefined;
        const visitor = await visitorOf(c);
        const pool = isWriting ? writePool : readPool;
        try {
          const answer = await asVisitor(pool, visitor, (sql) => callFunction(sql, name, args.data), address);
          return c.body(answer, 200, { "Content-Type": "application/json; charset=utf-8" });
        } catch (error) {
          throw databaseRefusal(error, visitor);
        }
      };
    },
  };
}

/** Calls functions as an anonymous visitor for pages. Rejects with a RestRefusal. */
export function createFunctionCall(readPool: postgres.Sql) {
  return async (name: FunctionName, args: Record<string, unknown> = {}): Promise<unknown> => {
    const parsed = FUNCTIONS[name].safeParse(args);
    if (!parsed.success) throw new RestRefusal(400, "PT400", NOT_ALLOWED);
    try {
      return JSON.parse(await callFunction(readPool, name, parsed.data)) as unknown;
    } catch (error) {
      throw databaseRefusal(error, null);
    }
  };
}

/** Resolves to the answer as JSON. An argument that is not given has the default of the function. */
async function callFunction(sql: postgres.ISql, name: FunctionName, args: object): Promise<string> {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  const listed = given.map(([argument], index) => `${argument} => $${index + 1}`).join(", ");
  const values = given.map(([, value]) => value as string | number | boolean | null);
  const statement = `select public.${name}(${listed})::text as answer`;
  const [row] = await sql.unsafe<{ answer: string | null }[]>(statement, values, { prepare: true });
  return row?.answer ?? "null";
}

async function jsonOf(c: Context, empty?: object): Promise<unknown> {
  const body = await c.req.text();
  const value = body === "" ? empty : parsedJson(body);
  if (value === undefined) throw new RestRefusal(400, "PGRST102", "Empty or invalid json");
  return value;
}

function tokenRefusal(error: unknown, token: string): RestRefusal {
  const isOfClaims = error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed;
  const parts = token.split(".").length;
  let message = "No suitable key or wrong key type";
  if (isOfClaims) message = error instanceof errors.JWTExpired ? "JWT expired" : "JWT not yet valid";
  else if (parts !== 3) message = `Expected 3 parts in JWT; got ${parts}`;
  else if (error instanceof errors.JOSEAlgNotAllowed) message = "Wrong or unsupported encoding algorithm";
  const challenge = `Bearer error="invalid_token", error_description="${message}"`;
  return new RestRefusal(401, isOfClaims ? "PGRST303" : "PGRST301", message, { "WWW-Authenticate": challenge });
}

/** What Postgres calls a statement that it ended because it took too long: anonymous callers can send slow queries. */
const QUERY_CANCELED = "57014";
const INSUFFICIENT_PRIVILEGE = "42501";
/** The row is there already, or what it belongs to is not. */
const CONFLICT = /^2350[35]$/;
/** Values that Postgres cannot take, and rules that they break. */
const CALLERS_MISTAKE = /^(?:21|22|23|42)/;
/** No connection, none free, or one that ends. */
const UNAVAILABLE = /^(?:08|53|57P0)/;

const passed = z.object({ code: z.string(), message: z.string() });
const passedOn = z.object({ status: z.number(), headers: z.record(z.string(), z.string()).optional() });

/**
 * The same failure in PostgREST's words: our own rules (PTxyz, or PGRST with its headers) say what to do. What else
 * Postgres says may quote what was typed, and is left out.
 */
function databaseRefusal(error: unknown, visitor: Claims | null): RestRefusal {
  if (error instanceof RestRefusal) return error;
  if (!(error instanceof postgres.PostgresError)) {
    logError("database:", error);
    return new RestRefusal(503, "PGRST000", "Database connection error. Please try again.");
  }
  const { code, message } = error;
  const [, own] = /^PT(\d{3})$/.exec(code) ?? [];
  if (own) return new RestRefusal(Number(own), code, message);
  if (code === "PGRST") {
    const said = passed.parse(JSON.parse(message));
    const { status, headers } = passedOn.parse(JSON.parse(error.detail ?? ""));
    return new RestRefusal(status, said.code, said.message, headers);
  }
  if (code === INSUFFICIENT_PRIVILEGE) return new RestRefusal(visitor ? 403 : 401, code, message);
  if (code === "23505") return new RestRefusal(409, code, message);
  if (CALLERS_MISTAKE.test(code)) return new RestRefusal(CONFLICT.test(code) ? 409 : 400, code, NOT_ALLOWED);
  if (code === QUERY_CANCELED) return new RestRefusal(500, code, message);
  logError("database:", error);
  return new RestRefusal(UNAVAILABLE.test(code) ? 503 : 500, code, FAULT);
}
