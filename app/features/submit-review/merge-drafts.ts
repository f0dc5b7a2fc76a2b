import type { SubmissionDraft } from "~/data/submission-draft";
import type { SubmissionForm } from "~/domain/submission";

/**
 * Three-way merge of a draft changed in two tabs since `before`: fields changed here win, all others are taken from the
 * other tab. Returns `theirs` itself when nothing here differs from it.
 */
export function mergeDrafts(before: SubmissionDraft, mine: SubmissionDraft, theirs: SubmissionDraft): SubmissionDraft {
  const isMine = <Part>(old: Part, here: Part, there: Part) => !isEqual(old, here) && !isEqual(here, there);
  const fields = (Object.keys(mine.form) as (keyof SubmissionForm)[]).filter((field) =>
    isMine(before.form[field], mine.form[field], theirs.form[field]),
  );
  const isAnonymousMine = isMine(before.isAnonymous, mine.isAnonymous, theirs.isAnonymous);
  const isCountMine = isMine(before.photoCount, mine.photoCount, theirs.photoCount);
  if (fields.length === 0 && !isAnonymousMine && !isCountMine) return theirs;
  return {
    ...theirs,
    photoCount: isCountMine ? mine.photoCount : theirs.photoCount,
    isAnonymous: isAnonymousMine ? mine.isAnonymous : theirs.isAnonymous,
    form: { ...theirs.form, ...Object.fromEntries(fields.map((field) => [field, mine.form[field]])) },
  };
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
