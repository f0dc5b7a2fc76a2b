import { expect, test } from "vitest";
import * as rules from "~/domain/durations";
import { TOAST_DEFAULT_DURATION, TOAST_LIMIT, TOAST_REMOVE_DELAY } from "~/ui/toast";

test(
  "the toasts of app/ui, which know nothing of the product, keep the product's limits",
  { tags: ["9.14", "9.15", "9.16"] },
  () => {
    expect([TOAST_LIMIT, TOAST_DEFAULT_DURATION, TOAST_REMOVE_DELAY]).toEqual([3, 5_000, 1_000_000]);
    expect([rules.TOAST_LIMIT, rules.TOAST_DEFAULT_DURATION, rules.TOAST_REMOVE_DELAY]).toEqual([3, 5_000, 1_000_000]);
  },
);
