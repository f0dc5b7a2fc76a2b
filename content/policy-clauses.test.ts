import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EARLY_REVIEWER_CUTOFF } from "~/domain/review";
import { POLICY_CLAUSES } from "~/domain/policy-clauses";

const read = (page: string) => readFileSync(`content/pages/${page}.md`, "utf8");

test("shows each clause that decisions name, and no other", { tags: ["11.80"] }, () => {
  const policy = read("review-policy");
  for (const [id, sentence] of Object.entries(POLICY_CLAUSES)) expect(policy).toContain(`- **${id}** ${sentence}`);
  const shown = [...policy.matchAll(/^- \*\*(\d\.\d)\*\* /gm)].map(([, id]) => id);
  expect(shown).toEqual(Object.keys(POLICY_CLAUSES));
});

test("explains each badge and what is not checked", { tags: ["11.81"] }, () => {
  const page = read("how-reviews-are-checked");
  const source = readFileSync("app/features/reviews/review-card.tsx", "utf8");
  const badges = [...source.matchAll(/name: "(.+)"/g)].map(([, name = ""]) => name);
  expect(badges).toHaveLength(3);
  for (const badge of badges) expect(read("review-policy")).toContain(`| ${badge} `);
  for (const badge of [...badges, "Reply from the owner or manager (identity not checked)"])
    expect(page).toContain(`**${badge}.**`);
  expect(EARLY_REVIEWER_CUTOFF).toBe("2025-06-30");
  for (const text of [page, source, read("review-policy")]) expect(text).toContain("on or before 30 June 2025");
});
