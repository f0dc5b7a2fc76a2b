import { watchQueue } from "./metrics.ts";

/** Rejects what waits for a client that has disconnected. */
export class Disconnected extends Error {
  override readonly name = "Disconnected";

  constructor() {
    super("The client has disconnected.");
  }
}

interface Line {
  running: number;
  /** What begins each task that waits, the oldest first. */
  waiting: Set<() => void>;
}

interface Slots {
  /** In what is counted. */
  name: string;
  /** Tasks that run at a time. */
  atOnce: number;
  /** Those of one network: the others do not wait until a slow one of it ends. */
  ofNetwork: number;
  /** Tasks of one network that wait. */
  waiting: number;
}

export interface FairQueue {
  /** Whether the network has as many tasks waiting as it may: the next one is to be refused. */
  isFull(network: string): boolean;
  /** Runs the task in the network's turn; rejects with {@link Disconnected} where the signal comes before that. */
  run<Result>(network: string, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
}

/**
 * A queue in which networks (/24, /48) take turns, however much each of them asks for: for all that costs, one queue for each kind of
 * work. (docs/decisions/0018)
 */
export function createFairQueue({ name, atOnce, ofNetwork, waiting }: Slots): FairQueue {
  /** Of networks with tasks, the one whose turn comes next first. */
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
      // To the end, where this loop meets it again.
      lines.delete(network);
      lines.set(network, line);
      begin();
    }
  }

  function forgetIfEmpty(network: string, line: Line): void {
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
          forgetIfEmpty(network, line);
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
              forgetIfEmpty(network, line);
              // A task may have been all computing: before the next one the event loop takes in what else has come.
              setImmediate(beginNext);
            });
        };
        line.waiting.add(begin);
        signal?.addEventListener("abort", leave, { once: true });
        beginNext();
      }),
  };
}
