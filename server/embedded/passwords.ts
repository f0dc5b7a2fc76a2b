import { availableParallelism } from "node:os";
import { compare, hash } from "@node-rs/bcrypt";
import { createFairQueue } from "../fair-queue.ts";

/** The same as in hosted projects. A hash takes 50 ms. */
const COST = 10;

/** Leaves a core for pages and threads of the pool for files. */
const atOnce = Math.min(3, Math.max(1, availableParallelism() - 1));
/** For {@link hashPassword} and {@link matchesPassword}. */
export const hashing = createFairQueue({ name: "passwords", atOnce, ofNetwork: atOnce, waiting: 20 });

/** Hashes a password off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Compares a password with a hash off the main thread. */
export function matchesPassword(password: string, stored: string): Promise<boolean> {
  return compare(password, stored);
}
