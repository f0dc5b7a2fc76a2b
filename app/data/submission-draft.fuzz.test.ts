import "./test-window";
import { type Arbitrary, array, assert, asyncProperty, constantFrom, jsonValue, oneof, record } from "fast-check";
import { expect, test, vi } from "vitest";
import { toReviewSubmission } from "~/domain/submission";
import { checkSubmission } from "~/domain/submission-check";
import { hostileText } from "~/domain/test-hostile-text";
import { readSubmissionDraft, saveSubmissionDraft, type SubmissionDraft } from "./submission-draft";
import { records } from "./test-draft-database";

vi.mock("./draft-database", () => import("./test-draft-database"));

const ID = "5d0f3f5a-6a53-4b0e-9a0d-3c1b7f2f9e10";
const NOON = new Date("2026-11-21T12:00:00Z");
const BLANK = { id: "blank", description: "", severity: "" } as const;

test("opens the form of the owner alone for any stored value, and stores unchanged what it read", async () => {
  await assert(
    asyncProperty(stored(), hostileText(), async (content, otherOwner) => {
      records.drafts.set(ID, content as SubmissionDraft);
      expect(await readSubmissionDraft(`${otherOwner}?`, BLANK, NOON)).toBeNull();
      const draft = (await readSubmissionDraft(null, BLANK, NOON)) ?? (await readMinimal());
      expect(draft.form.issues.length).toBeGreaterThan(0);
      expect(new Set(draft.form.issues.map(({ id }) => id)).size).toBe(draft.form.issues.length);
      expect(await saveSubmissionDraft(draft, NOON)).toBe("all");
      expect(await readSubmissionDraft(null, BLANK, NOON)).toEqual(draft);
      expect(
        checkSubmission(draft.form, { accountEmail: null, today: "2026-11-21" })?.fields.length ?? 1,
      ).toBeGreaterThan(0);
      expect(toReviewSubmission(draft.form, { id: ID, proofUrls: [] }).id).toBe(ID);
    }),
  );
});

/** Reads a draft without answers. */
async function readMinimal(): Promise<SubmissionDraft> {
  records.drafts.set(ID, { reviewId: ID, ownerId: null, form: {} } as never);
  const draft = await readSubmissionDraft(null, BLANK, NOON);
  if (!draft) throw new Error("A draft without answers is a draft.");
  return draft;
}

function stored(): Arbitrary<unknown> {
  const value = oneof(
    hostileText(),
    jsonValue(),
    constantFrom(null, 3, "3", 1e308, true, "toString", "Villa", "2026-02-30"),
  );
  const field = constantFrom(
    ..."propertyName locality city otherCity moveInDate rating comment email answers".split(" "),
    ..."issues __proto__".split(" "),
  );
  const issues = array(
    oneof(value, record({ id: oneof(constantFrom("a", "b", ""), value), description: value, severity: value })),
  );
  const fields = array(record({ field, value })).map((pairs) => pairs.map((pair) => [pair.field, pair.value]));
  const form = record({ fields, issues }).map(({ fields: own, issues: rows }) => ({
    issues: rows,
    ...Object.fromEntries(own),
  }));
  const draft = record({
    reviewId: oneof({ weight: 9, arbitrary: constantFrom(ID) }, value),
    ownerId: oneof({ weight: 9, arbitrary: constantFrom(null) }, value),
    changedAt: value,
    isAnonymous: value,
    photoCount: value,
    form: oneof({ weight: 3, arbitrary: form }, value, constantFrom(null, "text")),
  });
  return oneof({ weight: 6, arbitrary: draft }, jsonValue(), hostileText());
}
