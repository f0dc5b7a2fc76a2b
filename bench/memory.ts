import fs from "node:fs/promises";
import net from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Product } from "./product.ts";
import { distinctSearches } from "./queries.ts";
import { fixed, type Part } from "./report.ts";
import { median } from "./statistics.ts";
import { wrk } from "./wrk.ts";

const STARTS = 3;
const IDLE_MS = 10_000;
const SEARCHES = 150_000;
const READERS = 200;
/** As many as the server lets a connection pipeline: their pages do not fit into its socket buffers. */
const PIPELINED_REQUESTS = 4;

/** RSS of the web server in megabytes under two loads, each on a fresh process, and start times. */
export async function measureMemory(start: () => Promise<Product>, size: string, isQuick: boolean): Promise<Part> {
  const figures: Part["figures"] = {};
  const startTimes: number[] = [];
  const started = async (work: (product: Product) => Promise<void>) => {
    const product = await start();
    startTimes.push(product.startMs);
    await work(product).finally(product.stop);
  };
  const paths = distinctSearches(isQuick ? 5_000 : SEARCHES, 3).map((q) => `/reviews?${new URLSearchParams({ q })}`);
  await started(async (product) => {
    await delay(IDLE_MS);
    const idle = await residentMb(product);
    // Some may get 503 while the queues are full: that bounds the memory.
    const options = { headers: { "accept-encoding": "br" }, paths };
    const { perSecond, failed } = await wrk(product.url, isQuick ? 5 : 120, options);
    const after = await residentMb(product);
    await delay(isQuick ? 1_000 : 60_000);
    const later = (await residentMb(product)) - idle;
    Object.assign(figures, { idle, "after searches": after, "above idle a minute later": later });
    Object.assign(figures, { "searches a second": perSecond, "searches that failed": failed });
  });
  await started(async (product) => {
    const seconds = isQuick ? 5 : 60;
    const over = AbortSignal.timeout(seconds * 1000);
    for (let reader = 0; reader < READERS; reader += 1) {
      readSlowly(product, paths.slice(reader * PIPELINED_REQUESTS, (reader + 1) * PIPELINED_REQUESTS), over);
    }
    figures["under slow readers"] = 0;
    while (!over.aborted) {
      await delay(500);
      figures["under slow readers"] = Math.max(figures["under slow readers"], await residentMb(product));
    }
  });
  while (startTimes.length < STARTS) await started(async () => {});
  figures[`start, ${size}`] = median(startTimes);

  const note = `Megabytes of RSS of the web server with ${size} reviews: before and after 120 seconds of distinct searches on 32 connections, and at
most under ${READERS} readers of 1 KB a second for 60 seconds; milliseconds of ${STARTS} starts.`;
  const rows = Object.entries(figures).map(([name, value]) => [name, fixed(Number(value), 0)]);
  return { figures, tables: [{ title: "Memory and start", note, head: ["", "measured"], rows }] };
}

/** Pipelines requests for uncompressed pages, reads 1 KB a second, and reconnects when the connection is closed. */
function readSlowly(product: Product, paths: string[], over: AbortSignal): void {
  if (over.aborted) return;
  const { hostname, port } = new URL(product.url);
  const socket = new net.Socket({ readableHighWaterMark: 1024, signal: over } as net.SocketConstructorOpts);
  const reading = setInterval(() => socket.read(1024) ?? socket.read(), 1_000);
  socket
    .on("error", () => {})
    .on("close", () => {
      clearInterval(reading);
      setTimeout(() => readSlowly(product, paths, over), 1_000).unref();
    })
    .on("readable", () => {})
    .connect(Number(port), hostname)
    .write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`).join(""));
}

async function residentMb({ pid }: Product): Promise<number> {
  const status = await fs.readFile(`/proc/${pid}/status`, "utf8").catch(() => {
    throw new Error("The RSS of a process is read on Linux only.");
  });
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}
