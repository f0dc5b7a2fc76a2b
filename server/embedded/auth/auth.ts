import type { Context } from "hono";
import type { ServerEnv } from "../../client-address.ts";
import { logIn, logOut, refresh, user } from "./log-in.ts";
import { changePassword, recover, verify } from "./recovery.ts";
import { type AuthOptions, type AuthService, createAuthService } from "./service.ts";
import { resend, signUp } from "./sign-up.ts";

/**
 * Serves the nine calls of auth-js that the product makes, with GoTrue's responses. Messages, limits and response times do not
 * reveal whether an email has an account. One exception, as in GoTrue: a caller who signs up an email and logs in with that
 * password receives "Email not confirmed" if there was no account, and the owner gets an email.
 */
export function createAuth(options: AuthOptions) {
  const service = createAuthService(options);
  const handler =
    (answer: (service: AuthService, c: Context<ServerEnv>) => Promise<Response>) => (c: Context<ServerEnv>) =>
      answer(service, c);
  return {
    signUp: handler(signUp),
    logIn: handler(logIn),
    refresh: handler(refresh),
    verify: handler(verify),
    recover: handler(recover),
    resend: handler(resend),
    logOut: handler(logOut),
    user: handler(user),
    changePassword: handler(changePassword),
  };
}
