interface Place {
  holder: string;
  /** Set where it may be one of the places that are kept. */
  account: string | undefined;
  isReady: boolean;
  begin(): void;
  giveUp(): void;
}

interface Wishes {
  /** For whom places are kept. */
  account?: string;
  /** The task does not begin before, and holds up nobody until then. */
  ready?: Promise<void>;
}

export interface FairQueue {
  /**
   * Runs a task when its turn comes. Resolves to null, without running it, when all places are taken and nobody else holds
   * at least two more than `holder` does, or when a newcomer with so many less takes this one's place.
   */
  inTurn<Result>(holder: string, task: () => Promise<Result>, wishes?: Wishes): Promise<Result | null>;
}

/** A queue whose places nobody can take all of: `places` for everyone, and `kept` more, one for each account. */
export function createFairQueue(atOnce: number, places: number, kept: number): FairQueue {
  let running: Place[] = [];
  let waiting: Place[] = [];

  function heldBy(holder: string): number {
    return [...running, ...waiting].filter((place) => place.holder === holder).length;
  }

  /** The newest waiting place of the holder of most places, if that is two or more ahead. */
  function placeToTake(newcomer: string): Place | undefined {
    const [newest] = waiting.toReversed().toSorted((a, b) => heldBy(b.holder) - heldBy(a.holder));
    return newest && heldBy(newest.holder) >= heldBy(newcomer) + 2 ? newest : undefined;
  }

  function isFull(account: string | undefined): boolean {
    const all = [...running, ...waiting];
    const isKeptFor = account !== undefined && all.every((place) => place.account !== account);
    return all.length >= places + (isKeptFor ? kept : 0);
  }

  function beginNext(): void {
    while (running.length < atOnce) {
      const place = waiting.find(({ isReady }) => isReady);
      if (!place) return;
      waiting = waiting.filter((other) => other !== place);
      running.push(place);
      place.begin();
    }
  }

  return {
    inTurn(holder, task, { account, ready } = {}) {
      if (isFull(account)) {
        const taken = placeToTake(holder);
        if (!taken) return Promise.resolve(null);
        waiting = waiting.filter((place) => place !== taken);
        taken.giveUp();
      }
      return new Promise((resolve, reject) => {
        const place: Place = {
          holder,
          account,
          isReady: false,
          begin: () =>
            void task()
              .then(resolve, reject)
              .finally(() => {
                running = running.filter((other) => other !== place);
                beginNext();
              }),
          giveUp: () => resolve(null),
        };
        waiting.push(place);
        const letBegin = () => {
          place.isReady = true;
          beginNext();
        };
        if (ready) void ready.then(letBegin);
        else letBegin();
      });
    },
  };
}
