import path from "node:path";
import type { LogFormat } from "./log.ts";
import { HSTS, type Hsts } from "./security-headers.ts";

/** Must match Captcha in app/data/database.ts. */
export interface Captcha {
  provider: "hcaptcha" | "turnstile";
  siteKey: string;
}

type Backend = "embedded" | "supabase" | "browser";

export interface Settings {
  backend: Backend;
  host: string;
  port: number;
  /** The address visitors type, without a trailing slash. Links in e-mails start with it. */
  siteUrl: string;
  /** True behind a reverse proxy that sets X-Forwarded-For: its last entry is then the visitor's address. */
  trustProxy: boolean;
  /** What browsers are told to open by https alone; see HSTS in `security-headers.ts`. */
  hsts: Hsts;
  /** How the log is written; null leaves it to where it goes: words at a terminal, JSON anywhere else. */
  logFormat: LogFormat | null;
  /** Embedded backend only. */
  dataDir: string;
  /** Embedded backend only: a PostgreSQL server to use in place of the one that npm install brings. */
  databaseUrl: string | null;
  /** Embedded backend only: origins of pages on other addresses that use this server as their project. */
  apiOrigins: string[];
  /** Embedded backend only: what an empty database starts with. */
  seed: "sample" | "none";
  /** Embedded backend only: where e-mails go; null keeps them as files. */
  smtpUrl: string | null;
  /** Supabase backend only. */
  supabaseUrl: string;
  supabasePublishableKey: string;
  /** Supabase backend only: the check of the project's account service; null where it asks for none. */
  captcha: Captcha | null;
  /** Supabase backend only: what cards show of photos; a project without image transformation has only the originals. */
  proofThumbnails: "rendition" | "original";
}

/** A setting that cannot work. The message is one sentence that says what to do. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

/** The environment of the process, with what `.env` in the working folder adds to it. */
export function environment(): Record<string, string | undefined> {
  try {
    process.loadEnvFile();
  } catch (error) {
    // There need not be one: the defaults hold.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return process.env;
}

const BACKENDS: readonly string[] = ["embedded", "supabase", "browser"] satisfies Backend[];

/**
 * Reads every setting of the web server, and is the only code that does. Throws {@link SettingsError} when one is
 * wrong or half of a pair is missing. `.env.example` lists them all.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const backend = env.BACKEND?.trim() || "embedded";
  if (!isBackend(backend)) {
    throw new SettingsError(`BACKEND is "${backend}": set it to embedded, supabase or browser.`);
  }

  const supabaseUrl = env.SUPABASE_URL?.trim() ?? "";
  const supabasePublishableKey = env.SUPABASE_PUBLISHABLE_KEY?.trim() ?? "";
  if (backend === "supabase") {
    if (!supabaseUrl) throw new SettingsError("BACKEND=supabase needs SUPABASE_URL, the address of the project.");
    if (!supabasePublishableKey) {
      throw new SettingsError("BACKEND=supabase needs SUPABASE_PUBLISHABLE_KEY, the public key of the project.");
    }
    if (isSecretKey(supabasePublishableKey)) {
      throw new SettingsError(
        "SUPABASE_PUBLISHABLE_KEY holds a secret key, which every visitor would see: set it to the publishable key of the project.",
      );
    }
  } else if (supabaseUrl || supabasePublishableKey) {
    throw new SettingsError(
      `SUPABASE_URL or SUPABASE_PUBLISHABLE_KEY is set but BACKEND is "${backend}": set BACKEND=supabase or remove them.`,
    );
  }

  const port = Number(env.PORT?.trim() || "3000");
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new SettingsError(`PORT is "${env.PORT}": set it to a number from 1 to 65535.`);
  }
  const host = env.HOST?.trim() || "localhost";

  const logFormat = env.LOG_FORMAT?.trim() || null;
  if (logFormat !== null && logFormat !== "json" && logFormat !== "text")
    throw new SettingsError(`LOG_FORMAT is "${logFormat}": set it to json or text.`);

  const siteUrl = webAddress("SITE_URL", env.SITE_URL?.trim() || `http://localhost:${port}`);
  // Everybody knows the password of the sample account.
  const seed = env.SEED?.trim() || (isOnThisMachine(siteUrl) ? "sample" : "none");
  if (seed !== "sample" && seed !== "none") throw new SettingsError(`SEED is "${seed}": set it to sample or none.`);

  const hsts = env.HSTS?.trim() || "host";
  if (!isHsts(hsts)) throw new SettingsError(`HSTS is "${hsts}": set it to host, subdomains or preload.`);

  const proofThumbnails = env.PROOF_THUMBNAILS?.trim() || "rendition";
  if (proofThumbnails !== "rendition" && proofThumbnails !== "original") {
    throw new SettingsError(`PROOF_THUMBNAILS is "${proofThumbnails}": set it to rendition or original.`);
  }

  const captchaProvider = env.CAPTCHA_PROVIDER?.trim() ?? "";
  const captchaSiteKey = env.CAPTCHA_SITE_KEY?.trim() ?? "";
  if (captchaSiteKey && backend !== "supabase") {
    throw new SettingsError("CAPTCHA_SITE_KEY needs BACKEND=supabase: nobody else would look at what the check says.");
  }
  if (captchaSiteKey && !isCaptchaProvider(captchaProvider)) {
    throw new SettingsError(`CAPTCHA_PROVIDER is "${captchaProvider}": set it to hcaptcha or turnstile.`);
  }
  if (captchaProvider && !captchaSiteKey) {
    throw new SettingsError("CAPTCHA_PROVIDER needs CAPTCHA_SITE_KEY, the public key of this site at that provider.");
  }
  const captcha = isCaptchaProvider(captchaProvider) ? { provider: captchaProvider, siteKey: captchaSiteKey } : null;

  return {
    backend,
    host,
    port,
    siteUrl,
    trustProxy: flag("TRUST_PROXY", env.TRUST_PROXY),
    hsts,
    logFormat,
    dataDir: path.resolve(env.DATA_DIR?.trim() || ".data"),
    databaseUrl: env.DATABASE_URL?.trim() || null,
    apiOrigins: origins("API_ORIGINS", env.API_ORIGINS),
    seed,
    smtpUrl: mailServer(env.SMTP_URL?.trim() || null),
    supabaseUrl: supabaseUrl && webAddress("SUPABASE_URL", supabaseUrl),
    supabasePublishableKey,
    captcha,
    proofThumbnails,
  };
}

/** What an operator works on: a data folder of this machine, or a hosted project with its secret key. */
export type OperatorSettings = { operator: string } & (
  | { kind: "embedded"; dataDir: string; databaseUrl: string | null }
  | { kind: "hosted"; supabaseUrl: string; secretKey: string }
);

/**
 * Reads the settings of `npm run admin`. `systemUser` is who is logged in, and the operator where nobody else is named.
 * Throws {@link SettingsError} when they name no database or two.
 */
export function readOperatorSettings(env: Record<string, string | undefined>, systemUser: string): OperatorSettings {
  const backend = env.BACKEND?.trim() || null;
  if (backend !== null && !isBackend(backend)) {
    throw new SettingsError(`BACKEND is "${backend}": set it to embedded or supabase.`);
  }
  if (backend === "browser") {
    throw new SettingsError("BACKEND=browser keeps no reviews on a server: there is nothing to work on.");
  }
  // Whoever works as root for a while is still themselves.
  const operator = env.SUDO_USER?.trim() || systemUser;
  const supabaseUrl = env.SUPABASE_URL?.trim() ?? "";
  const secretKey = env.SUPABASE_SECRET_KEY?.trim() || env.SUPABASE_SERVICE_ROLE_KEY?.trim() || "";
  if (backend === "embedded" && (supabaseUrl || secretKey)) {
    throw new SettingsError(
      'SUPABASE_URL or SUPABASE_SECRET_KEY is set but BACKEND is "embedded": set BACKEND=supabase or remove them.',
    );
  }
  if (backend !== "supabase" && !supabaseUrl && !secretKey) {
    const dataDir = path.resolve(env.DATA_DIR?.trim() || ".data");
    return { kind: "embedded", operator, dataDir, databaseUrl: env.DATABASE_URL?.trim() || null };
  }

  if (!supabaseUrl) throw new SettingsError("A hosted project needs SUPABASE_URL, its address, beside the secret key.");
  if (!secretKey) {
    throw new SettingsError("A hosted project needs SUPABASE_SECRET_KEY, its secret key, beside SUPABASE_URL.");
  }
  if (!isSecretKey(secretKey)) {
    throw new SettingsError("SUPABASE_SECRET_KEY holds no secret key: copy sb_secret_… or the service_role key.");
  }
  const url = webAddress("SUPABASE_URL", supabaseUrl);
  const { protocol, hostname } = new URL(url);
  if (protocol !== "https:" && !/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)) {
    throw new SettingsError("SUPABASE_URL must start with https://: the secret key would travel in the clear.");
  }
  return { kind: "hosted", operator, supabaseUrl: url, secretKey };
}

/** What `npm run doctor` looks at. */
export interface DoctorSettings {
  settings: Settings;
  /** Null where the secret key of the project is not given: then the database cannot be examined. */
  operator: OperatorSettings | null;
  /** As {@link readBackupFolder} says. */
  backupFolder: string;
}

/** Reads the settings of `npm run doctor`: those of the web server, and of operators. Throws {@link SettingsError}. */
export function readDoctorSettings(env: Record<string, string | undefined>, systemUser: string): DoctorSettings {
  const settings = readSettings(env);
  const hasSecretKey = Boolean(env.SUPABASE_SECRET_KEY?.trim() || env.SUPABASE_SERVICE_ROLE_KEY?.trim());
  const isOperated = settings.backend === "embedded" || (settings.backend === "supabase" && hasSecretKey);
  return {
    settings,
    operator: isOperated ? readOperatorSettings(env, systemUser) : null,
    backupFolder: readBackupFolder(env),
  };
}

/** Where `npm run backup` leaves its archives when it is not told. */
export function readBackupFolder(env: Record<string, string | undefined>): string {
  return path.resolve(env.BACKUP_FOLDER?.trim() || "backups");
}

/** A new secret key, or an older one: a token that says service_role. */
function isSecretKey(key: string): boolean {
  if (key.startsWith("sb_secret_")) return true;
  try {
    const claims = JSON.parse(Buffer.from(key.split(".")[1] ?? "", "base64url").toString("utf8")) as { role?: unknown };
    return claims.role === "service_role";
  } catch {
    return false;
  }
}

function isBackend(text: string): text is Backend {
  return BACKENDS.includes(text);
}

function isHsts(text: string): text is Hsts {
  return Object.hasOwn(HSTS, text);
}

/** Whether the site is at an address that only programs on this machine reach: a trial. */
export function isOnThisMachine(siteUrl: string): boolean {
  return isLoopback(new URL(siteUrl).hostname);
}

/** Whether this host, as in a URL or as in HOST, is reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\]|::1)$/.test(host);
}

function isCaptchaProvider(text: string): text is Captcha["provider"] {
  return text === "hcaptcha" || text === "turnstile";
}

function flag(name: string, value: string | undefined): boolean {
  const text = value?.trim() ?? "";
  if (text === "" || text === "0") return false;
  if (text === "1") return true;
  throw new SettingsError(`${name} is "${text}": set it to 1 or 0.`);
}

function origins(name: string, value: string | undefined): string[] {
  const listed = (value ?? "").split(",").map((text) => text.trim().replace(/\/$/, ""));
  return listed.filter(Boolean).map((text) => {
    const { protocol, origin } = URL.canParse(text) ? new URL(text) : { protocol: "", origin: "" };
    if (/^https?:$/.test(protocol) && origin === text.toLowerCase()) return origin;
    throw new SettingsError(`${name} names "${text}": set it to origins such as https://gharsach.in, with commas.`);
  });
}

/** The address is not quoted in the error: it holds a password. */
function mailServer(text: string | null): string | null {
  const url = text !== null && URL.canParse(text) ? new URL(text) : null;
  if (text === null || (url && /^smtps?:$/.test(url.protocol) && url.hostname)) return text;
  throw new SettingsError("SMTP_URL is not the address of a mail server: start it with smtp:// or smtps://.");
}

function webAddress(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new SettingsError(`${name} is "${text}": set it to an address such as https://gharsach.in.`);
  }
  return text.replace(/\/+$/, "");
}
