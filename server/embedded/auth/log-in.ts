import type { Context } from "hono";
import { z } from "zod";
import type { ServerEnv } from "../../client-address.ts";
import { AuthRefusal, busy, invalid } from "../auth-refusal.ts";
import { enqueueHashing, matchesPassword } from "../passwords.ts";
import type { LogOutScope } from "../sessions.ts";
import { findAccount } from "./accounts.ts";
import { type AuthService, CREDENTIALS, read, sessionOf, text, widerNetworkOfCaller } from "./service.ts";

const LOG_OUT_SCOPES: readonly string[] = ["global", "local", "others"] satisfies LogOutScope[];

const REFRESH = z.strictObject({ refresh_token: text });

export async function logIn(service: AuthService, c: Context<ServerEnv>): Promise<Response> {
  const { sql, sessions, devices, guesses, dummyHash } = service;
  const body = await read(service, c, CREDENTIALS, "signIn");
  if (body.email === "") throw invalid("missing email or phone");
  const account = await findAccount(sql, body.email);
  const attempt = guesses.begin(c, body.email, account);
  try {
    const hash = account?.encrypted_password || (await dummyHash);
    const compare = () => matchesPassword(body.password, hash);
    // By network: the owner of an account can create any number of known devices.
    const isRight = await enqueueHashing(widerNetworkOfCaller(service, c), compare, {
      account: attempt.isKnownDevice ? account?.id : undefined,
    });
    if (isRight === null) throw busy();
    if (!account || !isRight) throw new AuthRefusal(400, "invalid_credentials", "Invalid login credentials");
    if (!account.is_confirmed) throw new AuthRefusal(400, "email_not_confirmed", "Email not confirmed");
    const session = await sessions.begin(sql, account.id, "password");
    attempt.succeed();
    devices.remember(c, account);
    return c.json(session);
  } catch (error) {
    if (!(error instanceof AuthRefusal) || error.status !== 400) attempt.giveBack();
    throw error;
  }
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
