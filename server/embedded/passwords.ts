import { availableParallelism } from "node:os";
import { compare, hash } from "@node-rs/bcrypt";
import pLimit from "p-limit";
import { createFairQueue } from "./fair-queue.ts";

/** As in hosted projects. One hash takes a twentieth of a second. */
const COST = 10;
/** Leaves one core for pages, and threads of the pool for files. */
const AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1));
const hashing = pLimit(AT_ONCE);
/** Log-ins that hash or wait to; a further one is refused unless it may take another's slot. */
const SLOTS = 20;
/** For devices that have logged in before, one of each account, however many others try. */
const RESERVED_SLOTS = 5;

/** Hashes a password off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return hashing(() => hash(password, COST));
}

/** Whether the password belongs to the hash; compared off the main thread. */
export function matchesPassword(password: string, stored: string): Promise<boolean> {
  return hashing(() => compare(password, stored));
}

/** Runs tasks that hash for visitors, each for the network that asks. */
export const { enqueue: enqueueHashing } = createFairQueue(AT_ONCE, SLOTS, RESERVED_SLOTS);
