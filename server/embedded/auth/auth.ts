import type { Context } from "hono";
import type { ServerEnv } from "../../client-address.ts";
import { logIn, logOut, refresh, user } from "./log-in.ts";
import { changePassword, recover, verify } from "./recovery.ts";
import { type AuthOptions, type AuthService, createAuthService } from "./service.ts";
import { resend, signUp } from "./sign-up.ts";

/**
 * The account service: the nine calls of auth-js that the product makes, answered as GoTrue does. It tells only the
 * owner of an address whether it has an account, not by words, limits or time. One exception is GoTrue's as well: a caller who signs
 * up an address and logs in with that password hears "Email not confirmed" where there was no account, and its owner gets an e-mail.
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
