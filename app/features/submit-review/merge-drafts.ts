import type { SubmissionDraft } from "~/data/submission-draft";
import type { SubmissionForm } from "~/domain/submission";

/**
 * One draft, changed in two tabs since both had it as `before`: what was changed here stays, everything else is as in
 * the other tab. The answer is `theirs` itself when nothing was changed here that they do not have.
 */
export function mergeDrafts(before: SubmissionDraft, mine: SubmissionDraft, theirs: SubmissionDraft): SubmissionDraft {
  const isMine = <Part>(old: Part, here: Part, there: Part) => !isEqual(old, here) && !isEqual(here, there);
  const fields = (Object.keys(mine.form) as (keyof SubmissionForm)[]).filter((field) =>
    isMine(before.form[field], mine.form[field], theirs.form[field]),
  );
  const isAnonymousMine = isMine(before.isAnonymous, mine.isAnonymous, theirs.isAnonymous);
  if (fields.length === 0 && !isAnonymousMine) return theirs;
  return {
    ...theirs,
    isAnonymous: isAnonymousMine ? mine.isAnonymous : theirs.isAnonymous,
    form: { ...theirs.form, ...Object.fromEntries(fields.map((field) => [field, mine.form[field]])) },
  };
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
