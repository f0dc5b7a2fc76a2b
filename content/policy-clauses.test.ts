import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EARLY_REVIEWER_CUTOFF } from "~/domain/review";
import { POLICY_CLAUSES } from "~/domain/policy-clauses";

const read = (page: string) => readFileSync(`content/pages/${page}.md`, "utf8");

test("the page shows the clauses that decisions name, each once, and no other", { tags: ["11.80"] }, () => {
  const policy = read("review-policy");
  for (const [id, sentence] of Object.entries(POLICY_CLAUSES)) expect(policy).toContain(`- **${id}** ${sentence}`);
  const shown = [...policy.matchAll(/^- \*\*(\d\.\d)\*\* /gm)].map(([, id]) => id);
  expect(shown).toEqual(Object.keys(POLICY_CLAUSES));
});

test("each badge is explained, with what nobody has checked", { tags: ["11.81"] }, () => {
  const page = read("how-reviews-are-checked");
  const source = readFileSync("app/features/reviews/review-badges.tsx", "utf8");
  const badges = [...source.matchAll(/name: "(.+)"/g)].map(([, name = ""]) => name);
  expect(badges).toHaveLength(3);
  for (const badge of badges) expect(read("review-policy")).toContain(`| ${badge} `);
  for (const badge of [...badges, "Reply from the owner or manager (identity not checked)"])
    expect(page).toContain(`**${badge}.**`);
  expect(EARLY_REVIEWER_CUTOFF).toBe("2025-06-30");
  for (const text of [page, source, read("review-policy")]) expect(text).toContain("on or before 30 June 2025");
});

test("replies and reports are decided as fast as the database ships with", () => {
  const settings = readFileSync("supabase/schemas/01_basics.sql", "utf8");
  const policy = read("review-policy");
  const wording = readFileSync("app/features/replies/reply-wording.ts", "utf8");
  expect(settings).toContain("('reply_decision_hours', 48,");
  expect(policy).toMatch(/\| Reply of an owner or manager .*\| Within 48 hours, as a rule/);
  expect(wording.match(/usually within two days/g)).toHaveLength(2);
  expect(settings).toContain(`('report_decision_hours', ${7 * 24},`);
  expect(policy).toMatch(/\| Report with the button .*\| Within 7 days, as a rule/);
  expect(readFileSync("app/features/reviews/report-dialog.tsx", "utf8")).toContain("a report within 7 days");
});

test("clause 1.4 and the form tell the limits on reviews as they are shipped", { tags: ["11.243"] }, () => {
  const settings = readFileSync("supabase/schemas/01_basics.sql", "utf8");
  const shipped = [
    "reviews_per_minute', 1,",
    "reviews_per_day', 3,",
    "repeat_review_days', 30,",
    "home_reviews_per_network_day', 3,",
  ];
  for (const limit of shipped) expect(settings).toContain(`('${limit}`);
  for (const file of ["content/pages/review-policy.md", "app/features/submit-review/info-cards.tsx"])
    expect(readFileSync(file, "utf8")).toMatch(
      /one review a minute(,| and) three a day,( and)? one of each (property|home) in 30 days.*one network (can publish )?three /i,
    );
  const photos = readFileSync("app/features/submit-review/photo-fields.tsx", "utf8").replace(/\s+/g, " ");
  expect(photos).toContain("photos of 5 MB each, at least {MIN_PHOTO_SIDE} by {MIN_PHOTO_SIDE}");
});
