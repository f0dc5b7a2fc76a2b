interface Slot {
  holder: string;
  /** Set where it may be one of the slots that are kept. */
  account: string | undefined;
  isReady: boolean;
  begin(): void;
  giveUp(): void;
}

interface Wishes {
  /** For whom slots are kept. */
  account?: string;
  /** The task does not begin before, and holds up nobody until then. */
  ready?: Promise<void>;
}

export interface FairQueue {
  /**
   * Runs a task when its turn comes. Resolves to null, without running it, when all slots are taken and nobody else holds
   * at least two more than `holder` does, or when a newcomer with so many less takes this one's slot.
   */
  enqueue<Result>(holder: string, task: () => Promise<Result>, wishes?: Wishes): Promise<Result | null>;
}

/** A queue whose slots nobody can take all of: `slots` for everyone, and `kept` more, one for each account. */
export function createFairQueue(atOnce: number, slots: number, kept: number): FairQueue {
  let running: Slot[] = [];
  let waiting: Slot[] = [];

  function heldBy(holder: string): number {
    return [...running, ...waiting].filter((slot) => slot.holder === holder).length;
  }

  /** The newest waiting slot of the holder of most slots, if that is two or more ahead. */
  function slotToTake(newcomer: string): Slot | undefined {
    const [newest] = waiting.toReversed().toSorted((a, b) => heldBy(b.holder) - heldBy(a.holder));
    return newest && heldBy(newest.holder) >= heldBy(newcomer) + 2 ? newest : undefined;
  }

  function isFull(account: string | undefined): boolean {
    const all = [...running, ...waiting];
    const isKeptFor = account !== undefined && all.every((slot) => slot.account !== account);
    return all.length >= slots + (isKeptFor ? kept : 0);
  }

  function beginNext(): void {
    while (running.length < atOnce) {
      const slot = waiting.find(({ isReady }) => isReady);
      if (!slot) return;
      waiting = waiting.filter((other) => other !== slot);
      running.push(slot);
      slot.begin();
    }
  }

  return {
    enqueue(holder, task, { account, ready } = {}) {
      if (isFull(account)) {
        const taken = slotToTake(holder);
        if (!taken) return Promise.resolve(null);
        waiting = waiting.filter((slot) => slot !== taken);
        taken.giveUp();
      }
      return new Promise((resolve, reject) => {
        const slot: Slot = {
          holder,
          account,
          isReady: false,
          begin: () =>
            void task()
              .then(resolve, reject)
              .finally(() => {
                running = running.filter((other) => other !== slot);
                beginNext();
              }),
          giveUp: () => resolve(null),
        };
        waiting.push(slot);
        const letBegin = () => {
          slot.isReady = true;
          beginNext();
        };
        if (ready) void ready.then(letBegin);
        else letBegin();
      });
    },
  };
}
