import type { Context } from "hono";
import { clientAddress, networkOf, type ServerEnv, widerNetworkOf } from "../client-address.ts";
import type { AddressLimits, Use } from "./address-limits.ts";
import { tooMany } from "./auth-refusal.ts";
import type { DeviceCookies, KnownAccount } from "./device-cookie.ts";

/** What is counted, and whose. */
type Guess = [Use, ...string[]];

/** A log-in that was counted as a wrong one before it is known to be right: of many at once, none may come in between. */
export interface Attempt {
  isKnownDevice: boolean;
  /** The password was right: the count of the wrong ones before it is forgotten where they came from. */
  succeed(): void;
  /** A failure of ours is no guess. */
  giveBack(): void;
}

/**
 * Counts guesses at passwords: by address, by network, and for each account over all of them. Attacks from many networks must
 * lock out no owner: a device that has logged in before counts by itself alone, and where the account's limit is reached a
 * few guesses a minute are still heard from networks that have made hardly any.
 */
export function createGuesses(limits: AddressLimits, devices: DeviceCookies, trustProxy: boolean) {
  /** Counts all of these, or none when a limit is reached: who is refused has not guessed. */
  function count(network: string, guesses: Guess[]): number | null {
    for (const [index, guess] of guesses.entries()) {
      const seconds = limits.count(network, ...guess);
      if (seconds === null) continue;
      giveBack(guesses.slice(0, index + 1));
      return seconds;
    }
    return null;
  }

  const giveBack = (guesses: Guess[]) => guesses.forEach((guess) => limits.giveBack(...guess));

  /** Counts a guess from where the account is not known. Returns what was counted; throws when it is refused. */
  function countElsewhere(email: string, address: string, network: string): Guess[] {
    const guesses: Guess[] = [
      ["wrongPassword", email, address],
      ["wrongPasswordFromNetwork", email, network],
    ];
    const blocked = count(network, guesses);
    if (blocked !== null) throw tooMany(blocked);
    const fresh: Guess = ["wrongPasswordFromNewNetwork", email, network];
    const isFresh = count(network, [fresh]) === null;
    if (isFresh) guesses.push(fresh);
    const ofAccount: Guess = ["wrongPasswordForAccount", email];
    const locked = count(network, [ofAccount]);
    if (locked === null) return [...guesses, ofAccount];
    const spare: Guess = ["wrongPasswordFromNewNetworks", email];
    const refused = isFresh ? count(network, [spare]) : locked;
    if (refused === null) return [...guesses, spare];
    giveBack(guesses);
    throw tooMany(refused);
  }

  return {
    /** Throws while no more guesses are heard from there. */
    begin(c: Context<ServerEnv>, email: string, account: KnownAccount | undefined): Attempt {
      const address = clientAddress(c, trustProxy);
      const network = widerNetworkOf(address);
      const device = account && devices.deviceOf(c, account);
      const own: Guess = device ? ["wrongPassword", "device", device] : ["wrongPassword", email, networkOf(address)];
      let guesses = [own];
      if (device) {
        const blocked = count(network, guesses);
        if (blocked !== null) throw tooMany(blocked);
      } else {
        guesses = countElsewhere(email, networkOf(address), network);
      }
      return {
        isKnownDevice: device !== undefined,
        succeed() {
          limits.forget(...own);
          giveBack(guesses.slice(1));
        },
        giveBack: () => giveBack(guesses),
      };
    },

    /** Forgets those of this visitor, who has shown by a session that the account is theirs. */
    forgive(c: Context<ServerEnv>, email: string): void {
      const address = clientAddress(c, trustProxy);
      limits.forget("wrongPassword", email, networkOf(address));
      limits.forget("wrongPasswordFromNetwork", email, widerNetworkOf(address));
    },
  };
}
