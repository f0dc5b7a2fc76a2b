import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { z } from "zod";
import { distance } from "../app/domain/distance.ts";
import type { GrievanceOfficer } from "../app/domain/grievance.ts";
import { DEFAULT_EMAIL, DEFAULT_NAME, type Site } from "../app/domain/site.ts";
import { logError } from "./log.ts";
import { readRetentionKey } from "./retention-key.ts";
import { HSTS, type Hsts } from "./security-headers.ts";
import {
  choice,
  emailAddress,
  origins,
  parse,
  person,
  SettingsError,
  shortName,
  siteAddress,
  webAddress,
} from "./setting-values.ts";

export { SettingsError };

type Backend = "embedded" | "supabase" | "browser";

/** The settings of the web server, explained in `.env.example`. */
export type Settings = ReturnType<typeof readSettings>;

/**
 * Returns the environment of the process and the settings in `.env` of the working folder. Throws {@link SettingsError} if it
 * cannot read a setting: without that, the server could start as a trial with the public sample account.
 */
export function environment(file = ".env"): Record<string, string | undefined> {
  const text = readText(file);
  const given = parseEnv(text);
  const names = Object.keys({ ...ENVIRONMENT.shape, ...OPERATOR_ENVIRONMENT.shape });
  for (const [, written = ""] of text.matchAll(FIRST_WORD_OF_LINE)) {
    if (written in given && names.includes(written)) continue;
    const meant = names.find((name) => resembles(written, name));
    if (written === meant)
      throw new SettingsError(`${file} names ${meant} but does not set it: write ${meant}=… there.`);
    if (meant) logError(`${file} sets ${written}, which is not a setting. Did you mean ${meant}?`);
  }
  return { ...given, ...process.env };
}

function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw new SettingsError(`The settings in ${file} cannot be read: it has to belong to the user that starts this.`);
  }
  const text = decode(bytes);
  if (text === null || text.includes("\0"))
    throw new SettingsError(`The settings in ${file} are not in UTF-8: save it in that encoding.`);
  return text;
}

/** Drops the byte order mark of editors on Windows. Returns null for another encoding than UTF-8. */
function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Matches the name on a line. Skips `export`, `set`, quotes and invisible characters, so that a name that `parseEnv` misreads is found. */
const FIRST_WORD_OF_LINE = /^[^\w#\n]*(?:(?:export|set)[ \t]+)?([\w-]+)/gm;

/** Returns whether two names differ by at most two typing errors. */
function resembles(written: string, name: string): boolean {
  const lettersOf = (text: string) => Array.from(text.toUpperCase().replace(/[^A-Z]/g, ""));
  return distance(lettersOf(written), lettersOf(name)) <= Math.min(2, lettersOf(name).length / 3);
}

const BACKEND = choice<Backend>("BACKEND", ["embedded", "supabase", "browser"]).default("embedded");

/** `Name <email>`, or an email alone. */
const SENDER = /^(?:"?(?<name>[^"<>]*?)"?\s*<(?<email>[^<>]+)>|(?<email>\S+))$/;
/** `Name <email>` or `Name, email`, and perhaps a comma and a postal address. */
const OFFICER =
  /^(?<name>[^<>,]+?)\s*(?:<(?<email>[^<>]+)>|,\s*(?<email>[^\s,]+))(?:\s*,\s*(?<address>[^<>\p{Cc}]{1,200}))?$/u;

const SITE_ENVIRONMENT = z.object({
  SITE_NAME: shortName("SITE_NAME", 30).default(DEFAULT_NAME),
  CONTACT_EMAIL: emailAddress("CONTACT_EMAIL").default(DEFAULT_EMAIL),
  MAIL_FROM: person("MAIL_FROM", SENDER, "an email or Name <email>, as in GharSach <hello@gharsach.in>").optional(),
  GRIEVANCE_OFFICER: person(
    "GRIEVANCE_OFFICER",
    OFFICER,
    "a name and an email, as in Asha Rao <grievance@gharsach.in>",
  ).optional(),
  GRIEVANCE_OFFICER_NAME: z.string().default(""),
  GRIEVANCE_OFFICER_EMAIL: emailAddress("GRIEVANCE_OFFICER_EMAIL").optional(),
  GRIEVANCE_OFFICER_ADDRESS: z.string().optional(),
});

export const ENVIRONMENT = SITE_ENVIRONMENT.extend({
  BACKEND,
  SUPABASE_URL: webAddress("SUPABASE_URL").default(""),
  SUPABASE_PUBLISHABLE_KEY: z.string().default(""),
  SUPABASE_READ_URL: webAddress("SUPABASE_READ_URL").nullable().default(null),
  PORT: z
    .string()
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, {
      error: ({ input }) => `PORT is "${String(input)}": set it to a number from 1 to 65535.`,
    })
    .transform(Number)
    .default(3000),
  HOST: z.string().default("localhost"),
  LOG_FORMAT: choice("LOG_FORMAT", ["json", "text"]).nullable().default(null),
  METRICS_ADDRESS: webAddress("METRICS_ADDRESS")
    .transform((address) => new URL(address))
    .nullable()
    .default(null),
  SITE_URL: siteAddress("SITE_URL").optional(),
  SEED: choice("SEED", ["sample", "none"]).optional(),
  HSTS: choice("HSTS", Object.keys(HSTS) as Hsts[]).default("host"),
  PROOF_THUMBNAILS: choice("PROOF_THUMBNAILS", ["rendition", "original"]).default("rendition"),
  TRUST_PROXY: choice("TRUST_PROXY", ["1", "0"]).default("0"),
  DATA_DIR: z.string().default(".data"),
  BACKUP_FOLDER: z.string().optional(),
  DATABASE_URL: z.string().nullable().default(null),
  DATABASE_READ_URL: z.url({ error: "DATABASE_READ_URL does not start with postgres://." }).nullable().default(null),
  API_ORIGINS: z.string().default("").transform(origins),
  // The message does not quote the URL, which contains a password.
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: "SMTP_URL is not the address of a mail server: start it with smtp:// or smtps://.",
    })
    .nullable()
    .default(null),
  RETENTION_KEY: z.string().optional(),
});

/** Returns the settings of the web server. Throws {@link SettingsError} if one is invalid or half of a pair is missing. */
export function readSettings(env: Record<string, string | undefined>) {
  const given = parse(ENVIRONMENT, env);
  checkProject(given);
  const siteUrl = given.SITE_URL ?? `http://localhost:${given.PORT}`;
  const retentionKey = retentionKeyOf(given);
  return {
    backend: given.BACKEND,
    host: given.HOST,
    port: given.PORT,
    siteUrl,
    // X-Forwarded-For is only trusted behind a proxy that appends to it.
    trustProxy: given.TRUST_PROXY === "1",
    hsts: given.HSTS,
    metricsAddress: given.METRICS_ADDRESS,
    // Null means text on a terminal and JSON elsewhere.
    logFormat: given.LOG_FORMAT,
    dataDir: path.resolve(given.DATA_DIR),
    backupFolder: path.resolve(given.BACKUP_FOLDER ?? path.join(given.DATA_DIR, "backups")),
    // Null means the PostgreSQL of npm.
    databaseUrl: given.DATABASE_URL,
    readUrl: readUrlOf(given),
    apiOrigins: given.API_ORIGINS,
    // The password of the sample account is public.
    seed: given.SEED ?? (isOnThisMachine(siteUrl) ? "sample" : "none"),
    // Null means that emails are stored as files.
    smtpUrl: given.SMTP_URL,
    supabaseUrl: given.SUPABASE_URL,
    supabasePublishableKey: given.SUPABASE_PUBLISHABLE_KEY,
    proofThumbnails: given.PROOF_THUMBNAILS,
    // In base64. Null means that nothing is kept of what is deleted.
    retentionKey,
    site: { ...readSite(env), sealsDeletions: retentionKey !== null },
  };
}

type Given = z.output<typeof ENVIRONMENT>;

function checkProject({ BACKEND: backend, SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key }: Given): void {
  if (backend !== "supabase") {
    if (!url && !key) return;
    throw new SettingsError(
      `SUPABASE_URL or SUPABASE_PUBLISHABLE_KEY is set but BACKEND is "${backend}": set BACKEND=supabase or remove them.`,
    );
  }
  if (!url) throw new SettingsError("BACKEND=supabase needs SUPABASE_URL, the address of the project.");
  if (!key) throw new SettingsError("BACKEND=supabase needs SUPABASE_PUBLISHABLE_KEY, the public key of the project.");
  if (isSecretKey(key)) {
    throw new SettingsError(
      "SUPABASE_PUBLISHABLE_KEY holds a secret key, which every visitor would see: set it to the publishable key of the project.",
    );
  }
}

function retentionKeyOf({ BACKEND: backend, RETENTION_KEY: key }: Given): string | null {
  if (!key) return null;
  if (backend === "browser")
    throw new SettingsError("RETENTION_KEY needs a database: with BACKEND=browser, remove it.");
  return readRetentionKey(key);
}

function readUrlOf({ BACKEND: backend, DATABASE_READ_URL: ofDatabase, ...given }: Given): string | null {
  const { DATABASE_URL: url, SUPABASE_READ_URL: ofProject } = given;
  if (ofProject && backend !== "supabase")
    throw new SettingsError("SUPABASE_READ_URL is for BACKEND=supabase: remove it.");
  if (ofDatabase && (backend !== "embedded" || !url))
    throw new SettingsError("DATABASE_READ_URL names a replica of the server in DATABASE_URL: set that, too.");
  return ofProject ?? ofDatabase;
}

/** Returns the name and the contacts of the site, for pages and emails. Throws {@link SettingsError} if a setting is invalid. */
export function readSite(env: Record<string, string | undefined>): Site {
  const given = parse(SITE_ENVIRONMENT, env);
  const { SITE_NAME: name, CONTACT_EMAIL: contactEmail, MAIL_FROM: from } = given;
  const mailFrom = { name: from?.name || name, address: from?.email ?? contactEmail };
  return { name, contactEmail, mailFrom, grievanceOfficer: grievanceOfficerOf(given), sealsDeletions: false };
}

function grievanceOfficerOf({
  GRIEVANCE_OFFICER: officer,
  GRIEVANCE_OFFICER_NAME: name,
  GRIEVANCE_OFFICER_EMAIL: email,
  GRIEVANCE_OFFICER_ADDRESS: address,
}: z.output<typeof SITE_ENVIRONMENT>): GrievanceOfficer | null {
  if (officer && (name || email || address))
    throw new SettingsError("GRIEVANCE_OFFICER names the officer: remove GRIEVANCE_OFFICER_NAME, _EMAIL and _ADDRESS.");
  if (officer) return officer;
  if (name && email) return { name, email, ...(address && { address }) };
  if (name) throw new SettingsError("GRIEVANCE_OFFICER_NAME needs GRIEVANCE_OFFICER_EMAIL, the officer's email.");
  if (email) throw new SettingsError("GRIEVANCE_OFFICER_EMAIL needs GRIEVANCE_OFFICER_NAME, the officer's name.");
  if (address) throw new SettingsError("GRIEVANCE_OFFICER_ADDRESS needs GRIEVANCE_OFFICER_NAME, the officer's name.");
  return null;
}

/** The database of `npm run admin`: in a data folder of this machine, or a hosted project with its secret key. */
export type OperatorSettings = { operator: string } & (
  | { kind: "embedded"; dataDir: string; databaseUrl: string | null }
  | { kind: "hosted"; supabaseUrl: string; secretKey: string }
);

const OPERATOR_ENVIRONMENT = ENVIRONMENT.pick({ SUPABASE_URL: true, DATA_DIR: true, DATABASE_URL: true }).extend({
  BACKEND: BACKEND.unwrap().optional(),
  SUDO_USER: z.string().optional(),
  SUPABASE_SECRET_KEY: z.string().optional(),
  /** The former name of SUPABASE_SECRET_KEY. */
  SUPABASE_SERVICE_ROLE_KEY: z.string().optional(),
});

function secretKeyOf(given: z.output<typeof OPERATOR_ENVIRONMENT>): string {
  return given.SUPABASE_SECRET_KEY ?? given.SUPABASE_SERVICE_ROLE_KEY ?? "";
}

/**
 * Reads the settings of `npm run admin`. The default operator is the user who called sudo, else `systemUser`. Throws {@link SettingsError}
 * unless they name exactly one database.
 */
export function readOperatorSettings(env: Record<string, string | undefined>, systemUser: string): OperatorSettings {
  const given = parse(OPERATOR_ENVIRONMENT, env);
  const { BACKEND: backend, SUPABASE_URL: supabaseUrl } = given;
  if (backend === "browser") {
    throw new SettingsError("BACKEND=browser stores no reviews on a server: there is nothing to administer.");
  }
  const operator = given.SUDO_USER ?? systemUser;
  const secretKey = secretKeyOf(given);
  if (backend === "embedded" && (supabaseUrl || secretKey)) {
    throw new SettingsError(
      'SUPABASE_URL or SUPABASE_SECRET_KEY is set but BACKEND is "embedded": set BACKEND=supabase or remove them.',
    );
  }
  if (backend !== "supabase" && !supabaseUrl && !secretKey) {
    return { kind: "embedded", operator, dataDir: path.resolve(given.DATA_DIR), databaseUrl: given.DATABASE_URL };
  }

  if (!supabaseUrl) throw new SettingsError("A hosted project needs SUPABASE_URL, its address, beside the secret key.");
  if (!secretKey) {
    throw new SettingsError("A hosted project needs SUPABASE_SECRET_KEY, its secret key, beside SUPABASE_URL.");
  }
  if (!isSecretKey(secretKey)) {
    throw new SettingsError("SUPABASE_SECRET_KEY holds no secret key: copy sb_secret_… or the service_role key.");
  }
  const { protocol, hostname } = new URL(supabaseUrl);
  if (protocol !== "https:" && !/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)) {
    throw new SettingsError("SUPABASE_URL must start with https://: the secret key would be sent unencrypted.");
  }
  return { kind: "hosted", operator, supabaseUrl, secretKey };
}

export interface DoctorSettings {
  settings: Settings;
  /** Null with BACKEND=browser, or without the hosted project's secret key: the doctor then skips the database. */
  operator: OperatorSettings | null;
}

export function readDoctorSettings(env: Record<string, string | undefined>, systemUser: string): DoctorSettings {
  const settings = readSettings(env);
  const hasSecretKey = secretKeyOf(parse(OPERATOR_ENVIRONMENT, env)) !== "";
  const isOperated = settings.backend === "embedded" || (settings.backend === "supabase" && hasSecretKey);
  return { settings, operator: isOperated ? readOperatorSettings(env, systemUser) : null };
}

/** Returns whether a key is a secret key. Older secret keys are tokens with the role service_role. */
function isSecretKey(key: string): boolean {
  if (key.startsWith("sb_secret_")) return true;
  try {
    const claims = JSON.parse(Buffer.from(key.split(".")[1] ?? "", "base64url").toString("utf8")) as { role?: unknown };
    return claims.role === "service_role";
  } catch {
    return false;
  }
}

/** Returns whether this is a trial: the site's URL is on loopback. */
export function isOnThisMachine(siteUrl: string): boolean {
  return isLoopback(new URL(siteUrl).hostname);
}

/** Returns whether a host is this machine. `host` is from a URL or HOST. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\]|::1)$/.test(host);
}
