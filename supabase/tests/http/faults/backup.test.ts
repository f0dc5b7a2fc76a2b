import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { call, newVisitor, type Visitor } from "../client.ts";
import {
  type Server,
  eventually,
  keepWriting,
  makeAccounts,
  emptyDataDir,
  newDataDir,
  ownerOf,
  publish,
  publishWithPhoto,
  secretsOf,
  startServer,
  stop,
  tool,
} from "./servers.ts";

const WRITERS = 4;

test("restores a backup that was made under writers", async () => {
  const dataDir = await newDataDir();
  const server = await startServer(dataDir);
  const account = await signUp(server, dataDir, "asha@backup.example");
  const shown = await publishWithPhoto(server, account);
  const body = { review_id: shown, reason: "spam", reporter_fingerprint: "f".repeat(32) };
  const report = (to: Server) => call(account, "POST", "/rest/v1/review_reports", { body, server: to.url });
  expect((await report(server)).status).toBe(201);

  const accounts = await makeAccounts(dataDir, 3_000);
  const confirmed = new Set<string>();
  let isOver = false;
  const writers = [
    ...Array.from({ length: WRITERS }, () => keepWriting(server, accounts, confirmed, () => isOver)),
    keepShowingPhotos(server, accounts, () => isOver),
  ];
  await eventually(async () => confirmed.size > 50);
  const before = [...confirmed];
  const archive = path.join(dataDir, "..", "site.tar.gz");
  const backup = await tool("backup", dataDir, archive);
  expect(backup).toMatchObject({ exit: 0, said: expect.stringContaining("Backup written:") });
  const during = confirmed.size;
  isOver = true;
  await Promise.all(writers);
  expect(during).toBeGreaterThan(before.length);
  expect((await fs.stat(archive)).mode & 0o777).toBe(0o600);

  const copyDir = await emptyDataDir();
  const restored = await tool("restore", copyDir, archive);
  for (const entry of await fs.readdir(path.join(copyDir, "storage"), { recursive: true, withFileTypes: true })) {
    const { mode } = await fs.stat(path.join(entry.parentPath, entry.name));
    expect(mode & 0o077, entry.name).toBe(0);
  }
  expect((await fs.stat(path.join(copyDir, "storage"))).mode & 0o777).toBe(0o700);
  expect(restored).toMatchObject({ exit: 0, said: expect.stringContaining(`Restored into ${copyDir}:`) });
  expect(await secretsOf(copyDir)).toEqual(await secretsOf(dataDir));
  const copy = await startServer(copyDir);
  const reviews = await allReviews(copyDir);
  const original = await allReviews(dataDir);
  for (const [id, row] of reviews) expect(row).toEqual(original.get(id));
  expect([shown, ...before].filter((id) => !reviews.has(id))).toEqual([]);
  expect(reviews.size).toBeLessThanOrEqual(original.size);

  const logIn = { email: "asha@backup.example", password: PASSWORD };
  const target = "/auth/v1/token?grant_type=password";
  expect((await call(newVisitor(), "POST", target, { body: logIn, server: copy.url })).status).toBe(200);
  // The restored secrets verify the session and recognize the device.
  const session = await call(account, "GET", "/auth/v1/user", { server: copy.url });
  expect(session.body).toMatchObject({ email: logIn.email });
  expect((await report(copy)).status).toBe(409);
  for (const row of reviews.values()) {
    for (const url of (row.photos as string[] | null) ?? []) {
      const [was, is] = await Promise.all([sumAt(`${server.url}${url}`), sumAt(`${copy.url}${url}`)]);
      expect(is).toBe(was);
    }
  }
  expect([...reviews.values()].filter((row) => row.photos).length).toBeGreaterThan(1);
  expect((await publish(copy, accounts.pop())).status).toBe(201);
  expect([await stop(copy), await stop(server)]).toEqual([0, 0]);
});

test("restores over existing data only with --force, and never on a running server", async () => {
  const dataDir = await newDataDir();
  const server = await startServer(dataDir);
  await makeAccounts(dataDir, 3);
  const archive = path.join(dataDir, "..", "site.tar.gz");
  expect(await tool("backup", dataDir, archive)).toMatchObject({ exit: 0 });
  expect(await tool("backup", dataDir, archive)).toEqual({
    exit: 1,
    said: `${archive} already exists: name another file, or a folder.\n`,
  });
  for (const flags of [[], ["--force"]]) {
    expect(await tool("restore", dataDir, archive, ...flags)).toEqual({
      exit: 1,
      said: `Another GharSach is running on the data in ${dataDir}: stop it first, or set another DATA_DIR.\n`,
    });
  }
  await makeAccounts(dataDir, 4);
  expect(await stop(server)).toBe(0);
  expect(await tool("restore", dataDir, archive)).toEqual({
    exit: 1,
    said: `${dataDir} is not empty: set DATA_DIR to a new folder, or add --force to move its content into a subfolder.\n`,
  });
  expect(await accountCount(dataDir)).toBe(7);
  expect(await tool("restore", dataDir, archive, "--force")).toMatchObject({ exit: 0 });
  expect(await accountCount(dataDir)).toBe(3);
  const [aside] = (await fs.readdir(dataDir)).filter((name) => name.startsWith("replaced-"));
  expect(await accountCount(path.join(dataDir, String(aside)))).toBe(7);
});

test("rejects a damaged archive and changes nothing", async () => {
  const dataDir = await newDataDir();
  const archive = path.join(dataDir, "..", "site.tar.gz");
  expect(await tool("backup", dataDir, archive)).toMatchObject({ exit: 0 });
  const whole = await fs.readFile(archive);
  const flipped = Buffer.from(whole);
  const place = Math.floor(whole.length / 2);
  flipped[place] = (whole[place] ?? 0) ^ 1;
  const bad = path.join(dataDir, "..", "bad.tar.gz");
  const copyDir = await emptyDataDir();
  for (const bytes of [flipped, whole.subarray(0, whole.length / 2), randomBytes(5000), Buffer.alloc(0)]) {
    await fs.writeFile(bad, bytes);
    expect(await tool("restore", copyDir, bad)).toEqual({
      exit: 1,
      said: `${bad} is damaged or not a backup of GharSach. Nothing was changed: try an older one.\n`,
    });
    expect(await fs.readdir(copyDir)).toEqual([]);
  }
  expect(await tool("restore", copyDir, `${bad}.none`)).toEqual({ exit: 1, said: `There is no file ${bad}.none.\n` });
});

async function keepShowingPhotos(server: Server, accounts: Visitor[], isOver: () => boolean) {
  while (!isOver()) await publishWithPhoto(server, accounts.pop() ?? newVisitor());
}

const PASSWORD = "kept-home-truth";

async function signUp(server: Server, dataDir: string, email: string): Promise<Visitor> {
  const ask = (target: string, body: object) =>
    call(newVisitor(), "POST", `/auth/v1/${target}`, { body, server: server.url });
  expect((await ask("signup", { email, password: PASSWORD })).status).toBe(200);
  const stored = () =>
    ownerOf(dataDir, (sql) => {
      return sql<{ token: string }[]>`select confirmation_token as token from auth.users where email = ${email}`;
    });
  await eventually(async () => (await stored()).length > 0);
  const [{ token = "" } = {}] = await stored();
  return newVisitor((await ask("verify", { type: "signup", token_hash: token })).body.access_token);
}

function allReviews(dataDir: string): Promise<Map<string, Record<string, unknown>>> {
  return ownerOf(dataDir, async (sql) => {
    const rows = await sql`
      select r.*, a.user_id as author, (
        select array_agg('/storage/v1/object/public/review-proofs/public/' || photo_name order by position)
        from private.review_proofs p where p.review_id = r.id) as photos
      from public.reviews r left join private.review_authors a on a.review_id = r.id`;
    return new Map(rows.map((row) => [row.id as string, { ...row }]));
  });
}

async function accountCount(dataDir: string): Promise<number> {
  const server = await startServer(dataDir);
  const [row] = await ownerOf(dataDir, (sql) => sql`select count(*)::int as count from auth.users`);
  await stop(server);
  return row?.count as number;
}

async function sumAt(url: string): Promise<string> {
  const answer = await fetch(url);
  expect(answer.status, url).toBe(200);
  return createHash("sha256")
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest("hex");
}
