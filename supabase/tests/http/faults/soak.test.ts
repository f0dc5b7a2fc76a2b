import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { disableLimits } from "../../../../scripts/disable-limits.ts";
import { runScript, WHOLE_SERVER } from "../../../../scripts/server-for-tests.ts";
import { SOAK_MINUTES } from "../../../../scripts/test-length.ts";
import { openLogins } from "../../../../server/embedded/connections.ts";
import { reachableBinaries } from "../../../../server/embedded/postgres/binaries.ts";
import { connectionUrl, isReachable } from "../../../../server/embedded/postgres/connection.ts";
import { systemUser } from "../../../../server/embedded/system-user.ts";
import { countMismatches } from "../../database/count-mismatches.ts";
import {
  call,
  type Call,
  emailOf,
  newVisitor,
  PASSWORD,
  photoName,
  photoPath,
  plainReview,
  storedId,
  png,
  type Visitor,
} from "../client.ts";
import { startMailServer } from "../operations/mail-server.ts";
import type { PublicKeyPart } from "../../project-stub.ts";
import { childrenOf, eventually, newDataDir, secretsOf } from "./servers.ts";

// Two web servers and a worker of a hosted project, which project-stub.ts simulates, behind nginx as in deploy/proxy. PgBouncer pools the
// connections in transaction mode. Without nginx readers choose a web server, without PgBouncer connections are direct.

const READERS = 8;
const WRITERS = 3;
const DOWN_MS = 4_000;
const START_MS = 60_000;
/** The time after a recovery from which no request may fail. */
const RECOVERY_MS = 5_000;
const KILL_EVERY_MS = SOAK_MINUTES < 30 ? 40_000 : 300_000;
const LENGTH_MS = SOAK_MINUTES * 60_000;
/** The largest ratio of the mean memory in the last sixth of the run to that in its second sixth. A short run is not warm by then. */
const MAX_GROWTH = SOAK_MINUTES < 30 ? Infinity : 1.2;

const PORT = Number(process.env.SOAK_PORT ?? 4180);
const [PROXY, BOUNCER, DATABASE] = [PORT, PORT + 3, PORT + 4];
const WEB = { "web server A": PORT + 1, "web server B": PORT + 2 };
/** The memory settings of `npm start`: with the defaults, a process keeps more memory after a burst. */
const MEMORY_SETTINGS = {
  ...{ MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "65536" },
  NODE_OPTIONS: "--max-semi-space-size=16 --max-old-space-size=512",
};
const SECRET_KEY = "sb_secret_of_the_project_in_this_soak";
const isInstalled = (program: string) => !spawnSync(program, ["-V"]).error;
const [hasProxy, hasBouncer] = [isInstalled("nginx"), isInstalled("pgbouncer")];

type Part = ReturnType<typeof part>;

/** A process that can be killed and restarted. The end of the test ends it. */
function part(name: string, spawned: () => ChildProcess, isUp: () => Promise<boolean>) {
  let child: ChildProcess | undefined;
  const pids = async () => [child?.pid ?? 0, ...(await childrenOf(child?.pid ?? 0))];
  return {
    name,
    pids,
    async start() {
      const begun = spawned();
      child = begun;
      onTestFinished(() => void begun.kill());
      await expect.poll(isUp, { timeout: START_MS, message: `${name} serves` }).toBe(true);
    },
    async kill() {
      for (const pid of await pids()) process.kill(pid, "SIGKILL");
    },
  };
}

async function databasePart(dataDir: string, url: string): Promise<Part> {
  const user = systemUser();
  const program = path.join(await reachableBinaries(user), "bin", "postgres");
  const folder = path.join(dataDir, "postgres");
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", `port=${DATABASE}`];
  const flags = ["-D", folder, ...settings.flatMap((setting) => ["-c", setting])];
  const begin = () => spawn(program, flags, { ...user, cwd: folder, stdio: "ignore" });
  return part("PostgreSQL", begin, () => isReachable(url));
}

/** Prepares nginx with the example configuration, but with two web servers and without TLS. */
async function proxyPart(folder: string): Promise<Part> {
  const example = await fs.readFile(new URL("../../../../deploy/proxy/nginx.conf", import.meta.url), "utf8");
  const site = example
    .replace(/^server \{\n {4}listen 80;[^]*?\n\}\n/m, "")
    .replace(/^ *(?:listen \[::\]|ssl_).*\n/gm, "")
    .replace("listen 443 ssl http2", `listen 127.0.0.1:${PROXY}`)
    .replace("/var/cache/nginx/gharsach", path.join(folder, "cache"))
    .replace("# server", "server")
    .replace(/127\.0\.0\.1:300(\d)/g, (_, index) => `127.0.0.1:${PORT + 1 + Number(index)}`);
  const file = path.join(folder, "nginx.conf");
  await fs.writeFile(
    file,
    `${process.getuid?.() === 0 ? "user root;" : ""} daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
    events { worker_connections 2048; } http { access_log off; client_body_temp_path ${folder}/body; ${site} }`,
  );
  const isUp = async () => (await statusOf(`http://127.0.0.1:${PROXY}/robots.txt`)) === 200;
  return part("nginx", () => spawn("nginx", ["-c", file], { stdio: "ignore" }), isUp);
}

async function bouncerPart(folder: string, urls: string[]): Promise<Part> {
  const users = urls.map((url) => new URL(url)).map(({ username, password }) => `"${username}" "${password}"\n`);
  await fs.writeFile(path.join(folder, "users.txt"), users.join(""));
  const file = path.join(folder, "pgbouncer.ini");
  // After a failed login PgBouncer refuses all clients for server_login_retry, by default 15 s.
  const settings = `
    [databases]
    * = host=127.0.0.1 port=${DATABASE}
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = ${BOUNCER}
    unix_socket_dir =
    auth_type = scram-sha-256
    auth_file = ${path.join(folder, "users.txt")}
    pool_mode = transaction
    default_pool_size = 10
    server_login_retry = 1`;
  await fs.writeFile(file, settings.replace(/^ +/gm, ""));
  const begin = () => spawn("pgbouncer", [file], { ...systemUser(), stdio: "ignore" });
  return part("PgBouncer", begin, () => isReachable(throughBouncer(urls[0] ?? "")));
}

function throughBouncer(url: string): string {
  return Object.assign(new URL(url), { port: hasBouncer ? BOUNCER : DATABASE }).href;
}

/** Every request with its times and status: 0 without a whole answer. */
const requests: { at: number; end: number; of: "pages" | "project"; status: number }[] = [];
const over = new AbortController();
const now = () => performance.now();

async function statusOf(url: string, see = (_page: string) => {}): Promise<number> {
  try {
    const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(20_000) });
    see(await answer.text());
    return answer.status;
  } catch {
    return 0;
  }
}

/** Follows links, and searches in every fourth request. */
async function keepReading(reader: number, known: string[]): Promise<void> {
  const words = ["quiet", "deposit", "lakeview", "water", "whitefield", "sunny garden", "निवास", "b"];
  for (let turn = reader; !over.signal.aborted; turn++) {
    const word = encodeURIComponent(words[turn % words.length] ?? "");
    const address = turn % 4 === 0 ? `/reviews?q=${word}` : known[Math.floor(Math.random() * known.length)];
    const see = (page: string) => {
      const links = [...page.matchAll(/href="(\/[^"#]*)"/g)].map(([, link = ""]) => link.replaceAll("&amp;", "&"));
      if (known.length < 5_000) known.push(...links.filter((link) => !known.includes(link)));
    };
    const servers = hasProxy ? [PROXY] : Object.values(WEB).toSorted(() => Math.random() - 0.5);
    const at = now();
    let status = 0;
    for (const port of servers) status ||= await statusOf(`http://127.0.0.1:${port}${address}`, see);
    requests.push({ at, end: now(), of: "pages", status });
    await delay(200 + 800 * Math.random());
  }
}

/** The emails, photo names and review ids that were confirmed. */
const [accounts, grievances, photos] = [new Set<string>(), new Set<string>(), new Set<string>()];
const [reviews, withdrawn, reported] = [new Set<string>(), new Set<string>(), new Set<string>()];

/** Signs up, publishes two reviews, reports both, withdraws one and files a grievance. Repeats with another account. */
async function keepWriting(project: string): Promise<void> {
  const body = { password: PASSWORD };
  const ask = async (visitor: Visitor, target: string, options: Call) => {
    await delay(300 + 1_200 * Math.random());
    const at = now();
    const answer = await call(visitor, "POST", target, { server: project, ...options }).catch(() => null);
    requests.push({ at, end: now(), of: "project", status: answer?.status ?? 0 });
    return answer;
  };
  /** Retries until the request succeeds. A conflict means that an earlier attempt did, but its response was lost. */
  const retry = async (visitor: Visitor, target: string, options: Call) => {
    for (let tries = 0; ; tries++) {
      const answer = await ask(visitor, target, options);
      if (answer && (answer.status < 300 || (answer.status === 409 && tries > 0))) return answer;
      expect(answer?.status ?? 500, `${target}: ${answer?.text}`).toBeGreaterThanOrEqual(500);
    }
  };
  while (!over.signal.aborted) {
    const email = emailOf("soak");
    const visitor = newVisitor();
    await retry(visitor, "/auth/v1/signup", { body: { ...body, email } });
    const find = async () =>
      (await fetch(`${project}/link/${email}`, { headers: { apikey: SECRET_KEY } })).text().catch(() => "");
    // Auth answers before it stores the account, which a crash can lose.
    if (!(await eventually(async () => (await find()) !== ""))) continue;
    const link = { type: "signup", token_hash: await find() };
    await ask(visitor, "/auth/v1/verify", { body: link });
    const signedIn = await ask(visitor, "/auth/v1/token?grant_type=password", { body: { ...body, email } });
    if (signedIn?.status !== 200) continue;
    accounts.add(email);
    for (const isWithdrawn of [false, true]) {
      const author = newVisitor((signedIn.body as { access_token: string }).access_token);
      const photo = photoName();
      const upload = { body: await png(240, 200), headers: { "content-type": "image/png" } };
      await retry(author, `/storage/v1/object/review-proofs/${photo}`, upload);
      const property_name = `Steady House ${Math.floor(Math.random() * 400)}`;
      const review_text = `Kept whatever happens, says ${randomUUID()}.`;
      const review = plainReview({ property_name, review_text, proof_urls: [photoPath(photo)] });
      const review_id = storedId(author, review);
      await retry(author, "/rest/v1/reviews", { body: review });
      photos.add(photo);
      reviews.add(review_id);
      const report = { review_id, reason: "spam", reporter_fingerprint: randomUUID() };
      await retry(newVisitor(), "/rest/v1/review_reports", { body: report });
      reported.add(review_id);
      if (!isWithdrawn) continue;
      await retry(author, "/rest/v1/rpc/withdraw_my_review", { body: { review_id } });
      withdrawn.add(review_id);
    }
    const grievance = {
      writer: "owner",
      ground: "untrue",
      page: "/reviews",
      words: "No.",
      secret: randomUUID(),
      email,
    };
    await retry(newVisitor(), "/rest/v1/rpc/file_grievance", { body: grievance });
    grievances.add(email);
  }
}

/** Returns the private memory of these processes in MB. */
function memoryOf(pids: number[]): number {
  const kilobytes = pids.map((pid) => {
    const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, "utf8") : "";
    return Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  });
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

test.skipIf(SOAK_MINUTES === 0)(
  `loses and duplicates nothing in ${SOAK_MINUTES} minutes with a kill every ${KILL_EVERY_MS / 1000} s`,
  { timeout: LENGTH_MS + 600_000 },
  async () => {
    const dataDir = await newDataDir();
    const folder = path.dirname(dataDir);
    const { databasePassword, publishableKey, jwtSecret } = await secretsOf(dataDir);
    const url = connectionUrl(DATABASE, databasePassword);
    const database = await databasePart(dataDir, url);
    await database.start();
    const owner = postgres(url, { max: 1, backoff: () => 0.25, onnotice: () => {} });
    onTestFinished(() => owner.end());
    await owner.unsafe(await fs.readFile("supabase/seed.sql", "utf8"));
    await owner`delete from public.review_reports`;
    await disableLimits(owner);
    const logins = await openLogins(owner, url);
    const bouncer = await bouncerPart(folder, [url, ...Object.values(logins)]);
    if (hasBouncer) await bouncer.start();

    const siteUrl = `http://localhost:${PROXY}`;
    const publicKeyPart: PublicKeyPart = {
      ...{ publishableKey, jwtSecret, siteUrl },
      ...{ accountsUrl: throughBouncer(logins.supabase_auth_admin), visitorsUrl: throughBouncer(logins.authenticator) },
    };
    const log = path.join(folder, "log");
    const words = [throughBouncer(url), path.join(dataDir, "storage"), SECRET_KEY, JSON.stringify(publicKeyPart)];
    const { process: stub, ended } = runScript("supabase/tests/project-stub.ts", words, MEMORY_SETTINGS, {
      logFile: log,
    });
    onTestFinished(() => void stub.kill());
    const crashed = ended.then(() => expect.unreachable("The stub of the project has ended."));
    crashed.catch(() => {});
    const [port] = (await once(stub, "message", { signal: AbortSignal.timeout(30_000) })) as [number];
    const project = `http://127.0.0.1:${port}`;

    const mailServer = await startMailServer();
    onTestFinished(() => mailServer.stop());
    const settings = {
      ...{ SITE_URL: siteUrl, SUPABASE_URL: project, GRIEVANCE_OFFICER_NAME: "Asha Rao" },
      ...{ GRIEVANCE_OFFICER_EMAIL: "officer@soak.example", ...MEMORY_SETTINGS },
    };
    const webs = Object.entries(WEB).map(([name, webPort]) => {
      const more = { BACKEND: "supabase", SUPABASE_PUBLISHABLE_KEY: publishableKey, PORT: String(webPort) };
      const web = () => runScript(WHOLE_SERVER, [], { ...settings, ...more }, { logFile: log }).process;
      return part(name, web, async () => (await statusOf(`http://127.0.0.1:${webPort}/healthz`)) === 200);
    });
    const more = { BACKEND: "", SUPABASE_SECRET_KEY: SECRET_KEY, SMTP_URL: mailServer.url };
    const beginWorker = () =>
      runScript("server/worker/worker.ts", [], { ...settings, ...more }, { logFile: log }).process;
    const worker = part("the worker", beginWorker, async () => true);
    const proxy = await proxyPart(folder);
    await Promise.all([...webs, worker].map((each) => each.start()));
    if (hasProxy) await proxy.start();

    const parts = [database, ...(hasBouncer ? [bouncer] : []), ...(hasProxy ? [proxy] : []), ...webs, worker];
    const known = ["/", "/reviews", "/homes"];
    const start = now();
    const busy = [
      ...Array.from({ length: READERS }, (_, reader) => keepReading(reader, known)),
      ...Array.from({ length: WRITERS }, () => keepWriting(project)),
    ];
    const memory: Record<string, number[]> = {};
    const watching = setInterval(async () => {
      (memory["the project's own server"] ??= []).push(memoryOf([stub.pid ?? 0]));
      for (const { name, pids } of parts) (memory[name] ??= []).push(memoryOf(await pids()));
    }, 10_000);
    onTestFinished(() => clearInterval(watching));

    const outages: { part: string; killed: number; back: number }[] = [];
    for (let kill = 0; (kill + 0.5) * KILL_EVERY_MS < LENGTH_MS; kill++) {
      await Promise.race([delay(Math.max(0, start + (kill + 0.5) * KILL_EVERY_MS - now())), ...busy, crashed]);
      const victim = parts[kill % parts.length] as Part;
      await victim.kill();
      const killed = now();
      await delay(DOWN_MS);
      await victim.start();
      outages.push({ part: victim.name, killed, back: now() });
    }
    await Promise.race([delay(Math.max(0, start + LENGTH_MS - now())), ...busy, crashed]);
    over.abort();
    await Promise.all(busy);
    clearInterval(watching);

    const answered = () => mailServer.taken.map(({ to }) => to?.[0]?.address ?? "").filter((to) => grievances.has(to));
    await expect.poll(() => new Set(answered()).size, { timeout: 120_000 }).toBe(grievances.size);
    const failed = requests.filter(({ status }) => status === 0 || status >= 500);
    const counted = Object.entries(Object.groupBy(requests, ({ of, status }) => `${of} ${status}`));
    const lines = outages.map(({ part: name, killed, back }, index) => {
      const next = outages[index + 1]?.killed ?? Infinity;
      const last = failed.filter(({ end }) => end >= killed && end < next).map(({ at }) => (at - back) / 1000);
      return `${name}, down for ${Math.round(back - killed)} ms: ${last.length} requests failed, the last sent ${Math.max(...last).toFixed(1)} s after the restart`;
    });
    const sizes = { accounts, grievances, photos, reviews, withdrawn, reported };
    const used = Object.entries(memory).map(([name, samples]) => {
      const sixth = (which: number) => samples.slice((samples.length / 6) * (which - 1), (samples.length / 6) * which);
      const [before, after] = [sixth(2), sixth(6)].map(
        (some) => some.reduce((sum, each) => sum + each, 0) / some.length,
      );
      return { name, before: before ?? 0, after: after ?? 0 };
    });
    lines.push(...counted.map(([name, list]) => `${name}: ${list?.length}`));
    lines.push(...Object.entries(sizes).map(([name, set]) => `${name}: ${set.size}`), `emails: ${answered().length}`);
    lines.push(...used.map(({ name, before, after }) => `${name}: ${before.toFixed(0)} MB, then ${after.toFixed(0)}`));
    console.info(lines.join("\n"));

    // Each confirmed item is stored exactly once.
    const idsOf = async (query: postgres.PendingQuery<postgres.Row[]>): Promise<string[]> =>
      (await query).map(({ id }) => String(id)).toSorted();
    const own = owner`select id from public.reviews where review_text like 'Kept whatever happens%'`;
    expect(await idsOf(own)).toEqual([...reviews].toSorted());
    expect(await idsOf(owner`select review_id as id from private.withdrawn_reviews`)).toEqual(
      [...withdrawn].toSorted(),
    );
    expect(await idsOf(owner`select review_id as id from public.review_reports`)).toEqual([...reported].toSorted());
    expect(await idsOf(owner`select email as id from private.grievance_emails`)).toEqual([...grievances].toSorted());
    const confirmed = await idsOf(owner`select email as id from auth.users where email_confirmed_at is not null`);
    expect(confirmed).toEqual(expect.arrayContaining([...accounts]));
    const shown = () => idsOf(owner`select name as id from storage.objects where bucket_id = 'review-proofs'`);
    await expect.poll(async () => (await shown()).length, { timeout: 60_000 }).toBe(photos.size - withdrawn.size);
    for (const name of await shown()) expect(await statusOf(project + photoPath(name))).toBe(200);
    await owner`select public.operator_refresh_places()`;
    expect(await countMismatches(owner)).toEqual([]);

    const isOfOutage = ({ at, end }: { at: number; end: number }) =>
      outages.some(({ killed, back }) => end >= killed && at <= back + RECOVERY_MS);
    expect(failed.filter((failure) => !isOfOutage(failure))).toEqual([]);
    for (const { name, before, after } of used) expect(after / before, name).toBeLessThan(MAX_GROWTH);
  },
);
