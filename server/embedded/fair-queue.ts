interface Place {
  holder: string;
  begin(): void;
  giveUp(): void;
}

export interface FairQueue {
  /**
   * Runs a task when its turn comes. Resolves to null, without running it, when all places are taken and nobody else holds
   * at least two more than `holder` does, or when a newcomer with so many less takes this one's place.
   */
  inTurn<Result>(holder: string, task: () => Promise<Result>, isPreferred?: boolean): Promise<Result | null>;
}

/** A queue whose places nobody can take all of: `places` for everyone, and `kept` more for whom is preferred. */
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

  function next(): void {
    while (running.length < atOnce) {
      const place = waiting.shift();
      if (!place) return;
      running.push(place);
      place.begin();
    }
  }

  return {
    inTurn(holder, task, isPreferred = false) {
      if (running.length + waiting.length >= places + (isPreferred ? kept : 0)) {
        const taken = placeToTake(holder);
        if (!taken) return Promise.resolve(null);
        waiting = waiting.filter((place) => place !== taken);
        taken.giveUp();
      }
      return new Promise((resolve, reject) => {
        const place: Place = {
          holder,
          begin: () =>
            void task()
              .then(resolve, reject)
              .finally(() => {
                running = running.filter((other) => other !== place);
                next();
              }),
          giveUp: () => resolve(null),
        };
        waiting.push(place);
        next();
      });
    },
  };
}
