import { availableParallelism } from "node:os";
import { compare, hash } from "@node-rs/bcrypt";
import { createFairQueue } from "../fair-queue.ts";

/** As in hosted projects. A hash takes 50 ms. */
const COST = 10;

/** Leaves a core for pages, and threads of libuv's pool for files. */
const atOnce = Math.min(3, Math.max(1, availableParallelism() - 1));
/** The queue in which requests call {@link hashPassword} and {@link matchesPassword}. */
export const hashing = createFairQueue({ name: "passwords", atOnce, ofNetwork: atOnce, waiting: 20 });

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

export function matchesPassword(password: string, stored: string): Promise<boolean> {
  return compare(password, stored);
}
