import type { Context } from "hono";
import { z } from "zod";
import { clientAddress, networkOfCaller, type ServerEnv, signalOf } from "../../client-address.ts";
import { AuthRefusal, busy, invalid, tooMany } from "../auth-refusal.ts";
import { hashing, matchesPassword } from "../passwords.ts";
import type { LogOutScope } from "../sessions.ts";
import { findAccount } from "./accounts.ts";
import { type AuthService, CREDENTIALS, read, sessionOf, text } from "./service.ts";

const LOG_OUT_SCOPES: readonly string[] = ["global", "local", "others"] satisfies LogOutScope[];

const REFRESH = z.strictObject({ refresh_token: text });

export async function logIn(service: AuthService, c: Context<ServerEnv>): Promise<Response> {
  const { sql, sessions, limits, dummyHash, trustProxy } = service;
  const body = await read(service, c, CREDENTIALS, "sign-in");
  if (body.email === "") throw invalid("missing email or phone");
  const account = await findAccount(sql, body.email);
  const network = networkOfCaller(c, trustProxy);
  if (hashing.isFull(network)) throw busy();
  // Counts before the comparison, to limit concurrent guesses like sequential ones.
  const guesser = { address: clientAddress(c, trustProxy), email: body.email };
  const wait = limits.count("guess", guesser);
  if (wait !== null) throw tooMany(wait);
  const hash = account?.encrypted_password || (await dummyHash);
  const isRight = await hashing.run(network, () => matchesPassword(body.password, hash), signalOf(c));
  if (!account || !isRight) throw new AuthRefusal(400, "invalid_credentials", "Invalid login credentials");
  limits.resetGuesses(guesser);
  if (!account.is_confirmed) throw new AuthRefusal(400, "email_not_confirmed", "Email not confirmed");
  return c.json(await sessions.begin(sql, account.id, "password"));
}

export async function refresh(service: AuthService, c: Context<ServerEnv>): Promise<Response> {
  const body = await read(service, c, REFRESH, "refresh");
  if (!/^[\w-]{12,64}$/.test(body.refresh_token)) throw invalid("Refresh token is not valid");
  const session = await service.sessions.refresh(body.refresh_token);
  if (session === "not-found")
    throw new AuthRefusal(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
  if (session === "already-used")
    throw new AuthRefusal(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
  return c.json(session);
}

export async function logOut(service: AuthService, c: Context<ServerEnv>): Promise<Response> {
  const { claims } = await sessionOf(service, c);
  const scope = c.req.query("scope") ?? "global";
  if (!LOG_OUT_SCOPES.includes(scope)) throw invalid(`Unsupported logout scope "${scope}"`);
  await service.sessions.end(service.sql, claims, scope as LogOutScope);
  return c.body(null, 204);
}

export async function user(service: AuthService, c: Context<ServerEnv>): Promise<Response> {
  return c.json((await sessionOf(service, c)).user);
}
