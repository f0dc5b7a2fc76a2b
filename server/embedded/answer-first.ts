import { setTimeout as delay } from "node:timers/promises";
import { createFairQueue } from "../fair-queue.ts";
import { logError } from "../log.ts";
import { busy } from "./auth-refusal.ts";

/** Longer than the work before a response on a machine that is not overloaded. */
const ANSWER_AFTER_MS = 150;
/** Between an answer that is sent and its work: time to arrive, also at a caller on the same machine. */
const PAUSE_MS = 100;
/** For a response whose client never reads it: its work begins anyway. */
const SENT_WITHIN_MS = 1_000;

/**
 * For answers whose time must not tell what there is to do. `prepare` finds out what to answer (it may throw) and returns
 * the work. `answerFirst` resolves at a fixed time after the call, and the work begins a while after the answer is `sent`; its failure
 * goes to the log. Throws at once, whatever there is to do, where too much of the network waits. `settle` resolves when nothing waits
 * and nothing goes on.
 */
export function createAnswerFirst() {
  const queue = createFairQueue({ name: "e-mails", atOnce: 1, ofNetwork: 1, waiting: 50 });
  const underWay = new Set<Promise<void>>();

  return {
    async answerFirst(network: string, sent: Promise<unknown>, prepare: () => Promise<() => Promise<void>>) {
      if (queue.isFull(network)) throw busy();
      const atFixedTime = delay(ANSWER_AFTER_MS);
      const work = await prepare();
      await atFixedTime;
      const done = Promise.race([sent, delay(SENT_WITHIN_MS, undefined, { ref: false })])
        .then(() => delay(PAUSE_MS))
        .then(() => queue.run(network, work))
        .catch((error: unknown) => logError("auth, after the answer:", error))
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    async settle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
