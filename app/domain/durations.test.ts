import { expect, test } from "vitest";
import {
  LIST_STAGGER_SECONDS,
  REPORT_DIALOG_RESET_DELAY,
  TOAST_DEFAULT_DURATION,
  TOAST_DURATIONS,
  TOAST_LIMIT,
  TOAST_REMOVE_DELAY,
} from "./durations";

test(
  "toasts stay as long as specified",
  {
    tags: ["9.23", "9.24", "9.25", "9.26", "9.27", "9.28", "9.29", "9.30", "9.31", "9.32", "9.33", "9.34", "9.35"],
  },
  () => {
    expect(keysOfDuration(3000)).toEqual(["alreadyReported", "loginSucceeded", "callbackConfirmed"]);
    expect(keysOfDuration(4000)).toEqual(["incompleteForm", "reviewReported"]);
    expect(keysOfDuration(5000)).toEqual(["emailExists", "loginFailed", "passwordUpdated"]);
    expect(keysOfDuration(7000)).toEqual([
      "emailNotConfirmed",
      "accountCreated",
      "resetEmailSent",
      "resetError",
      "callbackPending",
      "callbackFailed",
    ]);
  },
);

test("at most three toasts show, five seconds unless told otherwise", () => {
  expect(TOAST_LIMIT).toBe(3);
  expect(TOAST_DEFAULT_DURATION).toBe(5000);
  expect(TOAST_REMOVE_DELAY).toBe(1_000_000);
});

test("the report dialog resets and the list enters as specified", { tags: ["9.36", "9.37"] }, () => {
  expect(REPORT_DIALOG_RESET_DELAY).toBe(300);
  expect(LIST_STAGGER_SECONDS).toBe(0.05);
});

function keysOfDuration(duration: number): string[] {
  return Object.entries(TOAST_DURATIONS)
    .filter(([, value]) => value === duration)
    .map(([key]) => key);
}
