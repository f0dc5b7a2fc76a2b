import { expect, test } from "vitest";
import { depositHistory, followUpWords } from "./follow-up";
import { followUpFault, newDepositAnswers } from "./follow-up-check";
import { canAddFollowUp } from "./my-review";
import { replyFault } from "./reply";

test("allows three follow-ups while readers see the review", { tags: ["11.8"] }, () => {
  const added = { text: "Deposit returned.", depositBack: null, addedOn: "2027-03-02" };
  const states = ["public", "flagged", "hidden", "withdrawn"] as const;
  const of = (followUps: (typeof added)[]) => states.map((state) => canAddFollowUp({ state, followUps, answers: {} }));
  expect(of([added, added])).toEqual([true, true, false, false]);
  expect(of([added, added, added])).toEqual([false, false, false, false]);
});

test("allows a later answer about the deposit after the last follow-up", { tags: ["10.126"] }, () => {
  const said = { text: "No news.", depositBack: null, addedOn: "2027-03-02" };
  const answered = (depositBack: string) => ({ text: "", depositBack, addedOn: "2027-03-02" });
  const offered = (deposit_back: string, ...answers: string[]) =>
    Object.keys(newDepositAnswers({ answers: { deposit_back }, followUps: answers.map(answered) }));
  expect(offered("living_there")).toEqual(["all", "part", "none", "waiting"]);
  expect(offered("living_there", "waiting")).toEqual(["all", "part", "none"]);
  const fromWaiting = newDepositAnswers({ answers: { deposit_back: "waiting" }, followUps: [] });
  expect(Object.values(fromWaiting)).toEqual(["All", "In part", "None of it"]);
  expect(offered("none")).toEqual(["all", "part"]);
  expect([offered("part"), offered("waiting", "none", "part")]).toEqual([["all"], ["all"]]);
  expect([offered("all"), offered("waiting", "part", "all")]).toEqual([[], []]);
  const full = { state: "public", followUps: [said, said, said] } as const;
  const canAdd = (deposit_back: string) =>
    canAddFollowUp({ ...full, followUps: [...full.followUps], answers: { deposit_back } });
  expect([canAdd("waiting"), canAdd("all")]).toEqual([true, false]);
  expect([followUpFault("", "all"), followUpFault("", "")]).toEqual([null, "missing"]);
  expect(followUpWords({ ...said, depositBack: "all" })).toBe("Deposit back: all. No news.");
  expect(followUpWords(answered("part"))).toBe("Deposit back: in part");
});

test("lists the answers about the deposit with their days", { tags: ["10.126", "10.563"] }, () => {
  const answered = (depositBack: string | null, addedOn: string) => ({ text: "", depositBack, addedOn });
  const history = (deposit_back: string, ...followUps: ReturnType<typeof answered>[]) =>
    depositHistory({ publishedOn: "2026-03-03", answers: { deposit_back }, followUps }).replaceAll("\u00a0", " ");
  expect(history("part", answered("all", "2026-05-20"))).toBe("On 3 Mar 2026: in part. On 20 May 2026: all.");
  expect(history("living_there", answered("none", "2026-05-20"))).toBe("On 20 May 2026: none of it.");
  expect(history("part", answered(null, "2026-05-20"))).toBe("");
});

test.for([
  ["follow-up", followUpFault, 500],
  ["reply", replyFault, 1000],
] as const)("rejects a %s that is blank or too long", { tags: ["11.8", "11.82"] }, ([, faultOf, length]) => {
  expect(faultOf(" \u200b\n")).toBe("missing");
  expect(faultOf(` ${"🏠".repeat(length)} `)).toBeNull();
  expect(faultOf("अ".repeat(length + 1))).toBe("too-long");
});
