import { isLoopback, isOnThisMachine, type Settings } from "../settings.ts";
import type { Answer, Ask } from "./ask.ts";
import type { DatabaseSettings } from "./database.ts";
import { fail, type Line, ok, unknown, warn } from "./line.ts";

export async function webServerLine(
  ask: Ask,
  { siteUrl, backend }: Pick<Settings, "siteUrl" | "backend">,
): Promise<Line> {
  const fact = "web server";
  const { status, body, reason } = await ask("/healthz");
  if (status === 0)
    return fail(fact, `${siteUrl} could not be reached (${reason})`, "start it, or look at the proxy and at SITE_URL");
  if (status === 503)
    return fail(fact, "it runs, but its database does not answer", "look at the line of the database and at its log");
  if (status !== 200 || body?.status !== "ok")
    return fail(
      fact,
      `/healthz answers ${status}`,
      "another server may have this address: look at the proxy and at SITE_URL",
    );
  if (body.backend !== backend)
    return fail(
      fact,
      `it runs with BACKEND=${body.backend}, and the settings here say ${backend}`,
      "run this with the settings of the server",
    );
  return ok(fact, `${siteUrl} answers with BACKEND=${backend}`);
}

export function httpsLine(siteUrl: string): Line {
  if (siteUrl.startsWith("https:")) return ok("https", "SITE_URL starts with https");
  if (isOnThisMachine(siteUrl)) return ok("https", "not needed: SITE_URL is this machine alone");
  return fail(
    "https",
    "passwords travel in the clear",
    "put a proxy with TLS in front and set SITE_URL to its https address",
  );
}

/** Embedded backend. The web server has no TLS of its own, so https means that a proxy stands in front. */
export function proxyAddressLine({
  siteUrl,
  host,
  trustProxy,
}: Pick<Settings, "siteUrl" | "host" | "trustProxy">): Line {
  const fact = "visitor addresses";
  const isBehindProxy = siteUrl.startsWith("https:") || (isLoopback(host) && !isOnThisMachine(siteUrl));
  if (isBehindProxy && !trustProxy)
    return warn(
      fact,
      "all visitors share the limits of the proxy's address",
      "set TRUST_PROXY=1, if the proxy sets X-Forwarded-For itself",
    );
  if (trustProxy && !isBehindProxy && !isOnThisMachine(siteUrl))
    return warn(
      fact,
      "TRUST_PROXY=1 without a proxy: anybody can name any address",
      "set TRUST_PROXY=0, or let the proxy alone reach the server",
    );
  return ok(
    fact,
    trustProxy ? "limits count the last entry of X-Forwarded-For" : "limits count the address of the connection",
  );
}

const CLOUDFLARE_HEADER = "cf-connecting-ip";

/** On a project the database counts addresses, by the header that private.settings names. Cloudflare signs its answers with cf-ray. */
export function gatewayAddressLine(settings: DatabaseSettings, { headers }: Answer): Line {
  const fact = "visitor addresses";
  const header = String(settings.find(({ name }) => name === "client_address_header")?.value);
  const isBehindCloudflare = headers.has("cf-ray");
  if (header === CLOUDFLARE_HEADER && !isBehindCloudflare)
    return warn(
      fact,
      `limits count ${CLOUDFLARE_HEADER}, and the project does not answer through Cloudflare: anybody can name any address`,
      "npm run admin -- set client_address_header <the header that your gateway sets>",
    );
  if (header !== CLOUDFLARE_HEADER && isBehindCloudflare)
    return warn(
      fact,
      `limits count ${header}, which Cloudflare does not set`,
      `npm run admin -- set client_address_header ${CLOUDFLARE_HEADER}`,
    );
  return ok(fact, `limits count ${header}`);
}

const MAX_SKEW_MS = 30_000;

/** Tokens are valid from and until a moment: clocks that differ refuse them. `clocks` say how far each is ahead of ours. */
export function clocksLine(clocks: { name: string; aheadMs: number }[]): Line {
  const fact = "clocks";
  const wrong = clocks.filter(({ aheadMs }) => Math.abs(aheadMs) > MAX_SKEW_MS);
  if (wrong.length > 0) {
    const names = wrong.map(({ name, aheadMs }) => `${name} by ${Math.round(aheadMs / 1000)} s`);
    return fail(
      fact,
      `not those of this machine: ${names.join(", ")}`,
      "switch NTP on: where clocks differ, sessions are refused",
    );
  }
  if (clocks.length === 0)
    return unknown(fact, "no clock could be read", "look at the lines of the web server and the database");
  return ok(fact, `within ${MAX_SKEW_MS / 1000} s (${clocks.map(({ name }) => name).join(", ")})`);
}

/** How far the Date of an answer is ahead, or null where it has none; it counts whole seconds. */
export function aheadOf({ headers }: Answer, receivedAt: number): number | null {
  const date = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(date) ? null : date + 500 - receivedAt;
}

/** Who the policy pages name, and who gets complaints. */
export function grievanceLine({ grievanceOfficer, siteUrl }: Pick<Settings, "grievanceOfficer" | "siteUrl">): Line {
  const fact = "grievance contact";
  if (grievanceOfficer) return ok(fact, "a person with an e-mail is named on the policy pages");
  const says = isOnThisMachine(siteUrl) ? warn : fail;
  return says(
    fact,
    "the policy pages name an office and no person, and no one hears of complaints",
    "set GRIEVANCE_OFFICER_NAME and GRIEVANCE_OFFICER_EMAIL: the IT Rules 2021, rule 3(2), ask for it",
  );
}
