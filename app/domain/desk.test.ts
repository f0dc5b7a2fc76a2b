import { expect, test } from "vitest";
import { clausesFor, type DeskItem, likelyClause } from "./desk";
import { POLICY_CLAUSES } from "./policy-clauses";

const ITEM: DeskItem = {
  ...{ kind: "review", id: "1", dueAt: "2026-12-01T00:00:00Z", reasons: [], review: null, isReviewShown: true },
  ...{ reply: null, grievance: null, burst: null, town: null, reports: [], history: [] },
};
const report = (reason: DeskItem["reports"][number]["reason"]) => ({
  at: "2026-11-25T00:00:00Z",
  reason,
  reporter: null,
});

test("offers the clause for texts that stay only if the text stays", { tags: ["11.93"] }, () => {
  expect(clausesFor("clear-flag", null)).toEqual(["5.1"]);
  expect(clausesFor("approve-reply", null)).toEqual(["5.1"]);
  expect(clausesFor("decide-grievance", "refused")).toEqual(["5.1"]);
  expect(clausesFor("hide", null)).toEqual(Object.keys(POLICY_CLAUSES).filter((clause) => !/^[45]/.test(clause)));
  expect(clausesFor("refuse-reply", null)).toContain("4.2");
});

test("suggests the clause of the most frequent reason", () => {
  const reports = [report("spam"), report("offensive"), report("offensive")];
  expect(likelyClause({ ...ITEM, reports }, "hide", null)).toBe("2.3");
  expect(likelyClause({ ...ITEM, reports }, "clear-flag", null)).toBe("5.1");
  expect(likelyClause({ ...ITEM, kind: "reply" }, "refuse-reply", null)).toBe("4.2");
});
