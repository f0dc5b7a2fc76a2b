import { expect, test } from "vitest";
import { mergeDrafts } from "./merge-drafts";
import type { SubmissionDraft } from "~/data/submission-draft";
import { emptySubmission, type SubmissionForm } from "~/domain/submission";

test("what nobody changed here is as in the other tab", () => {
  const theirs = draft({ comment: "Quiet and airy." });
  expect(mergeDrafts(draft({ comment: "Quiet" }), draft({ comment: "Quiet" }), theirs)).toBe(theirs);
  expect(mergeDrafts(draft({ comment: "Quiet" }), draft({ comment: "Quiet and airy." }), theirs)).toBe(theirs);
});

test("what was changed in two tabs is all kept", () => {
  const merged = mergeDrafts(
    draft({ propertyName: "Lakeview", comment: "Quiet" }),
    draft({ propertyName: "Lakeview Residency", comment: "Quiet" }),
    draft({ propertyName: "Lakeview", comment: "Quiet and airy.", rating: 4 }),
  );
  expect(merged).toEqual(draft({ propertyName: "Lakeview Residency", comment: "Quiet and airy.", rating: 4 }));
});

test("of one field changed in both, the words on the screen stay", () => {
  const merged = mergeDrafts(
    draft(),
    { ...draft({ comment: "Mine" }), isAnonymous: true },
    draft({ comment: "Theirs" }),
  );
  expect(merged).toEqual({ ...draft({ comment: "Mine" }), isAnonymous: true });
});

test("rows of issues are compared by what they say", () => {
  const seepage = [{ id: "a", description: "Seepage", severity: "" as const }];
  const theirs = draft({ issues: seepage, city: "Pune" });
  expect(mergeDrafts(draft({ issues: [...seepage] }), draft({ issues: structuredClone(seepage) }), theirs)).toBe(
    theirs,
  );
});

function draft(form: Partial<SubmissionForm> = {}): SubmissionDraft {
  const blank = emptySubmission({ email: "", issueId: "a" });
  return { reviewId: "review-1", ownerId: "user-1", isAnonymous: false, form: { ...blank, ...form } };
}
