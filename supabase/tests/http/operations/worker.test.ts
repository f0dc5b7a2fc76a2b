import { fork, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newDataFolder, removeDataPath, type Run, runScript, stop } from "../../../../scripts/server-for-tests.ts";
import { freePort } from "../../../../server/embedded/postgres/free-port.ts";
import { actionsOn, MIGRATIONS } from "../../database/fresh-database.ts";
import { type Platform, type Project, startPlatform } from "../../database/hosted/platform.ts";
import { push } from "../../database/hosted/push.ts";
import { type MailServer, startMailServer } from "./mail-server.ts";

// Workers of a hosted project: platform.ts simulates its database and project-stub.ts its API.

const SECRET_KEY = "sb_secret_of_the_project_in_these_tests";
const OFFICER = "officer@example.in";

let platform: Platform;
let database: Project;
let api: ChildProcess;
let environment: Record<string, string>;
let photos: string;
let mailServer: MailServer;

beforeAll(async () => {
  platform = await startPlatform();
  database = await platform.create("exposed");
  await push(database.url, MIGRATIONS);
  mailServer = await startMailServer();
  const program = fileURLToPath(new URL("../../project-stub.ts", import.meta.url));
  photos = await newDataFolder();
  // Storage moves photos as the platform's own user.
  const storageUrl = Object.assign(new URL(database.url), { username: "supabase_admin" });
  api = fork(program, [storageUrl.href, photos, SECRET_KEY], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [port] = (await once(api, "message", { signal: AbortSignal.timeout(30_000) })) as [number];
  environment = {
    ...{ BACKEND: "", SUPABASE_URL: `http://127.0.0.1:${port}`, SUPABASE_SECRET_KEY: SECRET_KEY },
    ...{ SITE_URL: "https://gharsach.example", SMTP_URL: mailServer.url },
    ...{ GRIEVANCE_OFFICER_NAME: "Asha Rao", GRIEVANCE_OFFICER_EMAIL: OFFICER },
  };
});
afterAll(async () => {
  const ended = once(api, "exit");
  api.disconnect();
  await ended;
  mailServer.stop();
  await platform.stop();
  await removeDataPath(photos);
});

test("sends every email once with two workers", { tags: ["11.43", "11.53"] }, async () => {
  for (let email = 0; email < 20; email += 1) await file(`person-${email}@example.in`);
  const late = await file("late@example.in");
  await database.admin`
    update private.grievances set received_at = received_at - interval '20 hours', acknowledge_by = acknowledge_by - interval '20 hours'
    where ticket = ${late}`;
  const metricsAddress = `http://127.0.0.1:${await freePort()}`;
  const workers = [startWorker({ METRICS_ADDRESS: metricsAddress }), startWorker()];
  const metrics = () =>
    fetch(`${metricsAddress}/metrics`).then(
      (answer) => answer.text(),
      () => "",
    );
  await expect.poll(metrics, { timeout: 60_000 }).toMatch(/^gharsach_grievances_open 21$/m);
  await expect.poll(waiting, { timeout: 60_000, interval: 500 }).toBe(0);
  for (const worker of workers) {
    // One worker may send every email before the other starts.
    await expect.poll(worker.output, { timeout: 60_000 }).toContain("worker: swept;");
    expect(await stop(worker)).toBe(0);
    expect(worker.output()).toMatch(/worker: swept; \d+ emails sent since the last line\./);
    expect(worker.output()).not.toContain("@");
  }
  const to = (address: string) => mailServer.taken.filter((email) => email.to?.[0]?.address === address);
  for (let email = 0; email < 20; email += 1)
    expect(to(`person-${email}@example.in`).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^We have your complaint G\d{6}-/),
    ]);
  expect(to(OFFICER).filter(({ subject }) => subject === `Complaint ${late} is due`)).toHaveLength(1);
  expect(to(OFFICER)).toHaveLength(22);
  expect(to("person-0@example.in")[0]?.text).toMatch(/https:\/\/gharsach\.example\/grievance\/[\da-f-]{36}/);
  const [beat] =
    await database.admin`select at > now() - interval '2 minutes' as is_fresh from private.worker_heartbeat`;
  expect(beat?.is_fresh).toBe(true);
});

test("withholds the photos of withdrawn reviews that can be moved", { tags: ["11.6"] }, async () => {
  const [blocked, first, second] = [await withdrawn(), await withdrawn(), await withdrawn()];
  await write(blocked.withheld, "Another photo has this name.");
  const worker = startWorker({ LOG_FORMAT: "text" });
  const names = [first, second].map(({ withheld }) => withheld.slice("withheld-proofs/".length));
  const buckets = () => database.admin<{ bucket_id: string }[]>`
    select bucket_id from storage.objects where name in ${database.admin(names)}`;
  const moved = [{ bucket_id: "withheld-proofs" }, { bucket_id: "withheld-proofs" }];
  await expect.poll(buckets, { timeout: 60_000, interval: 500 }).toEqual(moved);
  for (const { shown, withheld } of [first, second]) {
    await expect(fs.access(path.join(photos, shown))).rejects.toThrow("ENOENT");
    expect(await fs.readFile(path.join(photos, withheld), "utf8")).toBe("A photo.");
  }
  await expect.poll(worker.output, { timeout: 60_000 }).toContain("1 of 3 photos could not be moved");
  expect(worker.output()).toMatch(/^The worker looks for emails every 15 s/m);
  expect(await stop(worker)).toBe(0);
});

test("exits with a message if a worker lacks its settings", { tags: ["11.53"] }, async () => {
  const worker = runScript("server/worker/worker.ts", [], { ...environment, SMTP_URL: "" });
  expect(await worker.ended).toBe(1);
  expect(worker.output()).toContain("The worker needs SMTP_URL");
});

/** Publishes and withdraws a review with a photo. Resolves to the paths of the photo before and after it is withheld. */
async function withdrawn(): Promise<{ shown: string; withheld: string }> {
  const { call, newAccount, publish, upload } = actionsOn(database.admin);
  const author = await newAccount("author");
  const photo = await upload(author);
  const shown = photo.slice("/storage/v1/object/public/".length);
  await write(shown, "A photo.");
  const review_id = await publish(author, { proof_urls: [photo] });
  await call(author, "withdraw_my_review", { review_id });
  return { shown, withheld: `withheld-proofs/${review_id}/${path.basename(photo)}` };
}

async function write(name: string, text: string): Promise<void> {
  await fs.mkdir(path.dirname(path.join(photos, name)), { recursive: true });
  await fs.writeFile(path.join(photos, name), text);
}

function startWorker(more: Record<string, string> = {}): Run {
  return runScript("server/worker/worker.ts", [], { ...environment, ...more });
}

async function file(email: string): Promise<string> {
  const [row] = await database.admin<{ filed: { ticket: string } }[]>`
    select public.file_grievance(${randomUUID()}, 'owner', 'untrue', '/reviews', 'It is untrue.', ${email}) as filed`;
  return row?.filed.ticket ?? "";
}

async function waiting(): Promise<number> {
  const [row] = await database.admin<{ count: number }[]>`
    select count(*)::int + (select count(*)::int from private.grievances where ticket = (select max(ticket) from private.grievances
      where received_at < now() - interval '1 hour') and reminded_of is null) as count from private.email_outbox`;
  return row?.count ?? 0;
}
