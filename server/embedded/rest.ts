import type { Context } from "hono";
import { errors } from "jose";
import postgres from "postgres";
import { z } from "zod";
import { clientAddress, networkOfCaller, type ServerEnv, signalOf } from "../client-address.ts";
import { createFairQueue } from "../fair-queue.ts";
import { logError } from "../log.ts";
import { FUNCTIONS, type FunctionName, TABLES, type TableName, WRITING } from "./calls.ts";
import { asVisitor, callFunction } from "./connections.ts";
import { countRequest, type Limits, tooManyFromHere } from "./limits.ts";
import { Refusal, bearerOf, parsedJson, retryAfter } from "./refusal.ts";
import { type Claims, SESSION_OVER, type Sessions } from "./sessions.ts";

const NOT_ALLOWED = "The request is malformed, or one of its values is not allowed.";
const FAULT = "Something went wrong on our side. Please try again.";
const CROWDED = "Too many requests are coming from your network. Please try again in a few seconds.";

/** An error in the format of PostgREST. */
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
  readPool: postgres.Sql;
  writePool: postgres.Sql;
  sessions: Sessions;
  limits: Limits;
  publishableKey: string;
  trustProxy: boolean;
}

/**
 * Concurrent statements of visitors: one per connection (backend.ts), few per network. The queue of a network is as long as its maximum of
 * connections: waiting is cheap, and a client that is rejected at once retries at once.
 */
const SLOTS = { atOnce: 12, ofNetwork: 2, waiting: 1_000 };

/** Serves three inserts and a list of functions, each a fixed statement with the visitor's role. */
export function createRest(options: RestOptions) {
  const { readPool, writePool, limits, trustProxy } = options;
  const reading = { pool: readPool, queue: createFairQueue({ name: "reads", ...SLOTS }) };
  const writing = { pool: writePool, queue: createFairQueue({ name: "writes", ...SLOTS }) };

  function countedAddress(c: Context<ServerEnv>, use: "review" | "change"): string {
    const { address, wait } = countRequest(c, use, { limits, trustProxy });
    if (wait !== null) throw new RestRefusal(429, "PT429", tooManyFromHere(wait), retryAfter(wait));
    return address;
  }

  /** Validates the body and runs a statement as the visitor, both in the queue. */
  async function asCaller<Values, Result>(
    c: Context<ServerEnv>,
    { pool, queue }: typeof reading,
    schema: z.ZodType<Values>,
    statement: (sql: postgres.TransactionSql, values: Values) => Promise<Result>,
    address?: string,
  ): Promise<Result> {
    const body = await c.req.arrayBuffer();
    const network = networkOfCaller(c, trustProxy);
    if (queue.isFull(network)) throw new RestRefusal(503, "PT503", CROWDED, retryAfter(5));
    const run = async () => {
      const values = schema.safeParse(jsonOf(body));
      if (!values.success) throw new RestRefusal(400, "PT400", NOT_ALLOWED);
      const visitor = await visitorOf(options, c);
      return asVisitor(pool, visitor, (sql) => statement(sql, values.data), address).catch((error: unknown) => {
        throw databaseRefusal(error, visitor);
      });
    };
    return queue.run(network, run, signalOf(c));
  }

  return {
    insertInto(table: TableName) {
      const { row: schema, use } = TABLES[table];
      const columns = Object.keys(schema.shape).join(", ");
      const statement = `
        insert into public.${table} (${columns})
        select ${columns} from jsonb_populate_record(null::public.${table}, $1::text::jsonb)`;
      return async (c: Context<ServerEnv>): Promise<Response> => {
        const address = countedAddress(c, use);
        const insert = (sql: postgres.TransactionSql, row: object) =>
          sql.unsafe(statement, [JSON.stringify(row)], { prepare: true });
        await asCaller(c, writing, schema, insert, address);
        return c.body(null, 201);
      };
    },

    call(name: FunctionName) {
      const isWriting = WRITING.has(name);
      return async (c: Context<ServerEnv>): Promise<Response> => {
        const address = isWriting ? countedAddress(c, "change") : clientAddress(c, trustProxy);
        const call = (sql: postgres.TransactionSql, args: object) => callFunction(sql, name, args);
        const answer = await asCaller(c, isWriting ? writing : reading, FUNCTIONS[name], call, address);
        return c.body(answer, 200, { "Content-Type": "application/json; charset=utf-8" });
      };
    },
  };
}

/**
 * Returns the claims of the visitor's session, or null for an anonymous visitor. Throws if the token is invalid or its session has ended.
 */
async function visitorOf({ sessions, publishableKey }: RestOptions, c: Context<ServerEnv>): Promise<Claims | null> {
  const token = bearerOf(c);
  if (token === "" || token === publishableKey) return null;
  const claims = await sessions.verify(token).catch((error: unknown) => {
    throw tokenRefusal(error, token);
  });
  if (!(await sessions.isAlive(claims))) throw new RestRefusal(401, "PT401", SESSION_OVER);
  return claims;
}

/** Creates a function that calls the database for pages. It rejects with a RestRefusal. */
export function createFunctionCall(readPool: postgres.Sql, writePool = readPool) {
  return async (name: FunctionName, args: Record<string, unknown> = {}): Promise<unknown> => {
    const parsed = FUNCTIONS[name].safeParse(args);
    if (!parsed.success) throw new RestRefusal(400, "PT400", NOT_ALLOWED);
    try {
      const answer = WRITING.has(name)
        ? await asVisitor(writePool, null, (sql) => callFunction(sql, name, parsed.data))
        : await callFunction(readPool, name, parsed.data);
      return JSON.parse(answer) as unknown;
    } catch (error) {
      throw databaseRefusal(error, null);
    }
  };
}

function jsonOf(body: ArrayBuffer): unknown {
  const value = body.byteLength === 0 ? {} : parsedJson(body);
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

/** Not logged, since anonymous callers can send slow queries. */
const QUERY_CANCELED = "57014";
const INSUFFICIENT_PRIVILEGE = "42501";
const UNIQUE_VIOLATION = "23505";
const FOREIGN_KEY_VIOLATION = "23503";
const CALLERS_MISTAKE = /^(?:21|22|23|42)/;
/** Classes of failed connections (08), missing resources (53) and shutdown (57P0). */
const UNAVAILABLE = /^(?:08|53|57P0)/;

const pgrstMessage = z.object({ code: z.string(), message: z.string() });
const pgrstDetail = z.object({ status: z.number(), headers: z.record(z.string(), z.string()).optional() });

/**
 * Converts an error to PostgREST's format. Passes on the messages of our rules (PTxyz, or PGRST with headers). Drops other messages, which may
 * quote a visitor's text.
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
    const body = pgrstMessage.parse(JSON.parse(message));
    const { status, headers } = pgrstDetail.parse(JSON.parse(error.detail ?? ""));
    return new RestRefusal(status, body.code, body.message, headers);
  }
  if (code === INSUFFICIENT_PRIVILEGE) return new RestRefusal(visitor ? 403 : 401, code, message);
  if (code === UNIQUE_VIOLATION) return new RestRefusal(409, code, message);
  if (CALLERS_MISTAKE.test(code)) return new RestRefusal(code === FOREIGN_KEY_VIOLATION ? 409 : 400, code, NOT_ALLOWED);
  if (code === QUERY_CANCELED) return new RestRefusal(500, code, message);
  logError("database:", error);
  return new RestRefusal(UNAVAILABLE.test(code) ? 503 : 500, code, FAULT);
}
