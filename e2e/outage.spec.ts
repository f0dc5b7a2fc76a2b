import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type postgres from "postgres";
import { expect, expectToast, logIn, test, unique } from "./fixtures.ts";
import { fillRequired } from "./review-form.ts";
import { EMBEDDED_URL, SUPABASE_URL } from "./servers.ts";

// Runs after all other journeys: it stops the database of the servers.

test.use({ baseURL: EMBEDDED_URL });

/** Pages and files that need no database. */
const UNAFFECTED = [
  "/blog",
  "/blog/questions-to-ask-before-renting",
  "/about",
  "/terms",
  "/login",
  "/robots.txt",
  "/favicon.svg",
];

test("says on each page that the database hangs, and stores a review that is sent again once", async ({
  page,
  signIn,
  createAccount,
  anotherVisitor,
  request,
  database,
}) => {
  test.slow();
  const account = await createAccount();
  const propertyName = unique("Standstill House");
  await signIn(account);
  await page.goto("/submit-review");
  await fillRequired(page, { propertyName });
  const visitor = await anotherVisitor();
  await visitor.goto("/login");
  const list = await visitor.context().newPage();
  await list.goto("/blog");

  const processes = await databaseProcesses(database);
  try {
    for (const pid of processes) signal(pid, "SIGSTOP");
    await Promise.all([
      page.getByRole("button", { name: "Submit Review" }).click(),
      logIn(visitor, account),
      list.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Reviews", exact: true }).click(),
      // The request times out after 15 seconds.
      expectToast(
        page,
        "Submission Error",
        "Failed to save review: the server took too long to answer. Your review is kept; try again.",
        17_000,
      ),
      expectToast(visitor, "Login Failed", "Something went wrong. Please try again later.", 17_000),
      expectToast(list, "Error", "Could not fetch reviews.", 17_000),
      ...[EMBEDDED_URL, SUPABASE_URL].flatMap((url) => [
        expectAnswer(`${url}/healthz`, 503, '"status":"unavailable"', 4_000),
        expectAnswer(`${url}/reviews?q=standstill`, 503, "The database did not answer in time.", 8_000),
        expectAnswer(`${url}/`, 200, "Could not load recent reviews. Please try again later.", 8_000),
      ]),
      expectUnaffected(),
    ]);
    await expect(page.getByLabel("Property Name")).toHaveValue(propertyName);
    await expect(visitor.getByLabel("Email")).toHaveValue(account.email);
  } finally {
    for (const pid of processes) signal(pid, "SIGCONT");
  }

  await page.getByRole("button", { name: "Submit Review" }).click();
  await expectToast(page, "Review Submitted!");
  expect(await database`select 1 from public.reviews where property_name = ${propertyName}`).toHaveLength(1);

  /**
   * Expects each page that needs no database to answer within a second, too soon for any request that needs it. Retries, because a
   * busy server may take a second to accept a connection.
   */
  async function expectUnaffected() {
    await delay(2_000);
    for (const url of [EMBEDDED_URL, SUPABASE_URL])
      for (const address of UNAFFECTED)
        await expect(() => expectAnswer(url + address, 200, "", 1_000)).toPass({ timeout: 10_000 });
  }

  /** Bypasses the page cache, which would hide the outage. */
  async function expectAnswer(url: string, status: number, words: string, limit: number) {
    const begin = performance.now();
    const answer = await request.get(url, { headers: { cookie: "gharsach-changed=1" } });
    const text = await answer.text();
    const took = performance.now() - begin;
    expect(answer.status(), url).toBe(status);
    expect(text, url).toContain(words);
    expect(took, url).toBeLessThan(limit);
  }
});

async function postmasterPid(): Promise<number> {
  const file = path.join(process.env.E2E_DATA_DIR ?? "", "postgres", "postmaster.pid");
  return Number((await fs.readFile(file, "utf8").catch(() => "")).split("\n")[0]);
}

/** Signals a process, unless it has ended since it was listed. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Returns the processes of the database, the postmaster first. */
async function databaseProcesses(database: postgres.Sql): Promise<number[]> {
  const rows = await database<{ pid: number }[]>`select pid from pg_stat_activity where pid <> pg_backend_pid()`;
  return [await postmasterPid(), ...rows.map(({ pid }) => pid)];
}
