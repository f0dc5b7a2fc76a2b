import dns from "node:dns";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import http from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createFairQueue } from "./fair-queue.ts";
import { logError } from "./log.ts";
import { countAnswer, limitsReached, serveMetrics, watchQueue } from "./metrics.ts";

vi.mock("./log.ts", () => ({ logError: vi.fn<typeof logError>() }));

type Answer = (error: null, addresses: dns.LookupAddress[]) => void;
const lookup = (_name: string, _options: object, answer: Answer) => answer(null, [{ address: "127.0.0.1", family: 4 }]);
const waiting = vi.fn<() => Promise<object>>();
beforeEach(() => void waiting.mockResolvedValue({ emails_waiting: 2, grievance_seconds_left: null }));
vi.spyOn(dns, "lookup").mockImplementation(lookup as unknown as typeof dns.lookup);
const port = await serveMetrics(new URL("http://gharsach:0"), waiting);
const address = `http://127.0.0.1:${port}`;

test("serves metrics only at /metrics, without labels of addresses or paths", async () => {
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
    "gharsach_grievance_seconds_left Nan",
  ])
    expect(text).toContain(`\n${line}\n`);
  expect(text).not.toMatch(/amaltas|192\.0\.2/);
  expect((await fetch(address)).status).toBe(404);
  const elsewhere = address.replace("127.0.0.1", "127.0.0.2");
  await expect(fetch(`${elsewhere}/metrics`), "listens at no other address").rejects.toThrow("fetch failed");

  // The board and the alerts use only metrics that exist, and the runbook lists each alert.
  const [board, alerts] = ["grafana-board.json", "alerts.yaml"].map((name) => read(`deploy/${name}`));
  const asked = `${board}${alerts}`.match(/\b(?:gharsach|process|nodejs)_[a-z\d_]+/g) ?? [];
  const counted = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
  expect(asked.filter((name) => !counted.includes(name.replace(/_(?:bucket|count|sum)$/, "")))).toEqual([]);
  const runbook = read("docs/operations.md");
  const names = [...(alerts ?? "").matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  expect(names).toHaveLength(7);
  for (const name of names) expect(runbook).toContain(`| \`${name}\``);
});

test("refuses the name of another site that points here", { tags: ["11.208"] }, async () => {
  const status = async (host: string) => {
    const request = http.get({ port, host: "127.0.0.1", path: "/metrics", headers: { host }, agent: false });
    const [{ statusCode }] = (await once(request, "response")) as [http.IncomingMessage];
    return statusCode;
  };
  for (const host of [`gharsach:${port}`, "GharSach", "localhost", "127.0.0.1", "10.0.0.5:9464", "[::1]:9464"])
    expect(await status(host), host).toBe(200);
  for (const host of ["evil.example", `evil.example:${port}`, "gharsach.evil.example", "127.0.0.1.evil.example"])
    expect(await status(host), host).toBe(421);
});

test("reports unknown database gauges if it fails or hangs", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  for (const answer of [() => Promise.reject(new Error("no database")), () => new Promise<never>(() => {})]) {
    waiting.mockImplementationOnce(async () => {
      setImmediate(() => vi.advanceTimersByTime(3_000));
      return answer();
    });
    expect(await (await fetch(`${address}/metrics`)).text()).toContain("\ngharsach_emails_waiting Nan\n");
  }
});

test("answers 500 and logs the error if a metric fails", async () => {
  watchQueue("broken", () => {
    throw new Error("no count");
  });
  expect((await fetch(`${address}/metrics`)).status).toBe(500);
  expect(logError).toHaveBeenCalledExactlyOnceWith("metrics:", expect.objectContaining({ message: "no count" }));
});

test("refuses a taken address with a message", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const taken = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const sentence = `METRICS_ADDRESS is ${taken}, where nothing can listen (EADDRINUSE): set it to a free port`;
  await expect(serveMetrics(new URL(taken))).rejects.toThrow(sentence);
});

function read(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
}
