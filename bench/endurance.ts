import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { widenLimits } from "../scripts/widen-limits.ts";
import { outputOf } from "./children.ts";
import { signUp } from "./inserts.ts";
import { readMemory } from "./memory.ts";
import type { MixedAnswers, MixedLoad } from "./mixed-load.ts";
import { connect, type Product, startProduct } from "./product.ts";
import { median } from "./statistics.ts";

const READERS = 44;
const WRITERS = 6;
const SECONDS = 60;
const SIGN_INS_PER_SECOND = 100;
const ROUNDS = 3;
const ROUND_SECONDS = 8;

const GENERATOR = fileURLToPath(new URL("mixed-load.ts", import.meta.url));

export interface EnduranceResults {
  seconds: number;
  /** A second of them. */
  reads: number;
  writes: number;
  /** Answers of 500 and above, and requests without an answer, of the whole time and of all rounds. */
  faults: number;
  /** Resident memory of the web server over the second half: its last sixth to its first, 1 for none more. Null where unknown. */
  memoryGrowth: number | null;
  /** Pages and lists a second, medians of three rounds in turn. */
  readsAlone: number;
  readsBesideSignIns: number;
}

/**
 * Fifty connections that read and write for a minute; then reading alone and beside a hundred guessed passwords a second.
 * On a folder of its own with the sample reviews, with the limits of accounts switched off.
 */
export async function measureEndurance(folder: string, port: number): Promise<EnduranceResults> {
  await fs.rm(folder, { recursive: true, force: true });
  const product = await startProduct(folder, port, "sample", { TRUST_PROXY: "1" });
  try {
    const sql = connect(product.databaseUrl);
    await widenLimits(sql);
    await sql.end();
    const writers: string[] = [];
    while (writers.length < WRITERS) writers.push(await signUp(product, `${randomUUID()}@example.com`));

    const memory = memoryOver(product, SECONDS);
    const mixed = await load(product, { seconds: SECONDS, writers, signInsPerSecond: 0 });
    const alone: MixedAnswers[] = [];
    const beside: MixedAnswers[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const given = { seconds: ROUND_SECONDS, writers: [] };
      alone.push(await load(product, { ...given, signInsPerSecond: 0 }));
      beside.push(await load(product, { ...given, signInsPerSecond: SIGN_INS_PER_SECOND }));
    }
    return {
      seconds: SECONDS,
      reads: mixed.reads,
      writes: mixed.writes,
      faults: [mixed, ...alone, ...beside].reduce((sum, { faults }) => sum + faults, 0),
      memoryGrowth: growthOf(await memory),
      readsAlone: median(alone.map(({ reads }) => reads)),
      readsBesideSignIns: median(beside.map(({ reads }) => reads)),
    };
  } finally {
    await product.stop();
    await fs.rm(folder, { recursive: true, force: true });
  }
}

async function load(
  { url, publishableKey }: Product,
  given: Pick<MixedLoad, "seconds" | "writers" | "signInsPerSecond">,
): Promise<MixedAnswers> {
  const asked: MixedLoad = { url, publishableKey, readers: READERS, ...given };
  return JSON.parse(await outputOf(process.execPath, [GENERATOR, JSON.stringify(asked)])) as MixedAnswers;
}

/** Resident megabytes of the web server, one for each second. */
async function memoryOver({ pid }: Product, seconds: number): Promise<number[]> {
  const samples: number[] = [];
  for (let second = 0; second < seconds; second += 1) {
    await delay(1_000);
    samples.push((await readMemory(pid)).Rss);
  }
  return samples;
}

/** Of single seconds, what the garbage collector has just taken or left decides: medians tell. */
function growthOf(samples: readonly number[]): number | null {
  const half = samples.slice(samples.length / 2);
  const part = Math.ceil(half.length / 6);
  const before = median(half.slice(0, part));
  return before > 0 ? median(half.slice(-part)) / before : null;
}
