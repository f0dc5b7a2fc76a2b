/** Returns the Content-Security-Policy of a page. `scripts` are the sources of inline scripts ('sha256-…'). */
export function contentSecurityPolicy(scripts: readonly string[], supabaseOrigin: string): string {
  const supabase = supabaseOrigin && ` ${supabaseOrigin}`;
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(" "),
    // style-src-attr: React and Base UI set style attributes (positions, delays).
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

/** For SVG files, which have inline styles. */
const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const TWO_YEARS_S = 63_072_000;
/**
 * Strict-Transport-Security for this host, its subdomains, or also the browsers' preload list. The last two affect other hosts, and removal
 * from the list takes months.
 */
export const HSTS = {
  host: `max-age=${TWO_YEARS_S}`,
  subdomains: `max-age=${TWO_YEARS_S}; includeSubDomains`,
  preload: `max-age=${TWO_YEARS_S}; includeSubDomains; preload`,
} as const;
export type Hsts = keyof typeof HSTS;

export function securityHeaders(isBehindTls: boolean, hsts: Hsts): (headers: Headers) => void {
  return (headers) => {
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    if (!headers.has("Referrer-Policy")) headers.set("Referrer-Policy", "strict-origin-when-cross-origin");
    headers.set(
      "Permissions-Policy",
      "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    );
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    // Pages have a policy. An SVG or feed that is opened directly is a document, too.
    if (!headers.has("Content-Security-Policy") && /xml/.test(headers.get("Content-Type") ?? ""))
      headers.set("Content-Security-Policy", FILE_POLICY);
    if (!headers.has("Cross-Origin-Resource-Policy")) headers.set("Cross-Origin-Resource-Policy", "same-origin");
    if (isBehindTls) headers.set("Strict-Transport-Security", HSTS[hsts]);
  };
}
