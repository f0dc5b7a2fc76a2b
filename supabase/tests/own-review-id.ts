import { createHash } from "node:crypto";

/** Returns the id of an account's review that was sent with the given id. Must match private.own_review_id. */
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
