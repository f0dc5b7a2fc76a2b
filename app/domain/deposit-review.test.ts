import { expect, test } from "vitest";
import type { Companion, LetterFields } from "./deposit-companion";
import { reviewStart } from "./deposit-review";

const TODAY = "2026-11-29";

const FACTS: LetterFields = {
  ...{ tenant: "Asha Rao", owner: "R. Gowda", home: "12 Lake View", movedIn: "2024-01-15", movedOut: "2026-09-30" },
  ...{
    rent: "25,000",
    deposit: "₹1,20,000",
    returned: "",
    agreement: "registered",
    deductions: [],
    payTo: "asha@upi",
    contact: "",
  },
};

test("answers what the notes say, and takes no name, address, note or amount", { tags: ["12.30"] }, () => {
  expect(reviewStart(companion({ returned: "20,000", deductions: [deduction("5,000", "cleaning")] }), TODAY)).toEqual({
    city: "Pune",
    moveInDate: "2024-01-01",
    answers: {
      deposit: "4_6_months",
      deposit_back: "part",
      deposit_kept: "cleaning",
    },
  });
});

test("calls a PG by its kind", { tags: ["12.30"] }, () => {
  expect(reviewStart({ ...companion({}), kind: "pg" }, TODAY).answers.property_type).toBe("PG / Hostel");
});

test.for([
  ["25,000", "0", "none"],
  ["25,000", "8,000", "1_month"],
  ["25,000", "50,000", "2_months"],
  ["25,000", "75,000", "3_months"],
  ["25,000", "2,50,000", "7_10_months"],
  ["25,000", "3,00,000", "more"],
  ["", "75,000", undefined],
  ["25,000", "three months", undefined],
])("gives a rent of %j and a deposit of %j as %j", { tags: ["12.30"] }, ([rent = "", deposit = "", months]) => {
  expect(reviewStart(companion({ rent, deposit }), TODAY).answers.deposit).toBe(months);
});

test.for<[Partial<LetterFields>, string | undefined, string | undefined]>([
  [{ returned: "1,20,000" }, "all", undefined],
  [{ returned: "0" }, "waiting", undefined],
  [{ deductions: [deduction("20,000", "bills")] }, "waiting", undefined],
  [{ deductions: [deduction("20,000", "bills"), deduction("1,00,000", "damage")] }, "none", "damage"],
  [{ returned: "1000" }, "part", undefined],
  [{ movedOut: "" }, undefined, undefined],
  [{ movedOut: "2026-12-15" }, undefined, undefined],
  [{ deposit: "" }, undefined, undefined],
])("gives %j as what came back: %j, kept for %j", { tags: ["12.30"] }, ([facts, back, keptFor]) => {
  const { answers } = reviewStart(companion(facts), TODAY);
  expect([answers.deposit_back, answers.deposit_kept]).toEqual([back, keptFor]);
});

test("leaves out a day of moving in that is to come", { tags: ["12.30"] }, () => {
  expect(reviewStart(companion({ movedIn: "2026-12-01" }), TODAY).moveInDate).toBe("");
});

function companion(facts: Partial<LetterFields>): Companion {
  const sheet = { day: "2026-09-30", lines: { walls: { state: "worn", note: "Two nail holes" } } } as const;
  return {
    ...{ kind: "flat", city: "Pune", facts: { ...FACTS, ...facts }, sheets: { in: sheet, out: sheet } },
    ...{ letter: "reminder", language: "" },
  };
}

function deduction(amount: string, reason: "bills" | "cleaning" | "damage") {
  return { reason, amount, hasBill: false };
}
