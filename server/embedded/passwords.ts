import { AsyncLocalStorage } from "node:async_hooks";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import bcrypt from "bcryptjs";

/** As in hosted projects. One hash takes a tenth of a second. */
const COST = 10;

/** One core stays for everybody who reads. */
const THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));

/** Beyond this many waiting, a sign-in is refused at once. */
const MAX_WAITING = 20;

/** `hash` is null where the password is to be hashed, else it is compared. */
export interface PasswordTask {
  id: number;
  password: string;
  hash: string | null;
  cost: number;
}

export interface PasswordAnswer {
  id: number;
  /** Null when it could not be done. */
  result: string | boolean | null;
}

interface Thread {
  worker: Worker;
  waiting: Map<number, { resolve(result: string | boolean): void; reject(error: Error): void }>;
}

const threads: Thread[] = [];
let taskCount = 0;
let visitorCount = 0;

/** What the account service need not hash again: the guard in front of it has done so in this request. */
const done = new AsyncLocalStorage<{ hashed?: string; matched?: string }>();

/** Hashes a password beside the main thread. */
export async function hashPassword(password: string): Promise<string> {
  return String(await inThread({ password, hash: null, cost: COST }));
}

/** Whether the password belongs to the hash; found out beside the main thread. */
export async function matchesPassword(password: string, hash: string): Promise<boolean> {
  return (await inThread({ password, hash, cost: 0 })) === true;
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

/** Runs a request of the account service that takes over this hash, or that this hash matches, without hashing again. */
export function withKnown<Result>(known: { hashed: string } | { matched: string }, task: () => Result): Result {
  return done.run(known, task);
}

/**
 * `@supabase/lite` hashes on the main thread, through the object that the module bcryptjs exports: one at a time nobody
 * else would be answered. From here on that object hashes in threads.
 */
export function hashBesideMainThread(): void {
  Object.assign(bcrypt, {
    hash: async (password: string) => done.getStore()?.hashed ?? (await hashPassword(password)),
    compare: async (password: string, hash: string) =>
      done.getStore()?.matched === hash || (await matchesPassword(password, hash)),
  });
}

function inThread(task: Omit<PasswordTask, "id">): Promise<string | boolean> {
  const thread = idlestThread();
  taskCount += 1;
  const id = taskCount;
  return new Promise((resolve, reject) => {
    thread.waiting.set(id, { resolve, reject });
    // Whoever waits for an answer keeps the process alive, and nobody else does.
    thread.worker.ref();
    thread.worker.postMessage({ ...task, id } satisfies PasswordTask);
  });
}

function idlestThread(): Thread {
  const idlest = threads.toSorted((a, b) => a.waiting.size - b.waiting.size)[0];
  if (idlest && (idlest.waiting.size === 0 || threads.length >= THREADS)) return idlest;
  const thread: Thread = { worker: new Worker(new URL("password-worker.ts", import.meta.url)), waiting: new Map() };
  thread.worker.unref();
  thread.worker.on("message", ({ id, result }: PasswordAnswer) => {
    const asker = thread.waiting.get(id);
    thread.waiting.delete(id);
    if (thread.waiting.size === 0) thread.worker.unref();
    if (result === null) asker?.reject(new Error("A password could not be hashed."));
    else asker?.resolve(result);
  });
  thread.worker.on("error", (error) => {
    threads.splice(threads.indexOf(thread), 1);
    for (const { reject } of thread.waiting.values())
      reject(new Error("The thread for passwords has ended.", { cause: error }));
  });
  threads.push(thread);
  return thread;
}
