import "./test-window";
import { type Arbitrary, array, assert, constantFrom, jsonValue, oneof, property, record } from "fast-check";
import { expect, test } from "vitest";
import { toReviewSubmission } from "~/domain/submission";
import { checkSubmission } from "~/domain/submission-check";
import { hostileText } from "~/domain/test-hostile-text";
import { readSubmissionDraft, saveSubmissionDraft } from "./submission-draft";

const ID = "5d0f3f5a-6a53-4b0e-9a0d-3c1b7f2f9e10";
const KEY = `gharsach-review-draft:${ID}`;
const BLANK = { id: "blank", description: "", severity: "" } as const;

test("any stored value opens the form of its owner alone, and what was read is stored unchanged", () => {
  assert(
    property(stored(), hostileText(), (content, otherOwner) => {
      localStorage.setItem(KEY, content);
      expect(readSubmissionDraft(`${otherOwner}?`, BLANK)).toBeNull();
      const draft = readSubmissionDraft(null, BLANK) ?? {
        reviewId: ID,
        ownerId: null,
        isAnonymous: false,
        photoCount: 0,
        form: readForm(),
      };
      expect(draft.form.issues.length).toBeGreaterThan(0);
      expect(new Set(draft.form.issues.map(({ id }) => id)).size).toBe(draft.form.issues.length);
      expect(saveSubmissionDraft(draft, new Date("2026-11-21T12:00:00Z"))).toBe(true);
      expect(readSubmissionDraft(null, BLANK)).toEqual(draft);
      // The form can be checked and sent, whatever it holds.
      expect(
        checkSubmission(draft.form, { accountEmail: null, today: "2026-11-21" })?.fields.length ?? 1,
      ).toBeGreaterThan(0);
      expect(toReviewSubmission(draft.form, { id: ID, proofUrls: [] }).id).toBe(ID);
    }),
  );
});

/** The form of a draft that is there for sure. */
function readForm() {
  localStorage.setItem(KEY, JSON.stringify({ version: 1, reviewId: ID, ownerId: null, form: {} }));
  const draft = readSubmissionDraft(null, BLANK);
  if (!draft) throw new Error("A draft without answers is a draft.");
  return draft.form;
}

function stored(): Arbitrary<string> {
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
    version: oneof({ weight: 9, arbitrary: constantFrom(1) }, value),
    reviewId: oneof({ weight: 9, arbitrary: constantFrom(ID) }, value),
    ownerId: oneof({ weight: 9, arbitrary: constantFrom(null) }, value),
    isAnonymous: value,
    photoCount: value,
    keptAt: value,
    form: oneof({ weight: 3, arbitrary: form }, value, constantFrom(null, "text")),
  });
  return oneof(
    { weight: 6, arbitrary: draft.map((whole) => JSON.stringify(whole)) },
    jsonValue().map((json) => JSON.stringify(json)),
    hostileText(),
    constantFrom("[".repeat(50_000), "", "null"),
  );
}
