import { watchQueue } from "./metrics.ts";

/** Rejects queued work of a client that has disconnected. */
export class Disconnected extends Error {
  override readonly name = "Disconnected";

  constructor() {
    super("The client has disconnected.");
  }
}

interface Line {
  running: number;
  /** Callbacks that start the waiting tasks, oldest first. */
  waiting: Set<() => void>;
}

interface Slots {
  /** The name of its metrics. */
  name: string;
  /** Concurrent tasks. */
  atOnce: number;
  /** Concurrent tasks of one network: its slow tasks do not block the others. */
  ofNetwork: number;
  /** Waiting tasks of one network. */
  waiting: number;
}

export interface FairQueue {
  /** Returns whether the network has the maximum of waiting tasks, so that its next one must be refused. */
  isFull(network: string): boolean;
  /** Runs the task when its network's turn comes. Rejects with {@link Disconnected} if the signal aborts before. */
  run<Result>(network: string, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
}

/** A round-robin queue by network (/24, /48). Everything that costs runs in one, per kind of work. (docs/decisions/0018) */
export function createFairQueue({ name, atOnce, ofNetwork, waiting }: Slots): FairQueue {
  /** Networks with tasks, the next turn first. */
  const lines = new Map<string, Line>();
  let running = 0;
  watchQueue(name, () => ({
    running,
    waiting: [...lines.values()].reduce((sum, line) => sum + line.waiting.size, 0),
  }));

  function beginNext(): void {
    for (const [network, line] of lines) {
      if (running >= atOnce) return;
      const [begin] = line.waiting;
      if (!begin || line.running >= ofNetwork) continue;
      line.waiting.delete(begin);
      // Reinserted at the end, where this loop meets it again.
      lines.delete(network);
      lines.set(network, line);
      begin();
    }
  }

  function removeIfEmpty(network: string, line: Line): void {
    if (line.running === 0 && line.waiting.size === 0) lines.delete(network);
  }

  return {
    isFull: (network) => (lines.get(network)?.waiting.size ?? 0) >= waiting,
    run: (network, task, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(new Disconnected());
        const line = lines.get(network) ?? { running: 0, waiting: new Set() };
        lines.set(network, line);
        const leave = () => {
          line.waiting.delete(begin);
          removeIfEmpty(network, line);
          reject(new Disconnected());
        };
        const begin = () => {
          signal?.removeEventListener("abort", leave);
          running += 1;
          line.running += 1;
          void task()
            .then(resolve, reject)
            .finally(() => {
              running -= 1;
              line.running -= 1;
              removeIfEmpty(network, line);
              // Yield after each task, which may have been pure computation.
              setImmediate(beginNext);
            });
        };
        line.waiting.add(begin);
        signal?.addEventListener("abort", leave, { once: true });
        beginNext();
      }),
  };
}
