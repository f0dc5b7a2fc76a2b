import type { Context } from "hono";
import { LRUCache } from "lru-cache";
import { clientAddress, createKeyedHash, networkOf, type ServerEnv, widerNetworkOf } from "../client-address.ts";

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/**
 * How often something may be asked from one network address, and what of that an operator can change: the keys are those
 * of private.settings. Sizes of hosted Supabase (account service) and of Mastodon (the rest), and for a day about what a
 * hostel or an office behind one address needs. Must match …_settings.sql; supabase/tests/address-limits.test.ts compares
 * them.
 */
export const LIMITS = {
  sign_ins_per_address_5_min: { points: 30, duration: 5 * MINUTE },
  sign_ups_per_address_day: { points: 100, duration: DAY },
  verifications_per_address_5_min: { points: 30, duration: 5 * MINUTE },
  refreshes_per_address_5_min: { points: 150, duration: 5 * MINUTE },
  mails_per_address_hour: { points: 30, duration: 60 * MINUTE },
  reviews_per_address_5_min: { points: 30, duration: 5 * MINUTE },
  reviews_per_address_day: { points: 200, duration: DAY },
  changes_per_address_5_min: { points: 300, duration: 5 * MINUTE },
  uploads_per_address_5_min: { points: 60, duration: 5 * MINUTE },
  uploads_per_address_day: { points: 400, duration: DAY },
  /** For one account from one address, or from one device that has logged in to it before. */
  wrong_passwords_15_min: { points: 10, duration: 15 * MINUTE },
  /** For one account from one /24 or /48, and from everywhere. */
  wrong_passwords_per_network_15_min: { points: 20, duration: 15 * MINUTE },
  wrong_passwords_per_account_15_min: { points: 50, duration: 15 * MINUTE },
  /** Still accepted beyond that: from a /24 or /48 with no more than so many, and from all of these in half a minute. */
  wrong_passwords_per_new_network_15_min: { points: 2, duration: 15 * MINUTE },
  wrong_passwords_from_new_networks_30_s: { points: 15, duration: MINUTE / 2 },
  /** Recovery mails to one recipient. Must match max_frequency in supabase/config.toml, as the next does. */
  recovery_mails_per_minute: { points: 1, duration: MINUTE },
  /** Sign-ups and resends for an address that waits for no confirmation: as rare as mails to one that does. */
  repeated_sign_ups_per_minute: { points: 1, duration: MINUTE },
} as const;

type LimitName = keyof typeof LIMITS;

/** What is counted, each under its limits; the shortest window comes first. */
const USES = {
  signIn: ["sign_ins_per_address_5_min"],
  signUp: ["sign_ins_per_address_5_min", "sign_ups_per_address_day"],
  verify: ["verifications_per_address_5_min"],
  refresh: ["refreshes_per_address_5_min"],
  email: ["mails_per_address_hour"],
  review: ["reviews_per_address_5_min", "reviews_per_address_day"],
  change: ["changes_per_address_5_min"],
  upload: ["uploads_per_address_5_min", "uploads_per_address_day"],
  wrongPassword: ["wrong_passwords_15_min"],
  wrongPasswordFromNetwork: ["wrong_passwords_per_network_15_min"],
  wrongPasswordForAccount: ["wrong_passwords_per_account_15_min"],
  wrongPasswordFromNewNetwork: ["wrong_passwords_per_new_network_15_min"],
  wrongPasswordFromNewNetworks: ["wrong_passwords_from_new_networks_30_s"],
  recipient: ["recovery_mails_per_minute"],
  signUpAgain: ["repeated_sign_ups_per_minute"],
} as const satisfies Record<string, readonly LimitName[]>;

export type Use = keyof typeof USES;

/** Counters in memory, some 20 MB; beyond it the least recently used is evicted. */
const MAX_COUNTERS = 100_000;
/** One /24 or /48 has at most so many: fewer than fifty networks evict nothing. */
const MAX_COUNTERS_PER_NETWORK = 2_000;
/** Most of a network's counters are gone by then. */
const NETWORK_WAIT_S = 5 * MINUTE;

/** A /24 or /48 and how many counters it has. */
interface Network {
  key: string;
  counters: number;
}

interface Counter {
  uses: number;
  network: Network | null;
}

export interface AddressLimits {
  /**
   * Counts one use. Returns null, or the seconds to wait when a limit is reached, or when the /24 or /48 that asks has too many
   * counters for another one. `network` is null where whether a counter is made must not be told by what is left of these.
   */
  count(network: string | null, use: Use, ...who: string[]): number | null;
  /** Returns the seconds to wait when a limit is reached already, without counting. */
  blockedFor(use: Use, ...who: string[]): number | null;
  /** Takes back one use that was counted and did not come about. */
  giveBack(use: Use, ...who: string[]): void;
  forget(use: Use, ...who: string[]): void;
  /** Takes over the numbers that an operator has set; whatever is no whole number above zero leaves a limit at its default. */
  setNumbers(settings: Partial<Record<string, unknown>>): void;
  /** How many counters are in memory. For tests. */
  size(): number;
}

/**
 * Counts in memory. Whose a count is, an address or an account, is kept as a hash with a random key: memory
 * holds no address. Counters of a day have a key that changes daily, so that two days cannot be linked. Those of an hour and
 * less expire by themselves, and must not restart at midnight. `maxCounters` is for tests.
 */
export function createAddressLimits(maxCounters = MAX_COUNTERS): AddressLimits {
  const [shortKey, dailyKey] = [createKeyedHash("process"), createKeyedHash("day")];
  const points: Record<LimitName, number> = pointsIn({});
  const counters = createCounters(maxCounters);

  function keyOf(name: LimitName, who: string[]): string {
    return (LIMITS[name].duration < DAY ? shortKey : dailyKey)([name, ...who]);
  }

  return {
    count(network, use, ...who) {
      for (const name of USES[use]) {
        const key = keyOf(name, who);
        const counter = counters.get(key) ?? counters.begin(key, LIMITS[name].duration, network && shortKey([network]));
        if (!counter) return NETWORK_WAIT_S;
        counter.uses += 1;
        if (counter.uses > points[name]) return counters.secondsLeft(key);
      }
      return null;
    },
    blockedFor(use, ...who) {
      for (const name of USES[use]) {
        const key = keyOf(name, who);
        const counter = counters.get(key);
        if (counter && counter.uses >= points[name]) return counters.secondsLeft(key);
      }
      return null;
    },
    giveBack(use, ...who) {
      // One that has expired meanwhile is not recreated below zero.
      for (const name of USES[use]) {
        const key = keyOf(name, who);
        const counter = counters.get(key);
        if (!counter) continue;
        counter.uses -= 1;
        if (counter.uses <= 0) counters.delete(key);
      }
    },
    forget(use, ...who) {
      for (const name of USES[use]) counters.delete(keyOf(name, who));
    },
    setNumbers(settings) {
      // This comes every minute: not even the hash of who was counted outlives its window for longer.
      counters.purgeStale();
      Object.assign(points, pointsIn(settings));
    },
    size: counters.size,
  };
}

/** Counters by key, each with a time to live in seconds, and at most so many in all and for each network. */
function createCounters(max: number) {
  const networks = new Map<string, Network>();
  const counters = new LRUCache<string, Counter>({
    max,
    ttlResolution: 0,
    perf: Date,
    dispose({ network }) {
      if (!network) return;
      network.counters -= 1;
      if (network.counters === 0) networks.delete(network.key);
    },
  });
  return {
    get: (key: string) => counters.get(key),
    delete: (key: string) => counters.delete(key),
    purgeStale: () => counters.purgeStale(),
    size: () => counters.size,
    secondsLeft: (key: string) => Math.max(1, Math.ceil(counters.getRemainingTTL(key) / 1000)),
    /** Null where the network has all the counters that it may have. */
    begin(key: string, seconds: number, networkKey: string | null): Counter | null {
      const network = networkKey ? (networks.get(networkKey) ?? { key: networkKey, counters: 0 }) : null;
      if (network) {
        if (network.counters >= MAX_COUNTERS_PER_NETWORK) return null;
        network.counters += 1;
        networks.set(network.key, network);
      }
      const counter = { uses: 0, network };
      counters.set(key, counter, { ttl: seconds * 1000 });
      return counter;
    },
  };
}

function pointsIn(settings: Partial<Record<string, unknown>>): Record<LimitName, number> {
  const names = Object.keys(LIMITS) as LimitName[];
  const pointsOf = (name: LimitName) => (isLimit(settings[name]) ? settings[name] : LIMITS[name].points);
  return Object.fromEntries(names.map((name) => [name, pointsOf(name)])) as Record<LimitName, number>;
}

function isLimit(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

/** Counts a request. Returns the visitor's network address, and the seconds to wait when a limit is reached. */
export function countRequest(
  c: Context<ServerEnv>,
  use: Use,
  { limits, trustProxy }: { limits: AddressLimits; trustProxy: boolean },
): { address: string; wait: number | null } {
  const address = clientAddress(c, trustProxy);
  return { address, wait: limits.count(widerNetworkOf(address), use, networkOf(address)) };
}

/** The message of a 429. */
export function tooManyFromHere(seconds: number): string {
  return `Too many requests from your network. Please try again ${duration(seconds)}.`;
}

function duration(seconds: number): string {
  if (seconds <= 60) return "in a minute";
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 90) return `in ${minutes} minutes`;
  return `in ${Math.ceil(minutes / 60)} hours`;
}
