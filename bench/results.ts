import type { DiskSizes } from "./disk.ts";
import type { EnduranceResults } from "./endurance.ts";
import type { InsertResults } from "./inserts.ts";
import type { Phone } from "./lighthouse.ts";
import type { LoadResults, PagePath } from "./load.ts";
import type { Machine } from "./machine.ts";
import type { QueryTimings } from "./measure-queries.ts";
import type { MemoryResults } from "./memory.ts";
import type { Weight } from "./weight.ts";

/** How many reviews a database is filled with. */
export const SIZES = { "10k": 10_000, "100k": 100_000, "1m": 1_000_000 } as const;
export type Size = keyof typeof SIZES;

/** What `--only` may name. */
export const MEASUREMENTS = [
  "database",
  "http",
  "insert",
  "memory",
  "weight",
  "lighthouse",
  "start",
  "endurance",
] as const;
export type Measurement = (typeof MEASUREMENTS)[number];

/** The sixty sample reviews, or the largest database that was filled. */
export type Filling = "sample" | "largest";

export type BySize<T> = Partial<Record<Size, T>>;
export type ByFilling<T> = Record<Filling, Record<PagePath, T>>;

/** Everything that one run measured; what it was not asked for is missing. */
export interface Results {
  date: string;
  command: string;
  machine: Machine;
  /** From the smallest to the largest. */
  sizes: Size[];
  database?: BySize<QueryTimings>;
  disk?: BySize<DiskSizes>;
  http?: BySize<QueryTimings>;
  load?: LoadResults;
  insert?: BySize<InsertResults>;
  memory?: BySize<MemoryResults | null>;
  weight?: ByFilling<Weight>;
  phone?: ByFilling<Phone>;
  /** Milliseconds until the server was healthy, the median of three starts. */
  start?: BySize<number>;
  endurance?: EnduranceResults;
}
