import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { insertAccount } from "../server/embedded/auth/accounts.ts";
import { hashPassword } from "../server/embedded/passwords.ts";
import { connect, endAllChildren, startProduct } from "./product.ts";
import { percentile, rankTest } from "./statistics.ts";

// `node bench/account-timing.ts`: does the response time of a busy server reveal whether an e-mail has an account?
const PAIRS = 60;
const PORT = Number(process.env.BENCH_PORT?.trim() || "4800");
const GUESSERS = 2;
const READERS = 2;

const WITH_PASSWORD = { password: "monsoon-2025" };
const LOG_IN = "token?grant_type=password";
const BODIES: Record<string, object> = { signup: WITH_PASSWORD, [LOG_IN]: WITH_PASSWORD, resend: { type: "signup" } };

const newEmail = () => `${randomUUID()}@timing.example`;
const newAddress = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;

process.once("SIGINT", () => void endAllChildren().finally(() => process.exit(130)));
const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-timing-"));
await fs.chmod(dataDir, 0o711);
try {
  const { url, publishableKey, databaseUrl } = await startProduct(dataDir, PORT, "sample");
  const [confirmed, toResend, toSignUp] = await addAccounts(databaseUrl);
  const measurements: [string, string, string[]][] = [
    ["sign-up, confirmed", "signup", confirmed],
    ["sign-up, waiting", "signup", toSignUp],
    ["recovery", "recover", confirmed],
    ["resending", "resend", toResend],
  ];
  const load = new AbortController();
  const loops = [
    ...Array.from({ length: GUESSERS }, () => repeat(load.signal, () => ask(LOG_IN, newEmail()))),
    ...Array.from({ length: READERS }, () => repeat(load.signal, readPage)),
  ];
  for (const [name, action, addresses] of measurements) {
    const [withAccount, without]: [number[], number[]] = [[], []];
    for (const address of addresses) {
      const attempts: [number[], string][] = [
        [withAccount, address],
        [without, newEmail()],
      ];
      // In random order: background work of one request may slow down the next.
      for (const [times, email] of Math.random() < 0.5 ? attempts.toReversed() : attempts) {
        times.push(await timed(action, email));
        await delay(200);
      }
    }
    const { isLarger, p } = rankTest(withAccount, without);
    const figures = [50, 95]
      .flatMap((nth) => [percentile(withAccount, nth), percentile(without, nth)])
      .map((ms) => ms.toFixed(0).padStart(6))
      .join(" ");
    process.stdout.write(
      `${name.padEnd(18)} p50 p50 p95 p95 (with, without; ms) ${figures}   ${withAccount.length} answers each` +
        `   slower with an account in ${(100 * isLarger).toFixed(0)} % of pairs, p = ${p.toPrecision(2)}\n`,
    );
  }
  load.abort();
  const iterations = await Promise.all(loops);
  process.stdout.write(`meanwhile ${iterations.join(", ")} iterations of the load\n`);

  /** Milliseconds of the first request that is not refused; retries while the server is overloaded. */
  async function timed(action: string, email: string): Promise<number> {
    for (;;) {
      const began = performance.now();
      if ((await ask(action, email)) === 200) return performance.now() - began;
      await delay(1_000);
    }
  }

  /** Resolves to the status. */
  async function ask(call: string, email: string): Promise<number> {
    const answer = await fetch(`${url}/auth/v1/${call}`, {
      method: "POST",
      headers: { apikey: publishableKey, "content-type": "application/json", "x-forwarded-for": newAddress() },
      body: JSON.stringify({ email, ...BODIES[call] }),
    });
    await answer.arrayBuffer();
    return answer.status;
  }

  async function readPage(): Promise<void> {
    await (await fetch(`${url}/reviews?q=${randomUUID().slice(0, 4)}`)).arrayBuffer();
  }
} finally {
  await endAllChildren();
  await fs.rm(dataDir, { recursive: true, force: true });
}

/** E-mails of confirmed accounts, and two lists of e-mails of unconfirmed ones. */
async function addAccounts(databaseUrl: string): Promise<[string[], string[], string[]]> {
  const sql = connect(databaseUrl);
  const hash = await hashPassword("monsoon-2024");
  const lists: [string[], string[], string[]] = [[], [], []];
  for (const [index, list] of lists.entries()) {
    for (let count = 0; count < PAIRS; count += 1) {
      const email = newEmail();
      await insertAccount(sql, email, hash, randomUUID(), 3600);
      if (index === 0) await sql`update auth.users set email_confirmed_at = now() where email = ${email}`;
      list.push(email);
    }
  }
  await sql.end();
  return lists;
}

/** Resolves to the number of iterations. */
async function repeat(signal: AbortSignal, work: () => Promise<unknown>): Promise<number> {
  let iterations = 0;
  for (; !signal.aborted; iterations += 1) await work();
  return iterations;
}
