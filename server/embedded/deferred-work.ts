import { setTimeout as delay } from "node:timers/promises";
import { logError } from "../log.ts";
import { createFairQueue } from "./fair-queue.ts";

/** Longer than the work before a response on a machine that is not overloaded. */
const ANSWER_AFTER_MS = 150;
/** Between an answer that is sent and its work: time to arrive, also at a caller on the same machine. */
const PAUSE_MS = 100;
/** For a response whose client never reads it: its work begins anyway. */
const SENT_WITHIN_MS = 1_000;
/** One at a time, so that a log-in waits behind at most one of them to hash. */
const AT_ONCE = 1;
/** Running or waiting: three seconds of hashing, less than the server waits for when it stops. */
const SLOTS = 50;

export interface Work {
  run(): Promise<void>;
  /** Called in place of `run` where another network takes its slot, maybe after the response. */
  giveUp?(): void;
}

export interface DeferredWork {
  /**
   * For answers whose time must not tell what there is to do. `prepare` finds out what has to be told (it may throw) and
   * returns the work. Resolves so long after the call that the answer comes at a fixed time; the work begins a while after it
   * is `sent`, and its failure goes to the log. Resolves to false, whatever there is to do, when too much waits: at once, or when
   * another network takes the slot.
   */
  answerFirst(network: string, sent: Promise<unknown>, prepare: () => Promise<Work>): Promise<boolean>;
  /** Resolves when nothing waits and nothing goes on. */
  settle(): Promise<void>;
}

export function createDeferredWork(): DeferredWork {
  const queue = createFairQueue(AT_ONCE, SLOTS, 0);
  const underWay = new Set<Promise<unknown>>();

  return {
    async answerFirst(network, sent, prepare) {
      const arrivedAt = performance.now();
      let work: Work | undefined;
      let begin = () => {};
      const ready = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const run = () => work?.run().catch((error: unknown) => logError("auth, after the answer:", error));
      const isDone = queue.enqueue(network, async () => (await run(), true), { ready });
      if ((await Promise.race([isDone, "waiting"])) === null) return false;
      try {
        work = await prepare();
      } catch (error) {
        begin();
        throw error;
      }
      const { giveUp } = work;
      const over = isDone.then((result) => void (result ?? giveUp?.())).finally(() => underWay.delete(over));
      underWay.add(over);
      const atFixedTime = delay(Math.max(0, arrivedAt + ANSWER_AFTER_MS - performance.now()), true);
      void atFixedTime
        .then(() => Promise.race([sent, delay(SENT_WITHIN_MS, undefined, { ref: false })]))
        .then(() => delay(PAUSE_MS))
        .then(begin);
      return (await Promise.race([isDone, atFixedTime])) !== null;
    },
    async settle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
