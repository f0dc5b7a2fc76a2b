import { LRUCache } from "lru-cache";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { createDailyKeys } from "../client-address.ts";

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/**
 * How often something may be asked from one network address, and what of that an operator can change: the keys are those
 * of private.settings. Sizes of hosted Supabase (account service) and of Mastodon (the rest), and for a day about what a
 * hostel or an office behind one address needs. Must match the migration that adds the settings.
 */
export const LIMITS = {
  sign_ins_per_address_5_min: { points: 30, duration: 5 * MINUTE },
  sign_ups_per_address_day: { points: 100, duration: DAY },
  verifications_per_address_5_min: { points: 30, duration: 5 * MINUTE },
  refreshes_per_address_5_min: { points: 150, duration: 5 * MINUTE },
  mails_per_address_hour: { points: 30, duration: 60 * MINUTE },
  reviews_per_address_5_min: { points: 30, duration: 5 * MINUTE },
  reviews_per_address_day: { points: 200, duration: DAY },
  reports_per_address_5_min: { points: 10, duration: 5 * MINUTE },
  reports_per_address_day: { points: 60, duration: DAY },
  waitlist_entries_per_address_5_min: { points: 10, duration: 5 * MINUTE },
  waitlist_entries_per_address_day: { points: 60, duration: DAY },
  uploads_per_address_5_min: { points: 60, duration: 5 * MINUTE },
  uploads_per_address_day: { points: 400, duration: DAY },
  /** For one account from one address. */
  wrong_passwords_15_min: { points: 10, duration: 15 * MINUTE },
  /** For one account from one /24 or /48, and from everywhere. */
  wrong_passwords_per_network_15_min: { points: 20, duration: 15 * MINUTE },
  wrong_passwords_per_account_15_min: { points: 50, duration: 15 * MINUTE },
  /** Recovery mails to one recipient. Must match max_frequency in supabase/config.toml, as the next does. */
  recovery_mails_per_minute: { points: 1, duration: MINUTE },
  /** Sign-ups and resends for an address that waits for no confirmation: as rare as mails to one that does. */
  repeated_sign_ups_per_minute: { points: 1, duration: MINUTE },
} as const;

export type LimitName = keyof typeof LIMITS;

/** What is counted, each under its limits; the shortest window comes first. */
const USES = {
  signIn: ["sign_ins_per_address_5_min"],
  signUp: ["sign_ins_per_address_5_min", "sign_ups_per_address_day"],
  verify: ["verifications_per_address_5_min"],
  refresh: ["refreshes_per_address_5_min"],
  email: ["mails_per_address_hour"],
  review: ["reviews_per_address_5_min", "reviews_per_address_day"],
  report: ["reports_per_address_5_min", "reports_per_address_day"],
  waitlist: ["waitlist_entries_per_address_5_min", "waitlist_entries_per_address_day"],
  upload: ["uploads_per_address_5_min", "uploads_per_address_day"],
  wrongPassword: ["wrong_passwords_15_min"],
  wrongPasswordFromNetwork: ["wrong_passwords_per_network_15_min"],
  wrongPasswordForAccount: ["wrong_passwords_per_account_15_min"],
  recipient: ["recovery_mails_per_minute"],
  signUpAgain: ["repeated_sign_ups_per_minute"],
} as const satisfies Record<string, readonly LimitName[]>;

export type Use = keyof typeof USES;

/** Counters kept at a time, some 40 MB at most; beyond it the one that was not used for longest is forgotten. */
const MAX_COUNTERS = 100_000;

export interface AddressLimits {
  /** Counts one use. Resolves to null, or to the seconds to wait when a limit is reached. */
  count(use: Use, ...who: string[]): Promise<number | null>;
  /** Resolves to the seconds to wait when a limit is reached already, without counting. */
  blockedFor(use: Use, ...who: string[]): Promise<number | null>;
  /** Takes back one use that was counted and did not come about. */
  giveBack(use: Use, ...who: string[]): Promise<void>;
  forget(use: Use, ...who: string[]): Promise<void>;
  /** Notes until midnight (UTC) that an account has logged in. */
  remember(...who: string[]): void;
  isKnown(...who: string[]): boolean;
  /** Takes over the numbers that an operator has set; whatever is no whole number above zero leaves a limit at its default. */
  setNumbers(settings: Partial<Record<string, unknown>>): void;
  /** How many counters are in memory. */
  size(): number;
}

/**
 * Counts in memory. Whose a count is, an address or an account, is kept as a hash with a key that changes every day: what
 * is in memory names nobody, and nothing of one day can be laid beside the next.
 */
export function createAddressLimits(maxCounters = MAX_COUNTERS): AddressLimits {
  const keys = createDailyKeys();
  const limiters = new Map<LimitName, RateLimiterMemory>();
  for (const name of Object.keys(LIMITS) as LimitName[]) {
    limiters.set(name, new RateLimiterMemory({ keyPrefix: "", ...LIMITS[name] }));
  }
  const limiter = (name: LimitName) => limiters.get(name) as RateLimiterMemory;
  const counters = new LRUCache<string, { name: LimitName; key: string }>({
    max: maxCounters,
    dispose: ({ name, key }) => void limiter(name).delete(key),
  });

  const known = new LRUCache<string, true>({ max: maxCounters });

  async function consume(name: LimitName, key: string): Promise<number | null> {
    if (!counters.get(`${name} ${key}`)) counters.set(`${name} ${key}`, { name, key });
    try {
      await limiter(name).consume(key);
      return null;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return secondsOf(refusal);
      throw refusal;
    }
  }

  return {
    async count(use, ...who) {
      const key = keys.keyOf(who);
      for (const name of USES[use]) {
        const wait = await consume(name, key);
        if (wait !== null) return wait;
      }
      return null;
    },
    async blockedFor(use, ...who) {
      const key = keys.keyOf(who);
      for (const name of USES[use]) {
        const used = await limiter(name).get(key);
        if (used && used.consumedPoints >= limiter(name).points) return secondsOf(used);
      }
      return null;
    },
    async giveBack(use, ...who) {
      const key = keys.keyOf(who);
      for (const name of USES[use]) await limiter(name).reward(key);
    },
    async forget(use, ...who) {
      const key = keys.keyOf(who);
      for (const name of USES[use]) await limiter(name).delete(key);
    },
    remember: (...who) => void known.set(keys.keyOf(who), true),
    isKnown: (...who) => known.has(keys.keyOf(who)),
    setNumbers(settings) {
      for (const name of Object.keys(LIMITS) as LimitName[]) {
        const number = settings[name];
        limiter(name).points = isLimit(number) ? number : LIMITS[name].points;
      }
    },
    size: () => counters.size,
  };
}

function isLimit(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}

/** What somebody reads who has to wait. */
export function tooManyFromHere(seconds: number): string {
  return `Too many requests from your network. Please try again ${inWords(seconds)}.`;
}

function inWords(seconds: number): string {
  if (seconds <= 60) return "in a minute";
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 90) return `in ${minutes} minutes`;
  return `in ${Math.ceil(minutes / 60)} hours`;
}
