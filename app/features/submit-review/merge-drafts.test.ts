import { expect, test } from "vitest";
import { mergeDrafts } from "./merge-drafts";
import type { SubmissionDraft } from "~/data/submission-draft";
import { emptySubmission, type SubmissionForm } from "~/domain/submission";

test("unchanged fields are taken from the other tab", () => {
  const theirs = draft({ comment: "Quiet and airy." });
  expect(mergeDrafts(draft({ comment: "Quiet" }), draft({ comment: "Quiet" }), theirs)).toBe(theirs);
  expect(mergeDrafts(draft({ comment: "Quiet" }), draft({ comment: "Quiet and airy." }), theirs)).toBe(theirs);
});

test("changes of different fields in two tabs are both kept", () => {
  const merged = mergeDrafts(
    draft({ propertyName: "Lakeview", comment: "Quiet" }),
    draft({ propertyName: "Lakeview Residency", comment: "Quiet" }),
    draft({ propertyName: "Lakeview", comment: "Quiet and airy.", rating: 4 }),
  );
  expect(merged).toEqual(draft({ propertyName: "Lakeview Residency", comment: "Quiet and airy.", rating: 4 }));
});

test("a field changed in both keeps the value of this tab", () => {
  const merged = mergeDrafts(
    draft(),
    { ...draft({ comment: "Mine" }), isAnonymous: true },
    draft({ comment: "Theirs" }),
  );
  expect(merged).toEqual({ ...draft({ comment: "Mine" }), isAnonymous: true });
});

test("issue rows are compared by value", () => {
  const seepage = [{ id: "a", description: "Seepage", severity: "" as const }];
  const theirs = draft({ issues: seepage, city: "Pune" });
  expect(mergeDrafts(draft({ issues: [...seepage] }), draft({ issues: structuredClone(seepage) }), theirs)).toBe(
    theirs,
  );
});

test("photos chosen here or there are those of the draft", { tags: ["10.74"] }, () => {
  const before = draft({});
  const withPhoto = { ...before, photoCount: 1 };
  expect(mergeDrafts(before, withPhoto, draft({ comment: "Theirs" }))).toMatchObject({
    photoCount: 1,
    form: { comment: "Theirs" },
  });
  expect(mergeDrafts(before, draft({ comment: "Mine" }), withPhoto)).toMatchObject({
    photoCount: 1,
    form: { comment: "Mine" },
  });
});

function draft(form: Partial<SubmissionForm> = {}): SubmissionDraft {
  const blank = emptySubmission({ email: "", issueId: "a" });
  return { reviewId: "review-1", ownerId: "user-1", isAnonymous: false, photoCount: 0, form: { ...blank, ...form } };
}
