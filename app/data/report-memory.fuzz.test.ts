import "./test-window";
import { type Arbitrary, array, assert, asyncProperty, constantFrom, jsonValue, oneof, record } from "fast-check";
import { expect, test, vi } from "vitest";
import { hostileText } from "~/domain/test-hostile-text";

const KEY = "userReportFingerprintData";

test("whatever lies in the place of the memory, a report is remembered and an earlier one is not forgotten", async () => {
  await assert(
    asyncProperty(stored(), hostileText(), async (content, reviewId) => {
      localStorage.setItem(KEY, content);
      const here = await openPage();
      const before = here.reportedReviews();
      for (const id of before) expect(typeof id).toBe("string");
      here.rememberReported(reviewId);
      const after = (await openPage()).reportedReviews();
      expect([...after]).toEqual([...new Set([...before, reviewId])]);
    }),
  );
});

/** The module as a page that has just been opened has it. */
function openPage() {
  vi.resetModules();
  return import("./report-memory");
}

function stored(): Arbitrary<string> {
  const value = oneof(hostileText(), jsonValue());
  const memory = record({
    deviceId: oneof(constantFrom("f".repeat(32), "short"), value),
    reportedReviewIds: oneof(array(hostileText()), array(value), value),
  });
  return oneof(
    { weight: 3, arbitrary: memory.map((whole) => JSON.stringify(whole)) },
    jsonValue().map((json) => JSON.stringify(json)),
    hostileText(),
    constantFrom("[".repeat(50_000), "", "null"),
  );
}
