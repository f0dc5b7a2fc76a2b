import type { Context } from "hono";
import { clientAddress, networkOf, type ServerEnv, widerNetworkOf } from "../client-address.ts";
import type { AddressLimits, Use } from "./address-limits.ts";
import { tooMany } from "./auth-refusal.ts";
import type { DeviceCookies } from "./device-cookie.ts";

/** What is counted, and whose. */
type Guess = [Use, ...string[]];

interface Account {
  id: string;
  encrypted_password: string;
}

/** A log-in that was counted as a wrong one before it is known to be right: of many at once, none may come in between. */
export interface Attempt {
  isKnownDevice: boolean;
  /** The password was right: the count of the wrong ones before it is forgotten where they came from. */
  succeed(): Promise<void>;
  /** A failure of ours is no guess. */
  giveBack(): Promise<void>;
}

/**
 * Counts guesses at passwords: by address, by network, and for each account over all of them. Attacks from many networks must
 * lock out no owner: a device that has logged in before counts by itself alone, and where the account's limit is reached a
 * few guesses a minute are still heard from networks that have made hardly any.
 */
export function createGuesses(limits: AddressLimits, devices: DeviceCookies, trustProxy: boolean) {
  /** Counts all of these, or none when a limit is reached: who is refused has not guessed. */
  async function count(guesses: Guess[]): Promise<number | null> {
    for (const [index, guess] of guesses.entries()) {
      const seconds = await limits.count(...guess);
      if (seconds === null) continue;
      await giveBack(guesses.slice(0, index + 1));
      return seconds;
    }
    return null;
  }

  async function giveBack(guesses: Guess[]): Promise<void> {
    for (const guess of guesses) await limits.giveBack(...guess);
  }

  /** Counts a guess from where the account is not known. Resolves to what was counted; throws when it is refused. */
  async function countElsewhere(email: string, address: string, network: string): Promise<Guess[]> {
    const guesses: Guess[] = [
      ["wrongPassword", email, address],
      ["wrongPasswordFromNetwork", email, network],
    ];
    const blocked = await count(guesses);
    if (blocked !== null) throw tooMany(blocked);
    const fresh: Guess = ["wrongPasswordFromNewNetwork", email, network];
    const isFresh = (await count([fresh])) === null;
    if (isFresh) guesses.push(fresh);
    const ofAccount: Guess = ["wrongPasswordForAccount", email];
    const locked = await count([ofAccount]);
    if (locked === null) return [...guesses, ofAccount];
    const spare: Guess = ["wrongPasswordFromNewNetworks", email];
    const refused = isFresh ? await count([spare]) : locked;
    if (refused === null) return [...guesses, spare];
    await giveBack(guesses);
    throw tooMany(refused);
  }

  return {
    /** Throws while no more guesses are heard from there. */
    async begin(c: Context<ServerEnv>, email: string, account: Account | undefined): Promise<Attempt> {
      const address = clientAddress(c, trustProxy);
      const device = account && devices.deviceOf(c, account);
      const own: Guess = device ? ["wrongPassword", "device", device] : ["wrongPassword", email, networkOf(address)];
      let guesses = [own];
      if (device) {
        const blocked = await count(guesses);
        if (blocked !== null) throw tooMany(blocked);
      } else {
        guesses = await countElsewhere(email, networkOf(address), widerNetworkOf(address));
      }
      return {
        isKnownDevice: device !== undefined,
        async succeed() {
          await limits.forget(...own);
          await giveBack(guesses.slice(1));
        },
        giveBack: () => giveBack(guesses),
      };
    },
  };
}
