import pLimit from "p-limit";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

const MINUTE = 60;

/**
 * How often one visitor may ask the account service: the limits of hosted Supabase (per address, in five minutes), and
 * two of our own that hosted projects have inside the service: one e-mail a minute to one address, and ten wrong
 * passwords for one account from one address in a quarter of an hour.
 */
const LIMITS = {
  /** Sign-ups and sign-ins by password. */
  signIn: { points: 30, duration: 5 * MINUTE },
  /** Confirmation and recovery links. */
  verify: { points: 30, duration: 5 * MINUTE },
  /** Session refreshes. */
  refresh: { points: 150, duration: 5 * MINUTE },
  /** E-mails asked for: recovery and resend. */
  email: { points: 30, duration: 60 * MINUTE },
  /** Recovery mails to one recipient. */
  recipient: { points: 1, duration: MINUTE },
  /** Sign-ups and resends for an address that waits for no confirmation: as rare as mails to one that does. */
  signUpAgain: { points: 1, duration: MINUTE },
  /** Wrong passwords for one account from one address. */
  wrongPassword: { points: 10, duration: 15 * MINUTE },
} as const;

export type AuthLimit = keyof typeof LIMITS;

export interface AuthLimits {
  /** Counts one use. Resolves to null, or to the seconds to wait when the limit is reached. */
  count(limit: AuthLimit, key: string): Promise<number | null>;
  /** Resolves to the seconds to wait when the limit is reached already, without counting. */
  blockedFor(limit: AuthLimit, key: string): Promise<number | null>;
  forget(limit: AuthLimit, key: string): Promise<void>;
}

export function createAuthLimits(): AuthLimits {
  const limiters = new Map<AuthLimit, RateLimiterMemory>();
  for (const limit of Object.keys(LIMITS) as AuthLimit[]) {
    limiters.set(limit, new RateLimiterMemory({ keyPrefix: limit, ...LIMITS[limit] }));
  }
  const limiter = (limit: AuthLimit) => limiters.get(limit) as RateLimiterMemory;

  return {
    async count(limit, key) {
      try {
        await limiter(limit).consume(key);
        return null;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw refusal;
      }
    },
    async blockedFor(limit, key) {
      const used = await limiter(limit).get(key);
      if (!used || used.consumedPoints < LIMITS[limit].points) return null;
      return Math.max(1, Math.ceil(used.msBeforeNext / 1000));
    },
    async forget(limit, key) {
      await limiter(limit).delete(key);
    },
  };
}

/** Password hashing keeps the only thread busy for a tenth of a second: two at a time leave room to answer everybody else. */
export const passwordHashing = pLimit(2);
/** Beyond this many waiting, a sign-in is refused at once. */
export const MAX_WAITING_SIGN_INS = 40;
