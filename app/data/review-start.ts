import { readStoredJson, writeStored } from "./browser-storage";
import type { ReviewStart } from "~/domain/deposit-review";
import { readAnswers } from "~/domain/given-answers";
import { moveInDate, moveInParts } from "~/domain/move-in";

/** In local storage, because a link that confirms an email may open another tab. */
const KEY = "gharsach-review-start";
/** In ms. Later, another person may write on this device. */
const MAX_AGE = 7 * 24 * 60 * 60 * 1000;

/** Stores what the next review form on this device fills in; null removes it. Returns whether that worked. (spec 12) */
export function keepReviewStart(start: ReviewStart | null, now: Date): boolean {
  return writeStored("localStorage", KEY, start && JSON.stringify({ ...start, keptAt: now.getTime() }));
}

/** Returns and removes what the review form fills in. Leaves out invalid values. */
export function takeReviewStart(now: Date): ReviewStart | null {
  const stored = readStoredJson("localStorage", KEY);
  if (typeof stored !== "object" || stored === null) return null;
  writeStored("localStorage", KEY, null);
  const { city, moveInDate: movedIn, answers, keptAt }: Record<string, unknown> = { ...stored };
  if (typeof keptAt !== "number" || now.getTime() - keptAt > MAX_AGE) return null;
  return {
    city: typeof city === "string" ? city.slice(0, 200) : "",
    moveInDate: moveInDate(moveInParts(typeof movedIn === "string" ? movedIn : "")),
    answers: typeof answers === "object" && answers !== null ? readAnswers({ ...answers }) : {},
  };
}
