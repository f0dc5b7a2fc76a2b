import { parentPort } from "node:worker_threads";
import { compareSync, hashSync } from "bcryptjs";
import type { PasswordAnswer, PasswordTask } from "./passwords.ts";

// A thread of its own: here nobody waits for anything else while a password is hashed.
parentPort?.on("message", ({ id, password, hash, cost }: PasswordTask) => {
  const answer: PasswordAnswer = { id, result: null };
  try {
    answer.result = hash === null ? hashSync(password, cost) : compareSync(password, hash);
  } catch {
    // The error could quote what it was given; that the answer is empty says enough.
  }
  parentPort?.postMessage(answer);
});
