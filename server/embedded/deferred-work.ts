import { setTimeout as delay } from "node:timers/promises";
import pLimit from "p-limit";
import { logError } from "../log.ts";

/** Longer than what is done before an answer takes on a machine that is not overloaded. */
const ANSWER_AFTER_MS = 150;
/** Between an answer that is sent and its work: time to arrive, also at a caller on the same machine. */
const PAUSE_MS = 100;
/** For an answer that nobody takes: then its work begins all the same. */
const SENT_WITHIN_MS = 1_000;
/** Done one after the other, so that a log-in waits behind one of them at most for its turn to hash. */
const AT_ONCE = 1;
/** Three seconds of hashing: less than the server waits for when it stops. */
const MAX_WAITING = 50;
const MAX_WAITING_PER_NETWORK = 10;

export type Work = () => Promise<void>;

export interface DeferredWork {
  /**
   * For answers whose time must not tell what there is to do. `prepare` finds out what has to be told (it may throw) and
   * returns the work. Resolves so long after the call that the answer comes at a fixed time; the work begins a while after it
   * is `sent`, and its failure goes to the log. Resolves to false, at once and whatever there is to do, when too much waits.
   */
  answerFirst(network: string, sent: Promise<unknown>, prepare: () => Promise<Work>): Promise<boolean>;
  /** Resolves when nothing waits and nothing goes on. */
  settle(): Promise<void>;
}

export function createDeferredWork(): DeferredWork {
  const inTurn = pLimit(AT_ONCE);
  const places: { network: string }[] = [];
  const underWay = new Set<Promise<void>>();

  return {
    async answerFirst(network, sent, prepare) {
      const arrivedAt = performance.now();
      const held = places.filter((place) => place.network === network).length;
      if (places.length >= MAX_WAITING || held >= MAX_WAITING_PER_NETWORK) return false;
      const place = { network };
      const leave = () => void places.splice(places.indexOf(place), 1);
      places.push(place);
      const work = await prepare().catch((error: unknown) => {
        leave();
        throw error;
      });
      const answered = delay(Math.max(0, arrivedAt + ANSWER_AFTER_MS - performance.now()));
      const done = answered
        .then(() => Promise.race([sent, delay(SENT_WITHIN_MS, undefined, { ref: false })]))
        .then(() => delay(PAUSE_MS))
        .then(() => inTurn(work))
        .catch((error: unknown) => logError("auth, after the answer:", error))
        .finally(() => {
          leave();
          underWay.delete(done);
        });
      underWay.add(done);
      await answered;
      return true;
    },
    async settle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
