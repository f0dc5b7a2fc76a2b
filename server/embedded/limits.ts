import type { Context } from "hono";
import { LRUCache } from "lru-cache";
import { clientAddress, createKeyedHash, networkOf, type ServerEnv, widerNetworkOf } from "../client-address.ts";
import { limitsReached } from "../metrics.ts";
import { mailboxKey } from "./email-address.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An address is an IPv4 address or a /64, a network a /24 or /48. A mailbox may have any number of email addresses. */
type Per = "address" | "network" | "account in a network" | "recipient" | "mailbox";

type Use =
  | ("sign-in" | "sign-up" | "guess" | "verify" | "refresh" | "session")
  | ("email-request" | "confirmation" | "confirmation-email" | "recovery" | "recovery-email" | "assured-recovery")
  | ("review" | "change" | "upload" | "photo-megabyte");

interface Limit {
  of: Use[];
  per: Per;
  most: number;
  seconds: number;
}

/**
 * The limits that this server counts in memory. Must match private.settings (01_basics.sql), where operators change them, except those that
 * must match max_frequency in supabase/config.toml. Values follow hosted Supabase (accounts) and Mastodon (others); daily limits allow for a
 * hostel or office behind one address. The database counts limits that hosted projects need, too (docs/decisions/0005).
 */
export const LIMITS = {
  sign_ins_per_address_5_min: { of: ["sign-in", "sign-up"], per: "address", most: 30, seconds: 5 * MINUTE },
  sign_ups_per_address_day: { of: ["sign-up"], per: "address", most: 100, seconds: DAY },
  sign_ups_per_network_day: { of: ["sign-up"], per: "network", most: 300, seconds: DAY },
  log_ins_per_network_15_min: { of: ["guess"], per: "network", most: 300, seconds: 15 * MINUTE },
  wrong_passwords_15_min: { of: ["guess"], per: "account in a network", most: 10, seconds: 15 * MINUTE },
  verifications_per_address_5_min: { of: ["verify"], per: "address", most: 30, seconds: 5 * MINUTE },
  refreshes_per_address_5_min: { of: ["refresh"], per: "address", most: 150, seconds: 5 * MINUTE },
  sessions_per_address_5_min: { of: ["session"], per: "address", most: 300, seconds: 5 * MINUTE },
  emails_per_address_hour: { of: ["email-request"], per: "address", most: 30, seconds: HOUR },
  emails_per_network_hour: { of: ["email-request"], per: "network", most: 100, seconds: HOUR },
  confirmations_per_recipient_minute: { of: ["confirmation"], per: "recipient", most: 1, seconds: MINUTE },
  confirmations_per_recipient_hour: { of: ["confirmation-email"], per: "mailbox", most: 3, seconds: HOUR },
  confirmations_per_recipient_day: { of: ["confirmation-email"], per: "mailbox", most: 6, seconds: DAY },
  recoveries_per_recipient_minute: { of: ["recovery"], per: "recipient", most: 1, seconds: MINUTE },
  recoveries_per_recipient_hour: { of: ["recovery-email"], per: "mailbox", most: 2, seconds: HOUR },
  recoveries_per_recipient_day: { of: ["recovery-email"], per: "mailbox", most: 4, seconds: DAY },
  // Anyone can use up the other limits of a mailbox. Its owner then still gets this email.
  assured_recoveries_per_recipient_hour: { of: ["assured-recovery"], per: "recipient", most: 1, seconds: HOUR },
  reviews_per_address_5_min: { of: ["review"], per: "address", most: 30, seconds: 5 * MINUTE },
  reviews_per_address_day: { of: ["review"], per: "address", most: 200, seconds: DAY },
  changes_per_address_5_min: { of: ["change"], per: "address", most: 300, seconds: 5 * MINUTE },
  uploads_per_address_5_min: { of: ["upload"], per: "address", most: 60, seconds: 5 * MINUTE },
  uploads_per_address_day: { of: ["upload"], per: "address", most: 400, seconds: DAY },
  photo_megabytes_per_network_day: { of: ["photo-megabyte"], per: "network", most: 200, seconds: DAY },
} as const satisfies Record<string, Limit>;

type LimitName = keyof typeof LIMITS;
const ALL = Object.entries(LIMITS) as [LimitName, Limit][];

/** Some 20 MB. Beyond that, the least recently used counter is evicted. */
const MAX_COUNTERS = 100_000;

export interface Who {
  address?: string;
  email?: string;
}

export interface Limits {
  /** Counts a use. Returns null, or the seconds to wait if a limit is reached. */
  count(use: Use, who: Who, amount?: number): number | null;
  /** Resets the failed-login counter of an account and network after a successful login. */
  resetGuesses(who: Who): void;
  /** Sets the limits to the operators' numbers. Missing and invalid ones get the default. */
  setNumbers(settings: Partial<Record<string, unknown>>): void;
  /** For tests. */
  size(): number;
}

/**
 * Creates the rate limiter. It counts in fixed windows by keyed hashes, so memory contains no address. Daily limits get a new hash
 * key at midnight (UTC), so that the counters of two days cannot be linked. Shorter limits keep one key per process, because they
 * must not restart at midnight. `maxCounters` is for tests.
 */
export function createLimits(maxCounters = MAX_COUNTERS): Limits {
  const [shortKey, dailyKey] = [createKeyedHash("process"), createKeyedHash("day")];
  const numbers = new Map<LimitName, number>();
  const counters = new LRUCache<string, { uses: number }>({ max: maxCounters, ttl: 1, ttlResolution: 0, perf: Date });

  function keyOf(name: LimitName, { per, seconds }: Limit, { address = "", email = "" }: Who): string {
    const whose = {
      address: () => [networkOf(address)],
      network: () => [widerNetworkOf(address)],
      "account in a network": () => [email, widerNetworkOf(address)],
      recipient: () => [email],
      mailbox: () => [mailboxKey(email)],
    }[per]();
    return (seconds < DAY ? shortKey : dailyKey)([name, ...whose]);
  }

  return {
    count(use, who, amount = 1) {
      for (const [name, limit] of ALL) {
        if (!limit.of.includes(use)) continue;
        const key = keyOf(name, limit, who);
        const counter = counters.get(key) ?? { uses: 0 };
        if (counter.uses === 0) counters.set(key, counter, { ttl: limit.seconds * 1000 });
        counter.uses += amount;
        if (counter.uses <= (numbers.get(name) ?? limit.most)) continue;
        limitsReached.inc({ limit: name });
        return Math.max(1, Math.ceil(counters.getRemainingTTL(key) / 1000));
      }
      return null;
    },
    resetGuesses(who) {
      counters.delete(keyOf("wrong_passwords_15_min", LIMITS.wrong_passwords_15_min, who));
    },
    setNumbers(settings) {
      // Every minute, so that hashes do not outlive their window.
      counters.purgeStale();
      for (const [name, { most }] of ALL) {
        const number = settings[name];
        numbers.set(name, typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : most);
      }
    },
    size: () => counters.size,
  };
}

export function countRequest(
  c: Context<ServerEnv>,
  use: Use,
  { limits, trustProxy }: { limits: Limits; trustProxy: boolean },
): { address: string; wait: number | null } {
  const address = clientAddress(c, trustProxy);
  return { address, wait: limits.count(use, { address }) };
}

export function tooManyFromHere(seconds: number): string {
  return `Too many requests from your network. Please try again ${inWords(seconds)}.`;
}

export function inWords(seconds: number): string {
  if (seconds <= 60) return "in a minute";
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 90) return `in ${minutes} minutes`;
  return `in ${Math.ceil(minutes / 60)} hours`;
}
