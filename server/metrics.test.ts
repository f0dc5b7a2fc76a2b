import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";
import { countAnswer, limitsReached, serveMetrics } from "./metrics.ts";

test("what is counted is read at /metrics alone, with no label that names an address or a path", async () => {
  const waiting = async () => ({ emails_waiting: 2, complaint_seconds_left: null });
  const address = `http://127.0.0.1:${await serveMetrics(new URL("http://127.0.0.1:0"), waiting)}`;
  countAnswer("/homes/bengaluru/hsr-layout/amaltas-court", 200, 20);
  countAnswer("/auth/v1/token", 429, 5);
  limitsReached.inc({ limit: "reviews_per_address_day" });
  const { run } = createFairQueue({ name: "photos", atOnce: 1, ofNetwork: 1, waiting: 5 });
  for (let task = 0; task < 3; task += 1) void run("192.0.2.0", () => new Promise(() => {}));

  const text = await (await fetch(`${address}/metrics`)).text();
  for (const line of [
    'gharsach_request_seconds_count{kind="page",status="200"} 1',
    'gharsach_request_seconds_count{kind="auth",status="429"} 1',
    'gharsach_limits_reached_total{limit="reviews_per_address_day"} 1',
    'gharsach_queue_tasks{queue="photos",state="waiting"} 2',
    "gharsach_emails_waiting 2",
    "gharsach_complaint_seconds_left Nan",
  ])
    expect(text).toContain(`\n${line}\n`);
  expect(text).not.toMatch(/amaltas|192\.0\.2/);
  expect((await fetch(address)).status).toBe(404);

  // What the board and the alerts ask for is counted, and the runbook knows each alert.
  const [board, alerts] = ["grafana-board.json", "alerts.yaml"].map((name) => read(`deploy/${name}`));
  const asked = `${board}${alerts}`.match(/\b(?:gharsach|process|nodejs)_[a-z\d_]+/g) ?? [];
  const counted = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
  expect(asked.filter((name) => !counted.includes(name.replace(/_(?:bucket|count|sum)$/, "")))).toEqual([]);
  const runbook = read("docs/operations.md");
  const names = [...(alerts ?? "").matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  expect(names).toHaveLength(6);
  for (const name of names) expect(runbook).toContain(`| \`${name}\``);
});

function read(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
}
