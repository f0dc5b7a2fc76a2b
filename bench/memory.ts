import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { keepBusy } from "./load.ts";
import { databaseFolder, type Product } from "./product.ts";

const IDLE_MS = 5_000;

/** Megabytes of 1,048,576 bytes. */
export interface Memory {
  /** Resident memory of the web server. */
  webServer: number;
  /** Of all processes of PostgreSQL: what is shared between them counted once (PSS), and for each of them (RSS). */
  databaseShared: number;
  databaseResident: number;
}

export interface MemoryResults {
  idle: Memory;
  afterLoad: Memory;
}

/** Idle after the start and again after 32 visitors at once. Null where the system does not tell: all but Linux. */
export async function measureMemory(product: Product): Promise<MemoryResults | null> {
  if (process.platform !== "linux") return null;
  await delay(IDLE_MS);
  const idle = await memoryOf(product);
  await keepBusy(product);
  return { idle, afterLoad: await memoryOf(product) };
}

async function memoryOf(product: Product): Promise<Memory> {
  const [first] = (await fs.readFile(path.join(await databaseFolder(product.dataDir), "postmaster.pid"), "utf8")).split(
    "\n",
  );
  const processes = [Number(first), ...(await childrenOf(Number(first)))];
  const database = await Promise.all(processes.map(readMemory));
  const sum = (field: "Pss" | "Rss") => database.reduce((total, memory) => total + memory[field], 0);
  return {
    webServer: (await readMemory(product.pid)).Rss,
    databaseShared: sum("Pss"),
    databaseResident: sum("Rss"),
  };
}

async function childrenOf(parent: number): Promise<number[]> {
  const list = await fs.readFile(`/proc/${parent}/task/${parent}/children`, "utf8");
  return list.trim().split(" ").filter(Boolean).map(Number);
}

/** Megabytes of one process; zero where the system does not tell. */
export async function readMemory(pid: number): Promise<{ Pss: number; Rss: number }> {
  // A connection may have ended since it was listed.
  const text = await fs.readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  const megabytes = (field: string) => Number(new RegExp(`^${field}: +(\\d+) kB`, "m").exec(text)?.[1] ?? 0) / 1024;
  return { Pss: megabytes("Pss"), Rss: megabytes("Rss") };
}
