import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type postgres from "postgres";
import { sweepStrayFiles, sweepUploads } from "../server/embedded/photo-objects.ts";
import { hashPassword } from "../server/embedded/passwords.ts";
import { refreshPlaces } from "../server/embedded/sweeping.ts";
import { homePaths, RENDERED } from "./http.ts";
import { PASSWORD, post, signIn } from "./insert.ts";
import { connect, type Product } from "./product.ts";
import { alternate, type Probe } from "./queries.ts";
import { fixed, type Part } from "./report.ts";

const ROUNDS = 60;
const ENOUGH_MS = 5_000;
/** A kind of probe counts as growing if its aged p95 is above both this number of milliseconds and twice its young p95. */
const FLAT_MS = 50;
const JOBS_MS = 120_000;
const words = (text: string) => text.trim().split(/\s+/);
/** A word in braces is replaced by its values in turn. */
const PAGES = words(`
  / /reviews /reviews?city=Pune /reviews?q=water+koramangala /reviews?review={review} /homes /homes/pune /homes/mumbai/powai
  {small} {largest} {gone} /compare?homes={compared} /deposits /deposits.csv /facts.csv /transparency
  /transparency.csv /grievance/{grievance} /unfollow/{follow} /answer/{review} /sitemap.xml /sitemaps/pages.xml
  /sitemaps/cities.xml /blog/rss.xml /pictures/places/pune.png /nowhere`);
/** Calls of signed-in browsers. A view of the desk has its kind after the colon. */
const CALLS = words(`
  my_reviews my_follows export_my_data desk_queue: desk_queue:review desk_queue:reply desk_queue:grievance desk_queue:city
  desk_queue:hidden`);
/** Calls of operators, the doctor, /metrics and the jobs. */
const STATEMENTS = words(`
  operator_audit_log() operator_about_email({email},'bench','measured')
  operator_erase({email},true,'bench') operator_deployment_facts() operator_waiting() operator_sweep()
  operator_misplaced_photos() operator_take_emails()`);
/** Adds a thousand follows whose last check is a month ago, and queues their emails. */
const FOLLOWS = `
  insert into private.follows (user_id, property_id, seen_order, checked_on)
  select a.user_id, r.property_id, 0, current_date - 30
  from (select * from public.reviews where hidden_at is null order by created_on desc, insert_order desc limit 1000) as r
  join private.review_authors as a on a.review_id = r.id on conflict do nothing;
  select private.queue_follow_emails(current_date + interval '12 hours')`;

/**
 * Measures pages, jobs and desk views on a young and an aged database in turn. Also measures the memory and the longest wait of
 * each web server while its jobs run.
 */
export async function measureAged(start: (data: "10k" | "aged") => Promise<Product>): Promise<Part> {
  const failed = new Set<string>();
  const open = async (size: "10k" | "aged") => {
    const product = await start(size);
    const server: Record<string, number> = { "start, ms": product.startMs, ...(await watchJobs(product)) };
    const sql = connect(product.databaseUrl);
    return { size, product, server, sql, probes: await probesOf(product, sql, failed) };
  };
  const ages = [await open("10k"), await open("aged")];
  const { figures, rows } = await alternate(ages, ROUNDS, ENOUGH_MS);
  for (const { product, sql } of ages) {
    await sql.end();
    await product.stop();
  }
  const judged = rows.map(([kind = "", ...cells]) => {
    const [young = NaN, aged = NaN] = ages.map(({ size }) => figures[`${kind}, p95, ${size}`]);
    const isFlat = aged <= Math.max(FLAT_MS, 2 * young);
    return [kind, ...cells, failed.has(kind) ? "**fails**" : isFlat ? "" : "**grows**"];
  });
  return {
    figures: { ...ages[1]?.server, grown: judged.filter((row) => row.at(-1)).length },
    title: "Young and aged",
    note: `p50 / p95 in milliseconds, of up to ${ROUNDS} each. A kind grows if its p95 is above ${FLAT_MS} ms and above twice the young one.`,
    head: ["", "young", "aged", ""],
    rows: [
      ...Object.keys(ages[0]?.server ?? {}).map((name) => [
        name,
        ...ages.map(({ server }) => fixed(server[name], 0)),
        "",
      ]),
      ...judged,
    ],
  };
}

async function watchJobs({ url, pid }: Product) {
  let wait = 0;
  for (const until = performance.now() + JOBS_MS; performance.now() < until; await delay(20)) {
    const asked = performance.now();
    await answered(fetch(url));
    wait = Math.max(wait, performance.now() - asked);
  }
  const [, peak] = /^VmHWM:\s+(\d+) kB/m.exec(await fs.readFile(`/proc/${pid}/status`, "utf8")) ?? [];
  return { "peak MB while jobs run": Number(peak) / 1024, "longest wait of Home, ms": wait };
}

/** Makes an account with three reviews an operator, signs it in, and returns the probes by kind. */
async function probesOf(product: Product, sql: postgres.Sql, failed: Set<string>): Promise<Record<string, Probe[]>> {
  const [account = { id: "", email: "" }] = await sql<{ id: string; email: string }[]>`
    update auth.users set encrypted_password = ${await hashPassword(PASSWORD)} where id = (
      select user_id from private.review_authors group by user_id having count(*) = 3 limit 1) returning id, email`;
  await sql`delete from private.operators where name = 'bench'`;
  await sql`insert into private.operators (user_id, name) values (${account.id}, 'bench')`;
  await sql`update private.follows set checked_on = current_date`;
  const [one] = await sql<Record<string, string>[]>`
    select (select id from public.reviews where hidden_at is null limit 1) as review,
      coalesce((select secret from private.grievances limit 1), gen_random_uuid()) as grievance,
      coalesce((select secret from private.follows limit 1), gen_random_uuid()) as follow,
      (select count(*) from public.properties) as homes, (select count(*) from storage.objects) as photos`;
  const small = await homePaths(sql, sql`where p.review_count between 1 and 3 order by p.id`);
  const several: Record<string, string[]> = {
    ...{ small, largest: await homePaths(sql, sql`order by p.review_count desc`) },
    gone: small.map((home) => home.replace(/.{8}$/, "00000000")),
    compared: [
      small
        .slice(0, 4)
        .join()
        .replaceAll(/[^,]*-/g, ""),
    ],
  };
  const token = await signIn(product, account.email);
  const storage = path.join(product.dataDir, "storage");

  const probes: Record<string, Probe[]> = {};
  const add = (kind: string, ...runs: Probe[]) => {
    probes[kind] = runs.map((run) => (round) => run(round).catch(() => void failed.add(kind)));
  };
  for (const page of PAGES) {
    const [slot = "", name = ""] = /\{(\w+)\}/.exec(page) ?? [];
    const paths = (several[name] ?? [one?.[name] ?? ""]).map((value) => page.replace(slot, value));
    add(page, ...paths.map((at) => () => answered(fetch(product.url + at, { headers: RENDERED }))));
  }
  for (const call of CALLS) {
    const [name, kind] = call.split(":");
    add(call, () => answered(post(product, `/rest/v1/rpc/${name}`, token, kind === undefined ? {} : { kind })));
  }
  // Rolled back, so that each round has the same work.
  const rolledBack = (statements: string) => async () => {
    await sql.unsafe(`begin; set local statement_timeout = '60s'; ${statements}`).finally(() => sql`rollback`);
  };
  for (const call of STATEMENTS) {
    add(call, rolledBack(`select public.${call.replace("{email}", `'${account.email}'`)}`));
  }
  add("emails about 1,000 follows", rolledBack(FOLLOWS));
  const thousands = (count?: string) => Number(count) / 1000;
  add("sweep of uploads", () => sweepUploads(sql, storage, true).then(() => 1));
  add("sweep of stray files, for 1,000 photos", () => sweepStrayFiles(sql, storage).then(() => thousands(one?.photos)));
  add("refresh of places, for 1,000 homes", () => refreshPlaces(sql).then(() => thousands(one?.homes)));
  return probes;
}

/** Waits for the whole response. Rejects on an error status, except 404: some probes request missing pages. */
async function answered(request: Promise<Response>): Promise<void> {
  const response = await request;
  await response.arrayBuffer();
  if (!response.ok && response.status !== 404) throw new Error(`Status ${response.status}.`);
}
