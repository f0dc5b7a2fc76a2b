import type { Context } from "hono";
import { errors } from "jose";
import postgres from "postgres";
import { z } from "zod";
import { clientAddress, type ServerEnv } from "../client-address.ts";
import { logError } from "../log.ts";
import { type AddressLimits, countRequest, tooManyFromHere, type Use } from "./address-limits.ts";
import { FUNCTIONS, type FunctionName, TABLES, type TableName, WRITING } from "./calls.ts";
import { asVisitor, callFunction } from "./connections.ts";
import { Refusal, bearerOf, parsedJson, retryAfter } from "./refusal.ts";
import { type Claims, SESSION_OVER, type Sessions } from "./sessions.ts";

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
    const { address, wait } = countRequest(c, use, { limits, trustProxy });
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
        const address = isWriting ? countedAddress(c, "change") : clientAddress(c, trustProxy);
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
const UNIQUE_VIOLATION = "23505";
const FOREIGN_KEY_VIOLATION = "23503";
/** Values that Postgres cannot take, and rules that they break. */
const CALLERS_MISTAKE = /^(?:21|22|23|42)/;
/** No connection, none free, or one that ends. */
const UNAVAILABLE = /^(?:08|53|57P0)/;

const pgrstMessage = z.object({ code: z.string(), message: z.string() });
const pgrstDetail = z.object({ status: z.number(), headers: z.record(z.string(), z.string()).optional() });

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
    const said = pgrstMessage.parse(JSON.parse(message));
    const { status, headers } = pgrstDetail.parse(JSON.parse(error.detail ?? ""));
    return new RestRefusal(status, said.code, said.message, headers);
  }
  if (code === INSUFFICIENT_PRIVILEGE) return new RestRefusal(visitor ? 403 : 401, code, message);
  if (code === UNIQUE_VIOLATION) return new RestRefusal(409, code, message);
  if (CALLERS_MISTAKE.test(code)) return new RestRefusal(code === FOREIGN_KEY_VIOLATION ? 409 : 400, code, NOT_ALLOWED);
  if (code === QUERY_CANCELED) return new RestRefusal(500, code, message);
  logError("database:", error);
  return new RestRefusal(UNAVAILABLE.test(code) ? 503 : 500, code, FAULT);
}
