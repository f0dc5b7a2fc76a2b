import fs from "node:fs/promises";
import net from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Product } from "./product.ts";
import { distinctSearches } from "./queries.ts";
import { fixed, median, type Part } from "./report.ts";
import { wrk } from "./wrk.ts";

const IDLE_MS = 10_000;
const SEARCH_SECONDS = 120;
const REST_MS = 60_000;
const SLOW_MS = 60_000;
const SEARCHES = 150_000;
const READERS = 200;
/** As many as the server lets a connection pipeline: their pages do not fit into its socket buffers. */
const PIPELINED_REQUESTS = 4;

/** RSS of the web server in megabytes under two loads, each on a fresh process, and start times. */
export async function measureMemory(start: () => Promise<Product>, size: string): Promise<Part> {
  const figures: Record<string, number> = {};
  const paths = distinctSearches(SEARCHES, 3).map((q) => `/reviews?${new URLSearchParams({ q })}`);

  const searched = await start();
  await delay(IDLE_MS);
  const idle = await residentMb(searched);
  // Some may get 503 while the queues are full: that bounds the memory.
  const load = await wrk(searched.url, SEARCH_SECONDS, { headers: { "accept-encoding": "br" }, paths });
  figures.idle = idle;
  figures["after searches"] = await residentMb(searched);
  await delay(REST_MS);
  figures["above idle a minute later"] = (await residentMb(searched)) - idle;
  figures["searches a second"] = load.perSecond;
  figures["searches that failed"] = load.failed;
  await searched.stop();

  const read = await start();
  const over = AbortSignal.timeout(SLOW_MS);
  for (let reader = 0; reader < READERS; reader += 1) {
    readSlowly(read, paths.slice(reader * PIPELINED_REQUESTS, (reader + 1) * PIPELINED_REQUESTS), over);
  }
  let most = 0;
  for (; !over.aborted; await delay(500)) most = Math.max(most, await residentMb(read));
  figures["under slow readers"] = most;
  await read.stop();

  const started = await start();
  await started.stop();
  figures[`start, ${size}`] = median([searched, read, started].map(({ startMs }) => startMs));

  const note = `Megabytes of RSS of the web server with ${size} reviews: before and after ${SEARCH_SECONDS} seconds of distinct searches on 32 connections, and at
most under ${READERS} readers of 1 KB a second for ${SLOW_MS / 1000} seconds; milliseconds of three starts.`;
  const rows = Object.entries(figures).map(([name, value]) => [name, fixed(value, 0)]);
  return { figures, title: "Memory and start", note, head: ["", "measured"], rows };
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
