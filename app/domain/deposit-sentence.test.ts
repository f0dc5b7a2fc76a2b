import { expect, test } from "vitest";
import { depositSentence } from "./deposit-sentence";
import type { Answers } from "./questions";

test.each<[Answers, string, string]>([
  [
    { deposit: "4_6_months", deposit_back: "part", deposit_when: "month", deposit_kept: "damage" },
    "Deposit 4–6 months",
    "; part came back within a month, kept for damage",
  ],
  [{ deposit: "1_month", deposit_back: "all", deposit_when: "later" }, "Deposit 1 month", "; all came back later"],
  [{ deposit_back: "none", deposit_kept: "no_reason" }, "Deposit", ": none came back, kept without a reason"],
  [{ deposit: "none" }, "No deposit", ""],
  [{ deposit: "2_months", deposit_back: "living_there" }, "Deposit 2 months", ""],
  [{ deposit_back: "waiting" }, "Deposit", ": the tenant still waits for it"],
  [
    { deposit: "2_months", deposit_back: "part", deposit_kept: "notice" },
    "Deposit 2 months",
    "; part came back, kept for notice period",
  ],
])("says in one sentence what %j means", { tags: ["10.500"] }, (answers, asked, outcome) => {
  expect(depositSentence(answers)).toEqual({ asked, outcome });
});

test("says nothing of a deposit that a review does not mention", { tags: ["10.500"] }, () => {
  expect(depositSentence({ rent: "over_1l" })).toBeNull();
});
