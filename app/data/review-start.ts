import { isRecord, readStoredJson, writeStored } from "./browser-storage";
import type { ReviewStart } from "~/domain/deposit-review";
import { readAnswers } from "~/domain/given-answers";
import { moveInDate, moveInParts } from "~/domain/move-in";

/** Must match the key in deposit-store.ts, which stores it: one module for both would be a chunk that two pages wait for. */
const KEY = "gharsach-review-start";
/** In ms: enough to sign up and confirm. Later, another person may write on this device. */
const MAX_AGE = 60 * 60 * 1000;

/** Returns and removes what the review form fills in; null if that is nothing. Leaves out invalid values. */
export function takeReviewStart(now: Date): ReviewStart | null {
  const stored = readStoredJson("localStorage", KEY);
  if (!isRecord(stored)) return null;
  writeStored("localStorage", KEY, null);
  const { city, moveInDate: movedIn, answers, keptAt } = stored;
  if (typeof keptAt !== "number" || now.getTime() - keptAt > MAX_AGE) return null;
  const start = {
    city: typeof city === "string" ? city.slice(0, 200) : "",
    moveInDate: moveInDate(moveInParts(typeof movedIn === "string" ? movedIn : "")),
    answers: isRecord(answers) ? readAnswers(answers) : {},
  };
  const isEmpty = start.city + start.moveInDate === "" && Object.keys(start.answers).length === 0;
  return isEmpty ? null : start;
}
