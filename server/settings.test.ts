import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { ENVIRONMENT, environment, readDoctorSettings, readOperatorSettings, readSettings } from "./settings.ts";
import { readWorkerSettings } from "./worker/worker-settings.ts";
import { temporaryFolder } from "../scripts/temporary-folder.ts";

test("defaults to the embedded backend on port 3000 with sample data", () => {
  expect(readSettings({})).toMatchObject({
    backend: "embedded",
    host: "localhost",
    port: 3000,
    siteUrl: "http://localhost:3000",
    seed: "sample",
    trustProxy: false,
    smtpUrl: null,
    databaseUrl: null,
    hsts: "host",
    proofThumbnails: "rendition",
    apiOrigins: [],
    metricsAddress: null,
    logFormat: null,
    site: {
      name: "GharSach",
      contactEmail: "hello@gharsach.in",
      mailFrom: { name: "GharSach", address: "hello@gharsach.in" },
      grievanceOfficer: null,
    },
  });
});

test("lists every setting of the web server in .env.example", () => {
  const example = readFileSync(new URL("../.env.example", import.meta.url), "utf8");
  const listed = [...example.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(listed).toEqual(expect.arrayContaining(Object.keys(ENVIRONMENT.shape)));
});

test("reads a .env with a byte order mark and Windows' line ends", { tags: ["11.280"] }, () => {
  const text = "\uFEFFSITE_URL = https://a.in \r\nexport PORT='4000' # a comment\r\nHOST=\r\nPATH=/nowhere\r\n";
  expect(environment(envFile(text))).toMatchObject({ SITE_URL: "https://a.in", PORT: "4000", PATH: process.env.PATH });
  expect(environment("no-such-file").SITE_URL).toBeUndefined();
});

test.each<[string, string | Buffer, RegExp]>([
  ["UTF-16 with its mark", Buffer.from("\uFEFFSITE_URL=https://a.in", "utf16le"), /are not in UTF-8: save it/],
  ["UTF-16 without one", Buffer.from("SITE_URL=https://a.in", "utf16le"), /are not in UTF-8/],
  ["Latin-1", Buffer.from("GRIEVANCE_OFFICER_NAME=José", "latin1"), /are not in UTF-8/],
  ["a colon for the equals sign", "PORT=1\nSITE_URL: https://a.in", /names SITE_URL .+: write SITE_URL=… there\.$/],
  ["no equals sign", "SITE_URL https://a.in", /names SITE_URL but does not set it/],
  ["an item of a list", "- SITE_URL=https://a.in", /names SITE_URL but does not set it/],
  ["an invisible character before a name", "\u200BSITE_URL=https://a.in", /names SITE_URL but does not set it/],
])("refuses to start if .env would lose a setting: %s", { tags: ["11.280"] }, (_name, content, sentence) => {
  expect(() => environment(envFile(content))).toThrow(sentence);
});

test("refuses to start with an unreadable .env", () => {
  // A folder: root could read any file.
  expect(() => environment("server")).toThrow("The settings in server cannot be read");
});

test("warns of names in .env that are nearly those of settings", { tags: ["11.280"] }, () => {
  const written: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  const names = [
    "SITEURL",
    "site_url",
    "SITE-URL",
    "SIET_URL",
    "BAKCEND",
    "SMPT_URL",
    "SMTP_PASSWORD",
    "E2E_PORT",
    "DEBUG",
  ];
  environment(envFile(`# SITEURL=a\n${names.map((name) => `${name}=a`).join("\n")}`));
  const suggested = written.map((line) =>
    / sets (\S+), which is not a setting\. Did you mean (\w+)\?\n$/.exec(line)?.slice(1),
  );
  const sites = ["SITEURL", "site_url", "SITE-URL", "SIET_URL"].map((name) => [name, "SITE_URL"]);
  expect(suggested).toEqual([...sites, ["BAKCEND", "BACKEND"], ["SMPT_URL", "SMTP_URL"]]);
});

test("adds sample data only on loopback unless asked", () => {
  const seedAt = (siteUrl: string, seed?: string) => readSettings({ SITE_URL: siteUrl, SEED: seed }).seed;
  const loopback = "http://localhost:3000 https://localhost http://127.0.0.1 http://[::1]:3000 http://a.localhost";
  const remote = "https://gharsach.in http://192.168.1.7:3000 https://localhost.example http://127.0.0.1.nip.io";
  for (const siteUrl of loopback.split(" ")) expect(seedAt(siteUrl), siteUrl).toBe("sample");
  for (const siteUrl of remote.split(" ")) expect(seedAt(siteUrl), siteUrl).toBe("none");
  expect(seedAt("https://gharsach.in", "sample")).toBe("sample");
  expect(seedAt("http://localhost:3000", "none")).toBe("none");
});

const SERVICE_KEY = `e30.${Buffer.from('{"role":"service_role"}').toString("base64url")}.x`;
const PROJECT = { BACKEND: "supabase", SUPABASE_URL: "https://a.b", SUPABASE_PUBLISHABLE_KEY: "k" };

test.for<[Record<string, string>, object]>([
  [{ PORT: "4000" }, { siteUrl: "http://localhost:4000" }],
  [{ PORT: "4000", SITE_URL: "https://gharsach.in/" }, { siteUrl: "https://gharsach.in" }],
  [{ SITE_URL: "https://GharSach.in:443" }, { siteUrl: "https://gharsach.in" }],
  [{ HSTS: "preload" }, { hsts: "preload" }],
  [
    { ...PROJECT, SUPABASE_URL: "https://abc.supabase.co/" },
    { backend: "supabase", supabaseUrl: "https://abc.supabase.co" },
  ],
  [{ PROOF_THUMBNAILS: "original" }, { proofThumbnails: "original" }],
  [
    { API_ORIGINS: "https://pages.example/, http://localhost:4174" },
    { apiOrigins: ["https://pages.example", "http://localhost:4174"] },
  ],
  [{ LOG_FORMAT: "json" }, { logFormat: "json" }],
  [{ ...PROJECT, SUPABASE_READ_URL: "https://r.a.b/" }, { readUrl: "https://r.a.b" }],
  [{ DATABASE_URL: "postgres://a/b", DATABASE_READ_URL: "postgres://r/b" }, { readUrl: "postgres://r/b" }],
])("reads %o as %o", ([env, settings]) => {
  expect(readSettings(env)).toMatchObject(settings);
});

test.each<[string, Record<string, string>, RegExp]>([
  ["an unknown backend", { BACKEND: "mysql" }, /BACKEND is "mysql"/],
  ["a replica of a project with another backend", { SUPABASE_READ_URL: "https://a.b" }, /is for BACKEND=supabase/],
  ["a replica of no database", { DATABASE_READ_URL: "postgres://r/b" }, /in DATABASE_URL: set that, too/],
  ["supabase without its address", { BACKEND: "supabase", SUPABASE_PUBLISHABLE_KEY: "k" }, /needs SUPABASE_URL/],
  ["supabase without its key", { BACKEND: "supabase", SUPABASE_URL: "https://a.b" }, /needs SUPABASE_PUBLISHABLE_KEY/],
  [
    "half a configuration of supabase beside embedded",
    { SUPABASE_URL: "https://a.b" },
    /set BACKEND=supabase or remove/,
  ],
  [
    "a secret key where the public one belongs",
    { BACKEND: "supabase", SUPABASE_URL: "https://a.b", SUPABASE_PUBLISHABLE_KEY: "sb_secret_x" },
    /holds a secret key, .+: set it to the publishable key/,
  ],
  ["an older secret key there", { ...PROJECT, SUPABASE_PUBLISHABLE_KEY: SERVICE_KEY }, /holds a secret key/],
  ["an origin that is a page", { API_ORIGINS: "https://a.b/login" }, /API_ORIGINS names "https:\/\/a\.b\/login"/],
  ["every origin", { API_ORIGINS: "*" }, /API_ORIGINS names "\*"/],
  ["an unknown HSTS", { HSTS: "toString" }, /HSTS is "toString"/],
  ["a port that is none", { PORT: "http" }, /PORT is "http"/],
  ["an unknown kind of thumbnail", { PROOF_THUMBNAILS: "small" }, /PROOF_THUMBNAILS is "small"/],
  ["an unknown seed", { SEED: "demo" }, /SEED is "demo"/],
  ["an unknown format of the log", { LOG_FORMAT: "xml" }, /^LOG_FORMAT is "xml": set it to json or text\.$/],
  ["an address without a scheme", { SITE_URL: "gharsach.in" }, /SITE_URL is "gharsach.in"/],
  [
    "a site below a path",
    { SITE_URL: "https://a.in/homes" },
    /SITE_URL is "https:\/\/a\.in\/homes": .+ root of a host/,
  ],
  ["a site with a query", { SITE_URL: "https://a.in/?home=1" }, /at the root of a host/],
  ["a site with a password", { SITE_URL: "https://asha:pw@a.in" }, /at the root of a host/],
  [
    "a mail server without a scheme",
    { SMTP_URL: "ravi:pw@mail.in" },
    /^SMTP_URL is not the address of a mail server: /,
  ],
  ["a mail server without a host", { SMTP_URL: "smtps://" }, /^SMTP_URL is not the address of a mail server: /],
  ["a mail server that is a web site", { SMTP_URL: "https://mail.in" }, /start it with smtp:\/\/ or smtps:\/\/\.$/],
  ["a flag that is neither 1 nor 0", { TRUST_PROXY: "yes" }, /TRUST_PROXY is "yes"/],
])("refuses to start with %s", (_name, env, message) => {
  expect(() => readSettings(env)).toThrow(message);
});

test("selects the data folder, or a hosted project if its secret key is set", () => {
  expect(readOperatorSettings({}, "ravi")).toMatchObject({ kind: "embedded", operator: "ravi", databaseUrl: null });
  expect(readOperatorSettings({ DATA_DIR: "/srv/data", SUDO_USER: "asha" }, "root")).toMatchObject({
    dataDir: "/srv/data",
    operator: "asha",
  });
  const project = { SUPABASE_URL: "https://abc.supabase.co/", SUPABASE_SECRET_KEY: "sb_secret_x" };
  const hosted = { kind: "hosted", supabaseUrl: "https://abc.supabase.co", secretKey: "sb_secret_x" };
  expect(readOperatorSettings(project, "ravi")).toMatchObject(hosted);
  expect(readOperatorSettings({ ...project, BACKEND: "supabase" }, "ravi")).toMatchObject(hosted);
  const env = { SUPABASE_URL: "http://localhost:54321", SUPABASE_SERVICE_ROLE_KEY: SERVICE_KEY };
  expect(readOperatorSettings(env, "ravi")).toMatchObject({ kind: "hosted", secretKey: SERVICE_KEY });
});

const PUBLIC_TOKEN = `e30.${Buffer.from('{"role":"anon"}').toString("base64url")}.x`;
test.each<[string, Record<string, string>, RegExp]>([
  ["an unknown backend", { BACKEND: "mysql" }, /BACKEND is "mysql"/],
  ["no database at all", { BACKEND: "browser" }, /nothing to administer/],
  ["a project without its key", { SUPABASE_URL: "https://a.b" }, /needs SUPABASE_SECRET_KEY/],
  ["a project without its address", { SUPABASE_SECRET_KEY: "sb_secret_x" }, /needs SUPABASE_URL/],
  ["a project beside embedded", { BACKEND: "embedded", SUPABASE_SECRET_KEY: "sb_secret_x" }, /remove them/],
  [
    "the public key in place of the secret one",
    { SUPABASE_URL: "https://a.b", SUPABASE_SECRET_KEY: "sb_publishable_x" },
    /holds no secret key/,
  ],
  ["an older public key", { SUPABASE_URL: "https://a.b", SUPABASE_SECRET_KEY: PUBLIC_TOKEN }, /holds no secret key/],
  ["a key in the clear", { SUPABASE_URL: "http://a.b", SUPABASE_SECRET_KEY: "sb_secret_x" }, /must start with https/],
])("refuses an operator's command with %s", (_name, env, message) => {
  expect(() => readOperatorSettings(env, "ravi")).toThrow(message);
});

test("examines a data folder, or a project with its secret key", () => {
  expect(readDoctorSettings({ DATA_DIR: "/srv/data" }, "asha")).toMatchObject({
    settings: { backend: "embedded", backupFolder: "/srv/data/backups" },
    operator: { kind: "embedded", dataDir: "/srv/data" },
  });
  expect(readDoctorSettings(PROJECT, "asha").operator).toBeNull();
  const withKey = { ...PROJECT, SUPABASE_SECRET_KEY: "sb_secret_x", BACKUP_FOLDER: "/var/backups" };
  expect(readDoctorSettings(withKey, "asha")).toMatchObject({
    operator: { kind: "hosted", secretKey: "sb_secret_x" },
    settings: { backupFolder: "/var/backups" },
  });
  expect(readDoctorSettings({ BACKEND: "browser" }, "asha").operator).toBeNull();
});

const WORKER = {
  ...{ SUPABASE_URL: "https://abc.supabase.co", SUPABASE_SECRET_KEY: "sb_secret_x" },
  ...{ SITE_URL: "https://gharsach.in", SMTP_URL: "smtp://mail.example" },
};

test("requires a hosted project, the site's URL and a mail server for the worker", { tags: ["11.53"] }, () => {
  expect(readWorkerSettings({ ...WORKER, LOG_FORMAT: "text" })).toEqual({
    ...{ supabaseUrl: "https://abc.supabase.co", secretKey: "sb_secret_x", siteUrl: "https://gharsach.in" },
    ...{ smtpUrl: "smtp://mail.example", site: readSettings({}).site, metricsAddress: null, logFormat: "text" },
  });
  expect(() => readWorkerSettings({})).toThrow(/^The embedded server sends its emails and sweeps by itself/);
  expect(() => readWorkerSettings({ ...WORKER, SITE_URL: "" })).toThrow(/needs SITE_URL/);
  expect(() => readWorkerSettings({ ...WORKER, SMTP_URL: "" })).toThrow(/needs SMTP_URL/);
});

test("requires name and email of the grievance officer, or neither", { tags: ["11.54"] }, () => {
  const [name, email] = [{ GRIEVANCE_OFFICER_NAME: "Asha Rao" }, { GRIEVANCE_OFFICER_EMAIL: "grievance@gharsach.in" }];
  const officer = { name: "Asha Rao", email: "grievance@gharsach.in" };
  const address = { GRIEVANCE_OFFICER_ADDRESS: "12 Church Street, Bengaluru 560001" };
  expect(readSettings({ ...name, ...email }).site.grievanceOfficer).toEqual(officer);
  expect(readSettings({ ...name, ...email, ...address }).site.grievanceOfficer).toEqual({
    ...officer,
    address: "12 Church Street, Bengaluru 560001",
  });
  expect(() => readSettings(name)).toThrow(/needs GRIEVANCE_OFFICER_EMAIL/);
  for (const alone of [email, address]) expect(() => readSettings(alone)).toThrow(/needs GRIEVANCE_OFFICER_NAME/);
  expect(() => readSettings({ ...name, GRIEVANCE_OFFICER_EMAIL: "asha" })).toThrow(/set it to one email address/);
  expect(readWorkerSettings({ ...WORKER, ...name, ...email }).site.grievanceOfficer).toEqual(officer);
  const both = { ...name, ...email, GRIEVANCE_OFFICER: "Asha Rao, grievance@gharsach.in" };
  expect(() => readSettings(both)).toThrow(/^GRIEVANCE_OFFICER names the officer: remove GRIEVANCE_OFFICER_NAME/);
});

test("reads name, addresses and officer of the site", { tags: ["10.635"] }, () => {
  const contact = "hello@flatfacts.example";
  expect(readSettings({ SITE_NAME: "Flat Facts", CONTACT_EMAIL: contact }).site).toEqual({
    name: "Flat Facts",
    contactEmail: contact,
    mailFrom: { name: "Flat Facts", address: contact },
    sealsDeletions: false,
    grievanceOfficer: null,
  });
  const from = (MAIL_FROM: string) => readWorkerSettings({ ...WORKER, SITE_NAME: "घर का सच", MAIL_FROM }).site.mailFrom;
  expect(from("no-reply@a.example")).toEqual({ name: "घर का सच", address: "no-reply@a.example" });
  expect(from("<no-reply@a.example>")).toEqual({ name: "घर का सच", address: "no-reply@a.example" });
  expect(from('"Flat & Facts" <no-reply@a.example>')).toEqual({ name: "Flat & Facts", address: "no-reply@a.example" });
  const officer = (GRIEVANCE_OFFICER: string) => readSettings({ GRIEVANCE_OFFICER }).site.grievanceOfficer;
  const asha = { name: "Dr. Asha Rao", email: "asha@a.example" };
  for (const text of ["Dr. Asha Rao <asha@a.example>", "Dr. Asha Rao, asha@a.example"]) {
    expect(officer(text)).toEqual(asha);
    expect(officer(`${text}, 12 Church Street, Bengaluru`)).toEqual({
      ...asha,
      address: "12 Church Street, Bengaluru",
    });
  }
});

test.each([
  ["SITE_NAME", "N".repeat(31)],
  ["SITE_NAME", "<b>"],
  ["SITE_NAME", "Flat\nFacts"],
  ["SITE_NAME", "{{ .Token }}"],
  ["CONTACT_EMAIL", "Flat Facts <hello@a.example>"],
  ["CONTACT_EMAIL", `${"a".repeat(250)}@a.example`],
  ["MAIL_FROM", "Flat Facts"],
  ["MAIL_FROM", "Flat Facts hello@a.example"],
  ["MAIL_FROM", "Flat Facts <hello@a.example>, second@a.example"],
  ["MAIL_FROM", "Flat\r\nBcc: all <hello@a.example>"],
  ["MAIL_FROM", "hello@a.example\r\nBcc: all@a.example"],
  ["MAIL_FROM", `${"N".repeat(61)} <hello@a.example>`],
  ["GRIEVANCE_OFFICER", "Asha Rao"],
  ["GRIEVANCE_OFFICER", "asha@a.example"],
  ["GRIEVANCE_OFFICER", "Asha Rao, 080 1234"],
  ["GRIEVANCE_OFFICER", `Asha Rao, asha@a.example, ${"x".repeat(201)}`],
])("refuses to start with %s=%s", { tags: ["10.635"] }, (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name} is ".*": set it to [^]+$`, "s"));
});

function envFile(content: string | Buffer): string {
  const folder = temporaryFolder();
  const file = path.join(folder, ".env");
  writeFileSync(file, content);
  return file;
}
