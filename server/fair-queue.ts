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
  /** Functions that start the waiting tasks, oldest first. */
  waiting: Set<() => void>;
}

interface Slots {
  name: string;
  /** Concurrent tasks. */
  atOnce: number;
  /** Concurrent tasks of one network, so that its slow tasks do not block others. */
  ofNetwork: number;
  waiting: number;
}

export interface FairQueue {
  /** Returns whether the network has the maximum of waiting tasks: the caller refuses the next one. */
  isFull(network: string): boolean;
  /** Runs the task when its network's turn comes. Rejects with {@link Disconnected} if the signal aborts before. */
  run<Result>(network: string, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
}

/** Creates a round-robin queue by network (/24, /48). Each kind of expensive work has one. (docs/decisions/0018) */
export function createFairQueue({ name, atOnce, ofNetwork, waiting }: Slots): FairQueue {
  /** Networks with tasks, in order of their turns. */
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
      // Moves to the end, where this loop reaches it again.
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
              // Yields to the event loop: the task may have been pure computation.
              setImmediate(beginNext);
            });
        };
        line.waiting.add(begin);
        signal?.addEventListener("abort", leave, { once: true });
        beginNext();
      }),
  };
}
