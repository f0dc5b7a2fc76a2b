import { createHash } from "node:crypto";

/** The id under which an account's review is stored that was sent with this one, as private.own_review_id makes it. */
export function ownReviewId(account: string, given: unknown): string {
  const hash = createHash("sha256")
    .update(`${account}:${String(given)}`)
    .digest("hex");
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
}
