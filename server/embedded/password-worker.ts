import { readlinkSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { compareSync, hashSync } from "bcryptjs";
import type { PasswordAnswer, PasswordTask } from "./passwords.ts";

/** Those who read come first, and those who log in wait longer for it; a tenth of a core is theirs all the same. */
const NICENESS = 10;

// A thread of its own: here nobody waits for anything else while a password is hashed.
yieldToOthers();
parentPort?.on("message", ({ id, password, hash, cost }: PasswordTask) => {
  const answer: PasswordAnswer = { id, result: null };
  try {
    answer.result = hash === null ? hashSync(password, cost) : compareSync(password, hash);
  } catch {
    // The error could quote what it was given; that the answer is empty says enough.
  }
  parentPort?.postMessage(answer);
});

/** Linux gives each thread a priority of its own, under the number that it has there; elsewhere all stay equal. */
function yieldToOthers(): void {
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    if (thread > 0) setPriority(thread, Math.min(19, getPriority() + NICENESS));
  } catch {
    // Not Linux, or a container that forbids it.
  }
}
