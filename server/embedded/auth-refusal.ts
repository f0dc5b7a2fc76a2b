import type { Context } from "hono";
import { inWords, tooManyFromHere } from "./limits.ts";
import { Refusal, retryAfter } from "./refusal.ts";

/** auth-js requests this API version. Since this version, the name of an error is in `code`; before, it was in `error_code`. */
const API_VERSION = "2024-01-01";

/** An error in the format of Supabase Auth. */
export class AuthRefusal extends Refusal {
  readonly status: number;
  readonly code: string;
  readonly more: { seconds?: number; weak_password?: object };

  constructor(status: number, code: string, message: string, more: AuthRefusal["more"] = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.more = more;
  }

  answer(c: Context): Response {
    const { status, code, message, more } = this;
    const { seconds, ...rest } = more;
    const asked = c.req.header("x-supabase-api-version") ?? "";
    const isNamedByCode = /^\d{4}-\d\d-\d\d$/.test(asked) && asked >= API_VERSION;
    const body = isNamedByCode ? { code, message, ...rest } : { code: status, error_code: code, msg: message, ...rest };
    const version = isNamedByCode ? { "X-Supabase-Api-Version": API_VERSION } : undefined;
    return Response.json(body, { status, headers: { ...retryAfter(seconds), ...version, "X-Sb-Error-Code": code } });
  }
}

export function invalid(message: string): AuthRefusal {
  return new AuthRefusal(400, "validation_failed", message);
}

export function tooMany(seconds: number, message = tooManyFromHere(seconds)): AuthRefusal {
  return new AuthRefusal(429, "over_request_rate_limit", message, { seconds });
}

export function busy(): AuthRefusal {
  return tooMany(5, "Many people are logging in at the moment. Please try again in a few seconds.");
}

/**
 * Returns the refusal for the hourly and daily limits of a mailbox. For the minute between two emails, pages have a message: see
 * tooManyEmails.
 */
export function tooManyEmailsTo(seconds: number): AuthRefusal {
  const message = `Too many emails were requested for this address. Please try again ${inWords(seconds)}.`;
  return new AuthRefusal(429, "over_email_send_rate_limit", message, { seconds });
}

export function tooManyEmails(seconds: number): AuthRefusal {
  const message = `For security purposes, you can only request this after ${seconds} seconds.`;
  return new AuthRefusal(429, "over_email_send_rate_limit", message, { seconds });
}
