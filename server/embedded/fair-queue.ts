interface Slot {
  holder: string;
  /** Set where it may be a reserved slot. */
  account: string | undefined;
  isReady: boolean;
  begin(): void;
  giveUp(): void;
}

interface EnqueueOptions {
  /** May take the reserved slot of this account. */
  account?: string;
  /** The task starts after it resolves, and blocks no other until then. */
  ready?: Promise<void>;
}

export interface FairQueue {
  /**
   * Queues a task. Resolves to null, without running it, when all slots are taken and no other holder has
   * at least two more than this one, or when a holder of so many fewer takes this one's slot.
   */
  enqueue<Result>(holder: string, task: () => Promise<Result>, options?: EnqueueOptions): Promise<Result | null>;
}

/** A queue of which no holder can take all slots: `slots` for everyone, and `reserved` more, one for each account. */
export function createFairQueue(atOnce: number, slots: number, reserved: number): FairQueue {
  let running: Slot[] = [];
  let waiting: Slot[] = [];

  function heldBy(holder: string): number {
    return [...running, ...waiting].filter((slot) => slot.holder === holder).length;
  }

  /** The newest waiting slot of the holder of most slots, if that is two or more ahead. */
  function slotToTake(newHolder: string): Slot | undefined {
    const [newest] = waiting.toReversed().toSorted((a, b) => heldBy(b.holder) - heldBy(a.holder));
    return newest && heldBy(newest.holder) >= heldBy(newHolder) + 2 ? newest : undefined;
  }

  function isFull(account: string | undefined): boolean {
    const all = [...running, ...waiting];
    const isReservedFor = account !== undefined && all.every((slot) => slot.account !== account);
    return all.length >= slots + (isReservedFor ? reserved : 0);
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
