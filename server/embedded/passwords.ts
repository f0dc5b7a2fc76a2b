import { availableParallelism } from "node:os";
import { compare, hash } from "@node-rs/bcrypt";
import pLimit from "p-limit";

/** As in hosted projects. One hash takes a twentieth of a second. */
const COST = 10;
/** One core stays for everybody who reads, and threads of Node's pool for files. */
const hashing = pLimit(Math.min(3, Math.max(1, availableParallelism() - 1)));
/** Beyond this many waiting, a sign-in is refused at once. */
const MAX_WAITING = 20;

let visitorCount = 0;

/** Hashes a password beside the main thread. */
export function hashPassword(password: string): Promise<string> {
  return hashing(() => hash(password, COST));
}

/** Whether the password belongs to the hash; found out beside the main thread. */
export function matchesPassword(password: string, stored: string): Promise<boolean> {
  return hashing(() => compare(password, stored));
}

/** Runs a task that hashes for one visitor; null, without running it, when too many wait already. */
export async function inTurn<Result>(task: () => Promise<Result>): Promise<Result | null> {
  if (visitorCount >= MAX_WAITING) return null;
  visitorCount += 1;
  try {
    return await task();
  } finally {
    visitorCount -= 1;
  }
}
