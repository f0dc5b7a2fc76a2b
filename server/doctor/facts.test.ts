import { once } from "node:events";
import fs from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readSettings, readSite } from "../settings.ts";
import type { Answer, Ask } from "./ask.ts";
import { type DatabaseAnswer, queryDatabase } from "./database.ts";
import { accessOf, accessText, readExpected } from "./expected.ts";
import { type Deployment, examine } from "./fact.ts";
import { FACTS, newestBackup } from "./facts.ts";
import { temporaryFolder } from "../../scripts/temporary-folder.ts";

type Stub = Partial<Answer> & { type?: string };
type Given = Omit<Partial<Deployment>, "settings" | "database" | "expected"> & {
  settings?: Partial<Deployment["settings"]>;
  database?: Partial<DatabaseAnswer> | null;
  expected?: Partial<Deployment["expected"]>;
};

const REPLICATED = { readUrl: "https://r.a.b" };
const HOSTED = { backend: "supabase", siteUrl: "https://a.in" } as const;
const EMBEDDED = { backend: "embedded", siteUrl: "https://a.in" } as const;
const TRIAL = { backend: "embedded", siteUrl: "http://localhost:3000" } as const;
const PHOTO = "1714501800000-4be1a7c09d52.jpg";
const NONE: Stub = { status: 0, reason: "ECONNREFUSED" };
/** The response of PostgREST to an anonymous caller without a grant. */
const DENIED: Stub = { status: 401, body: { code: "42501", message: "permission denied" } };
const EMAIL_ALONE = { external: { email: true, google: false }, disable_signup: false, mailer_autoconfirm: false };
const NO_ADDRESS: Stub = { status: 400, body: { error_code: "validation_failed", msg: "missing email or phone" } };

/** The SHA-256 of "a". */
const HASH_OF_A = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb";

/** A line of private.access_rules(). */
const SUGGEST = "function public.suggest_homes(text,text) as site_reader";

/** The state of a healthy database. */
const WELL: DatabaseAnswer = {
  database_time: "",
  server_version: "18.4",
  migrations: ["1", "2"],
  access: ["grant select (id) on public.reviews to site_reader", "row security on public.reviews"],
  database_settings: { fsync: "on", full_page_writes: "on", jit: "on", log_statement: "ddl" },
  photo: PHOTO,
  oldest_waiting_email: null,
  worker_ran_at: minutesAgo(50),
  clock_jump: null,
  retention_key: null,
  limits: [{ name: "client_address_header", value: "cf-connecting-ip" }],
  aheadMs: 0,
};

const CASES: [fact: string, state: string, words: RegExp, given: Given][] = [
  ["web server", "ok", /a\.in answers/, health({ body: { status: "ok", backend: "supabase" } })],
  ["web server", "fail", /BACKEND=browser/, health({ body: { status: "ok", backend: "browser" } })],
  ["web server", "fail", /another server/, health({})],
  ["web server", "fail", /database does not answer/, health({ status: 503 })],
  ["web server", "fail", /CERT_HAS_EXPIRED/, health({ status: 0, reason: "CERT_HAS_EXPIRED" })],
  ["web server", "fail", /promote the replica/, health({ body: { status: "degraded" } })],
  ["replica", "ok", /^none/, { settings: { readUrl: null } }],
  ["replica", "ok", /read from it/, { settings: REPLICATED, ...health({ body: { replica: "ok" } }) }],
  ["replica", "fail", /^it lags: /, { settings: REPLICATED, ...health({ body: { replica: "it lags" } }) }],
  ["replica", "fail", /does not report/, { settings: REPLICATED, ...health({ status: 0 }) }],
  ["https", "ok", /starts with https/, {}],
  ["https", "ok", /not needed/, { settings: TRIAL }],
  ["https", "fail", /TLS/, { settings: { siteUrl: "http://192.168.1.7:3000" } }],

  ["database", "ok", /18\.4/, {}],
  ["database", "unknown", /SUPABASE_SECRET_KEY/, { database: null }],
  ["migrations", "unknown", /line of the database/, { database: null }],
  ["migrations", "fail", /not applied: 2.+run supabase/, migrated(["1"])],
  ["migrations", "fail", /restart the server/, { settings: EMBEDDED, ...migrated(["1"]) }],
  ["migrations", "fail", /of another version: 1a/, migrated(["1", "1a", "2", "3"])],
  ["migrations", "warn", /newer version: 3.+leave it as it is/, migrated(["1", "2", "3"])],
  ["migrations", "fail", /newer version: 3.+restore the backup/, { settings: EMBEDDED, ...migrated(["1", "2", "3"]) }],
  ["grants", "unknown", /line of the migrations/, { database: { migrations: ["1", "2", "3"], access: [] } }],
  ["grants", "unknown", /line of the migrations/, { database: { migrations: ["1"], access: [] } }],
  ["grants", "ok", /\(1\)/, {}],
  ["grants", "fail", /missing: grant select \(id\)/, granted(WELL.access.slice(1))],
  ["policies", "ok", /\(1\)/, granted(WELL.access.slice(1))],
  ["policies", "fail", /too much: policy/, granted([...WELL.access, "policy x"])],
  [
    "grants",
    "fail",
    /too much: .+grant e; and 2 more/,
    { database: { access: [...WELL.access, ..."abcdefg"].map((name) => name.replace(/^.$/, "grant $&")) } },
  ],
  ["database settings", "ok", /durable/, {}],
  ["database settings", "fail", /loses data/, configured({ fsync: "off" })],
  ["database settings", "warn", /emails/, configured({ log_statement: "all" })],
  ["jit", "ok", /off/, granted([`${SUGGEST}, jit=off, body 1`])],
  ["jit", "ok", /off/, { database: { access: [SUGGEST], database_settings: { jit: "off" } } }],
  ["jit", "warn", /suggest_homes/, granted([SUGGEST, "function private.fold(text) as its caller"])],
  ["limits", "ok", /1 limits/, { database: { limits: [{ name: "reviews_per_day", value: 5, shipped: 3 }] } }],
  [
    "limits",
    "warn",
    /is 0 \(default 3\)/,
    { database: { limits: [{ name: "reviews_per_day", value: 0, shipped: 3 }] } },
  ],
  ["limits", "warn", /is 31/, { database: { limits: [{ name: "reviews_per_day", value: 31, shipped: 3 }] } }],
  ["worker", "ok", /sweeps/, {}],
  ["sweeps", "ok", /has not jumped/, {}],
  ["sweeps", "fail", /jumped → .+clock right/, { database: { clock_jump: "The clock jumped" } }],
  ["worker", "fail", /for an hour.+npm run worker/, { database: { worker_ran_at: minutesAgo(61) } }],
  ["worker", "fail", /has ever run.+restart it/, { settings: EMBEDDED, database: { worker_ran_at: null } }],
  ["waiting emails", "ok", /none/, { database: { oldest_waiting_email: minutesAgo(14) } }],
  ["waiting emails", "fail", /40 minutes/, { database: { oldest_waiting_email: minutesAgo(40) } }],

  ["public key", "ok", /read reviews/, {}],
  ["public key", "fail", /ECONNREFUSED.+SUPABASE_URL/, withApi({ "/": NONE })],
  ["public key", "fail", /line of the web server/, { settings: EMBEDDED, ...withApi({ "/": NONE }) }],
  ["public key", "fail", /publishable key/, withApi({ "/": { status: 401 } })],
  ["public key", "fail", /DATA_DIR/, { settings: EMBEDDED, ...withApi({ "/": { status: 401 } }) }],
  ["public key", "fail", /line of the grants/, withApi({ "/": DENIED })],
  ["public key", "fail", /answers 404/, withApi({ "/": { status: 404 } })],
  ["closed tables", "ok", /3 tries/, reads({ "/rest/v1/reviews": DENIED })],
  ["closed tables", "ok", /3 tries/, reads({ "/rest/v1/reviews?select=id": { status: 400, body: { code: "42703" } } })],
  ["closed tables", "fail", /read \* of reviews/, reads({ "/rest/v1/reviews?select=*": { body: [] } })],
  ["closed tables", "fail", /xmin of reviews/, reads({ "/rest/v1/reviews?select=xmin": { status: 206 } })],
  ["closed tables", "unknown", /\(503\).+again/, reads({ "/rest/v1/reviews": { status: 503 } })],
  ["closed tables", "unknown", /\(401\)/, reads({ "/rest/v1/reviews": { status: 401, body: { message: "no key" } } })],
  ["closed tables", "unknown", /line of the public key/, withApi({ "/": NONE })],
  ["closed functions", "fail", /operator_settings/, reads({ "/rest/v1/rpc/operator_settings": { body: [] } })],
  ["exposed schemas", "ok", /neither/, reads({ "/rest/v1/settings": { status: 406 } })],
  [
    "exposed schemas",
    "fail",
    /private, auth/,
    reads({ "/rest/v1/settings": { status: 404, body: { code: "PGRST205" } } }),
  ],
  ["exposed schemas", "unknown", /\(500\)/, reads({ "/rest/v1/settings": { status: 500 } })],
  ["closed photo list", "ok", /cannot list/, reads({ "/storage/v1/object/list": { body: [] } })],
  ["closed photo list", "fail", /can list the photos/, reads({ "/storage/v1/object/list": { body: [{}] } })],

  ["clocks", "ok", /\(web server, database\)/, clock(29_000)],
  ["clocks", "fail", /web server by 6\d s/, clock(62_000)],
  ["clocks", "fail", /database by -61 s/, { database: { aheadMs: -61_000 } }],
  ["clocks", "unknown", /no clock/, { database: null }],
  ["image renditions", "ok", /has loaded/, rendition({ type: "image/webp" })],
  ["image renditions", "ok", /has loaded/, rendition({ status: 307 })],
  [
    "image renditions",
    "fail",
    /=original/,
    rendition({ status: 400, body: { message: "The feature is not enabled" } }),
  ],
  ["image renditions", "fail", /=original/, rendition({ type: "text/html" })],
  ["image renditions", "fail", /=original/, rendition({ status: 400, body: { message: "Object not found" } })],
  [
    "image renditions",
    "fail",
    /=original/,
    { database: { photo: null }, ...rendition({ status: 404, body: { message: "Route not_found" } }) },
  ],
  [
    "image renditions",
    "unknown",
    /publish a review/,
    { database: { photo: null }, ...rendition({ status: 400, body: { message: "Object not found" } }) },
  ],
  ["image renditions", "unknown", /again/, rendition({ status: 503 })],
  ["image renditions", "unknown", /again/, rendition({ status: 401 })],
  ["image renditions", "ok", /not used/, { settings: { proofThumbnails: "original" }, ...rendition({ status: 400 }) }],
  [
    "image renditions",
    "warn",
    /=rendition/,
    { settings: { proofThumbnails: "original" }, ...rendition({ type: "image/webp" }) },
  ],

  ["visitor addresses", "ok", /last entry/, { settings: { ...EMBEDDED, host: "127.0.0.1", trustProxy: true } }],
  ["visitor addresses", "ok", /connection/, { settings: { ...TRIAL, trustProxy: false } }],
  ["visitor addresses", "warn", /TRUST_PROXY=1,/, { settings: { ...EMBEDDED, trustProxy: false } }],
  [
    "visitor addresses",
    "warn",
    /TRUST_PROXY=1,/,
    { settings: { ...EMBEDDED, siteUrl: "http://a.in", host: "127.0.0.1", trustProxy: false } },
  ],
  [
    "visitor addresses",
    "warn",
    /TRUST_PROXY=0/,
    { settings: { ...EMBEDDED, siteUrl: "http://a.in", host: "0.0.0.0", trustProxy: true } },
  ],
  ["visitor addresses", "ok", /cf-connecting-ip/, auth({}, { "cf-ray": "8a1-BOM" })],
  ["visitor addresses", "warn", /forge/, auth({})],
  [
    "visitor addresses",
    "warn",
    /set client_address_header cf-/,
    {
      database: { limits: [{ name: "client_address_header", value: "x-real-ip" }] },
      ...auth({}, { "cf-ray": "8a1-BOM" }),
    },
  ],

  ["sign-up", "ok", /confirmed/, auth({})],
  ["sign-up", "fail", /Confirm email/, auth({ mailer_autoconfirm: true })],
  ["sign-up", "fail", /anonymous/, auth({ external: { email: true, anonymous_users: true } })],
  ["sign-up", "fail", /no one can sign up/, auth({ disable_signup: true })],
  ["sign-up", "fail", /no one can sign up/, auth({ external: {} })],
  ["sign-up", "warn", /google/, auth({ external: { email: true, google: true } })],
  ["sign-up", "unknown", /\(404\).+in the dashboard/, withApi({})],
  ["redirect addresses", "ok", /SITE_URL only/, redirect("https://a.in/#error_code=otp_expired")],
  ["redirect addresses", "fail", /redirect to http:\/\/localhost:3000 /, redirect("http://localhost:3000/#error")],
  ["redirect addresses", "fail", /any URL/, redirect("https://gharsach-doctor.invalid/")],
  ["redirect addresses", "unknown", /URL Configuration/, withApi({})],
  ["email templates", "unknown", /supabase\/templates/, {}],
  ["smtp", "unknown", /SMTP Settings/, {}],
  ["smtp", "ok", /mailbox/, { settings: TRIAL }],
  ["smtp", "fail", /set SMTP_URL/, { settings: EMBEDDED }],
  ["captcha", "ok", /none/, logIn(NO_ADDRESS)],
  ["captcha", "fail", /no one can sign in/, logIn(captchaRefusal("no captcha_token found"))],
  ["captcha", "unknown", /429/, logIn({ status: 429 })],

  ["disk", "unknown", /no folder/, { settings: { ...EMBEDDED, dataDir: "/nowhere" } }],
  ["backup", "unknown", /DATABASE_URL/, { settings: { ...EMBEDDED, databaseUrl: "postgres://x" } }],
  ["backup", "fail", /ENOENT.+backup -- \/nowhere/, { settings: EMBEDDED }],
  ["backup", "warn", /ENOENT/, { settings: TRIAL }],
  [
    "grievance contact",
    "ok",
    /a person/,
    { settings: { site: readSite({ GRIEVANCE_OFFICER: "Asha Rao <grievance@a.in>" }) } },
  ],
  ["grievance contact", "fail", /GRIEVANCE_OFFICER/, {}],
  ["grievance contact", "warn", /GRIEVANCE_OFFICER/, { settings: TRIAL }],
  ["node", "ok", /Node \d+/, {}],
];

test.for(CASES)("%s: %s %s", checkCase);

const RETENTION: typeof CASES = [
  ["retention", "warn", /off: .+ask a lawyer/, {}],
  ["retention", "ok", /^off/, { settings: TRIAL }],
  [
    "retention",
    "ok",
    /^on: .+180 days/,
    { settings: { retentionKey: "YQ==" }, database: { retention_key: HASH_OF_A } },
  ],
  ["retention", "fail", /not the key.+set-retention-key/, { settings: { retentionKey: "YQ==" } }],
  [
    "retention",
    "fail",
    /not the key.+shell lacks RETENTION_KEY.+restart/,
    { settings: EMBEDDED, database: { retention_key: HASH_OF_A } },
  ],
];

test.for(RETENTION)("%s: %s %s", { tags: ["10.628"] }, checkCase);

const SENDERS: typeof CASES = [
  ["sender", "warn", /^emails come from gharsach\.in, and the pages name an address of gharsach\.in → set CONTACT/, {}],
  ["sender", "warn", /^the pages name/, { settings: { backend: "browser" } }],
  ["sender", "warn", /^emails come from b\.in → .+ of a\.in/, sender("no-reply@b.in", "site@mail.example")],
  ["sender", "warn", /^emails come from ba\.in →/, sender("no-reply@ba.in", "site@mail.example")],
  ["sender", "ok", /mail\.a\.in/, sender("Flats <news@mail.a.in>", "site@mail.example")],
  ["sender", "ok", /from a\.in/, sender("hello@A.in", "site@mail.example", "https://flats.a.in")],
  ["sender", "ok", /from a\.in/, sender("hello@a.in", "site@mail.example", "https://www.a.in")],
  ["sender", "ok", /not checked/, { settings: TRIAL }],
];

test.for(SENDERS)("%s: %s %s", { tags: ["10.638"] }, checkCase);

async function checkCase([fact, state, words, given]: (typeof CASES)[number]): Promise<void> {
  const line = await lineOf(fact, given);
  expect(line?.state, JSON.stringify(line)).toBe(state);
  expect(`${line?.detail} → ${line?.remedy ?? ""}`).toMatch(words);
  expect(line?.remedy === null, "says what to do unless all is well").toBe(state === "ok");
}

test("compares each rule of the committed list under one name", async () => {
  const expected = await readExpected("embedded");
  const lines = await examine(FACTS, deployment({ expected, database: expected }));
  const counts = lines.flatMap(({ detail }) => /^as expected \((\d+)\)$/.exec(detail)?.slice(1).map(Number) ?? []);
  expect(counts.reduce((sum, count) => sum + count)).toBe(expected.access.length);
});

test("derives a hosted project's list from the embedded backend's", () => {
  const text = accessText(["grant a", "policy b"], ["grant a"]);
  expect(accessOf("embedded", text)).toEqual(["grant a", "policy b"]);
  expect(accessOf("supabase", text)).toEqual(["grant a"]);
  expect(() => accessText(["grant a"], ["grant a", "grant z"])).toThrow("Only a hosted project has: grant z");
});

test("uses the newest archive by name, unless it is empty", async () => {
  const backupFolder = temporaryFolder();
  const archive = (minutes: number, content = "archive") =>
    fs.writeFile(
      path.join(backupFolder, `gharsach-${minutesAgo(minutes).slice(0, 19).replaceAll(":", "")}Z.tar.gz`),
      content,
    );
  const backup = async () =>
    lineOf("backup", { settings: { ...EMBEDDED, backupFolder }, newestBackup: await newestBackup(backupFolder) });
  expect(await backup()).toMatchObject({ state: "fail", detail: `no archive in ${backupFolder}` });
  await archive(50 * 60);
  expect(await backup()).toMatchObject({ state: "fail", detail: "the newest is 2 days old" });
  await archive(10, "");
  expect(await backup()).toMatchObject({ state: "fail" });
  await archive(25 * 60 + 30);
  expect(await backup()).toMatchObject({ state: "ok", detail: "the newest is 25 hours old" });
});

test("accepts a mail server that accepts the password, and reports any other", async () => {
  const port = await startMailServer("right");
  const smtp = (smtpUrl: string) => lineOf("smtp", { settings: { ...EMBEDDED, smtpUrl } });
  const url = (password: string) => `smtp://site:${password}@127.0.0.1:${port}?ignoreTLS=true`;
  const silent = await listen(createServer((socket) => void socket.write("220 mail.test ESMTP\r\n")));
  expect(await smtp(url("right"))).toMatchObject({ state: "ok" });
  const refusal = await smtp(url("wrong"));
  expect(refusal).toMatchObject({ state: "fail", detail: "the mail server rejects the login" });
  expect(JSON.stringify(refusal), "its words are not passed on").not.toContain("site");
  for (const address of ["smtp://site:right@127.0.0.1:9", `smtp://127.0.0.1:${silent}`])
    expect(await smtp(address)).toMatchObject({ state: "fail", remedy: expect.stringMatching(/firewall/) });
});

test("reports why a database does not respond", async () => {
  const nowhere = { kind: "embedded", operator: "asha", dataDir: "/nowhere", databaseUrl: null } as const;
  expect(await queryDatabase(nowhere)).toMatchObject({ remedy: expect.stringMatching(/no server is running on/) });
  const closed = { ...nowhere, databaseUrl: "postgres://postgres:pw@127.0.0.1:9/postgres" };
  expect(await queryDatabase(closed)).toMatchObject({ detail: "the database could not be reached (ECONNREFUSED)" });
  const hosted = { kind: "hosted", operator: "asha", supabaseUrl: "http://127.0.0.1:9", secretKey: "x" } as const;
  expect(await queryDatabase(hosted)).toMatchObject({ remedy: expect.stringMatching(/does not answer/) });
});

test("prints no email or key from a service's response", async () => {
  const api = stub({ "/": { status: 0, reason: "asha@example.in sb_secret_x1" } });
  expect((await lineOf("public key", { api }))?.detail).toBe("the API could not be reached ([email] [key])");
});

async function lineOf(fact: string, given: Given) {
  return (await examine(FACTS, deployment(given))).find((line) => line.fact === fact);
}

/** Returns a healthy hosted project with these changes. */
function deployment({ settings, database, expected, ...given }: Given): Deployment {
  return {
    settings: { ...readSettings({ BACKUP_FOLDER: "/nowhere" }), proofThumbnails: "rendition", ...HOSTED, ...settings },
    newestBackup: "/nowhere cannot be read (ENOENT)",
    site: stub({}),
    ...reads({}),
    database: database === null ? null : { ...WELL, ...database },
    ...given,
    expected: { migrations: WELL.migrations, access: WELL.access, ...expected },
  };
}

/** Creates a service that answers by the longest matching path, and with 404 otherwise. */
function stub(answers: Record<string, Stub | ((body: unknown) => Stub)>): Ask {
  const paths = Object.keys(answers).toSorted((one, other) => other.length - one.length);
  return async (address, { body } = {}) => {
    const found = answers[paths.find((each) => address.startsWith(each)) ?? ""] ?? { status: 404 };
    const { type, ...answer } = typeof found === "function" ? found(body) : found;
    const headers = new Headers(answer.headers);
    if (type) headers.set("content-type", type);
    return { status: 200, body: null, reason: "", ...answer, headers };
  };
}

function health(answer: Stub) {
  return { site: stub({ "/healthz": answer }) };
}

function clock(aheadMs: number) {
  const now = () => new Headers({ date: new Date(Date.now() + aheadMs).toUTCString() });
  return { site: stub({ "/": () => ({ headers: now() }) }) };
}

function migrated(migrations: string[]) {
  return { database: { migrations } };
}

function granted(access: string[]) {
  return { database: { access } };
}

function configured(changes: Record<string, string>) {
  return { database: { database_settings: { ...WELL.database_settings, ...changes } } };
}

function withApi(answers: Parameters<typeof stub>[0]) {
  return { api: stub(answers) };
}

function reads(answers: Record<string, Stub>) {
  return withApi({ "/rest/v1/rpc/recent_reviews": { body: [] }, ...answers });
}

function rendition(answer: Stub) {
  return reads({ "/storage/v1/render/": answer });
}

function auth(changes: object, headers: Record<string, string> = {}) {
  return withApi({ "/auth/v1/settings": { body: { ...EMAIL_ALONE, ...changes }, headers: new Headers(headers) } });
}

function sender(MAIL_FROM: string, CONTACT_EMAIL: string, siteUrl = "https://a.in") {
  return { settings: { siteUrl, site: readSite({ MAIL_FROM, CONTACT_EMAIL }) } };
}

function redirect(location: string) {
  return withApi({ "/auth/v1/verify": { status: 303, headers: new Headers({ location }) } });
}

/** Answers log-ins, and expects an empty email and password. */
function logIn(answer: Stub) {
  return withApi({
    "/auth/v1/token": (body) => {
      expect(body).toEqual({ email: "", password: "" });
      return answer;
    },
  });
}

function captchaRefusal(why: string): Stub {
  return {
    status: 400,
    body: { error_code: "captcha_failed", msg: `captcha protection: request disallowed (${why})` },
  };
}

function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}

/** Starts a server that supports only the log-in of SMTP. */
async function startMailServer(password: string): Promise<number> {
  const right = Buffer.from(`\0site\0${password}`).toString("base64");
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 mail.test ESMTP\r\n");
    socket.on("data", (data) => {
      const line = String(data).trim();
      if (line.startsWith("EHLO")) socket.write("250-mail.test\r\n250 AUTH PLAIN\r\n");
      else if (line.startsWith("AUTH"))
        socket.write(line.endsWith(right) ? "235 ok\r\n" : "535 site is not who it says\r\n");
      else socket.end("221 bye\r\n");
    });
  });
  return listen(server);
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}
