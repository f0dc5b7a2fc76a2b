import { randomFillSync } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Captcha } from "./settings.ts";

/** What the checks load, each from its provider. Must match the addresses in app/data/captcha.ts. */
const CAPTCHA_ORIGINS = {
  hcaptcha: "https://hcaptcha.com https://*.hcaptcha.com",
  turnstile: "https://challenges.cloudflare.com",
} as const satisfies Record<Captcha["provider"], string>;

/**
 * The policy of a page that may load from itself and from the Supabase project, and from nobody else but the provider of
 * the captcha, where the site has one.
 */
export function contentSecurityPolicy(nonce: string, supabaseOrigin: string, captcha?: Captcha | null): string {
  const policy = contentSecurityPolicyOf(`'nonce-${nonce}'`, supabaseOrigin);
  if (!captcha) return policy;
  const origins = CAPTCHA_ORIGINS[captcha.provider];
  const widened = policy.replace(/\b(?:script-src|style-src|connect-src) 'self'/g, `$& ${origins}`);
  return `${widened}; frame-src ${origins}`;
}

/** The same for pages whose scripts in the page are named by `scripts`: a nonce, or their hashes. */
export function contentSecurityPolicyOf(scripts: string, supabaseOrigin: string): string {
  const supabase = supabaseOrigin ? ` ${supabaseOrigin}` : "";
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts}`,
    // React and Base UI set style attributes (positions, delays); no <style> from elsewhere can come in.
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    `img-src 'self' blob: data:${supabase}`,
    `connect-src 'self'${supabase}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const NONCE_BYTES = 16;
/** Chance for many nonces: asking the system for each costs more than the rest of a kept page. */
const chance = Buffer.alloc(256 * NONCE_BYTES);
let used = chance.length;

/** 128 bits that nobody can guess and no other answer carries. */
export function newNonce(): string {
  if (used === chance.length) {
    randomFillSync(chance);
    used = 0;
  }
  used += NONCE_BYTES;
  return chance.toString("base64", used - NONCE_BYTES, used);
}

/** Drawings carry their own rules of style; nothing runs in them and nothing is fetched. */
const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Headers of every answer; pages add their Content-Security-Policy. */
export function securityHeaders(isBehindTls: boolean): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const headers = c.res.headers;
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    if (!headers.has("Referrer-Policy")) headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
    headers.set(
      "Permissions-Policy",
      "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    );
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    // Pages have their own. A drawing or a feed that somebody opens by itself is a document, too.
    if (!headers.has("Content-Security-Policy") && /xml/.test(headers.get("Content-Type") ?? ""))
      headers.set("Content-Security-Policy", FILE_POLICY);
    if (!headers.has("Cross-Origin-Resource-Policy")) headers.set("Cross-Origin-Resource-Policy", "same-origin");
    if (isBehindTls) headers.set("Strict-Transport-Security", "max-age=63072000; includeSubDomains; preload");
  };
}
