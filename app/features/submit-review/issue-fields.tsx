import { memo, useLayoutEffect, useRef, useState } from "react";
import { type FieldsProps, IdentifyingHint, messageFor } from "./form-fields";
import { blankIssue } from "./draft-controller";
import { isKeyOf, SEVERITIES } from "~/domain/enumerations";
import { saysNoIssues } from "~/domain/review";
import { MAX_ISSUES } from "~/domain/review-texts";
import type { IssueRow } from "~/domain/submission";
import { Button } from "~/ui/button";
import { optionsOf } from "~/ui/radio-group-field";
import { SelectField } from "~/ui/select-field";
import { TextAreaField } from "~/ui/text-area-field";

const SINGLE_ROW = "sm:grid-cols-[1fr_11rem]";
const SEVERAL_ROWS =
  "grid-cols-[1fr_auto] border-l-4 border-line pl-3 sm:grid-cols-[1fr_11rem_auto] sm:border-0 sm:pl-0";

const SEVERITY_OPTIONS = optionsOf(SEVERITIES);

interface IssueFieldsProps extends Omit<FieldsProps, "form"> {
  issues: IssueRow[];
}

/** One row for each issue, and always at least one row. */
export const IssueFields = memo(function IssueFields({ issues, problems, change }: IssueFieldsProps) {
  const rows = useRef<HTMLOListElement>(null);
  const [rowToFocus, setRowToFocus] = useState<{ index: number } | null>(null);

  useLayoutEffect(() => {
    if (rowToFocus) rows.current?.querySelectorAll("textarea")[rowToFocus.index]?.focus();
  }, [rowToFocus]);

  function changeIssue(id: string, changes: Partial<IssueRow>) {
    change({ issues: issues.map((issue) => (issue.id === id ? { ...issue, ...changes } : issue)) });
  }

  function addIssue() {
    setRowToFocus({ index: issues.length });
    change({ issues: [...issues, blankIssue()] });
  }

  function removeIssue(index: number) {
    setRowToFocus({ index: Math.max(0, index - 1) });
    change({ issues: issues.filter((_, position) => position !== index) });
  }

  return (
    <div className="grid gap-4">
      <ol ref={rows} className="grid gap-4">
        {issues.map((issue, index) => (
          <IssueRowFields
            key={issue.id}
            issue={issue}
            number={index + 1}
            isOnly={issues.length === 1}
            error={messageFor(problems, "issues", issue.id)}
            onChange={(changes) => changeIssue(issue.id, changes)}
            onRemove={() => removeIssue(index)}
          />
        ))}
      </ol>
      <NoIssues issues={issues} onChange={(changed) => change({ issues: changed })} />
      {issues.length < MAX_ISSUES && (
        <Button
          type="button"
          variant="secondary"
          className="icon icon-plus justify-self-start before:size-5"
          onClick={addIssue}
        >
          Add another issue
        </Button>
      )}
    </div>
  );
});

/** Fills in 'Nil'. Unchecking it restores the previous rows. */
function NoIssues({ issues, onChange }: { issues: IssueRow[]; onChange: (issues: IssueRow[]) => void }) {
  const before = useRef<IssueRow[] | null>(null);
  const [first] = issues;
  const isChecked = issues.length === 1 && saysNoIssues(first?.description ?? "");
  return (
    <div>
      <label className="flex min-h-target cursor-pointer items-center gap-3 text-ink">
        <input
          type="checkbox"
          name="noIssues"
          checked={isChecked}
          className="size-5 shrink-0"
          onChange={({ target }) => {
            if (target.checked) before.current = issues;
            onChange(
              target.checked
                ? [{ ...(first ?? blankIssue()), description: "Nil", severity: "" }]
                : (before.current ?? [blankIssue()]),
            );
          }}
        />
        No issues
      </label>
      <p className="text-sm text-ink-muted">Enter 'Nil' or 'No issues' if there were none, or check this box.</p>
    </div>
  );
}

interface IssueRowFieldsProps {
  issue: IssueRow;
  /** From 1. */
  number: number;
  isOnly: boolean;
  error: string | undefined;
  onChange: (changes: Partial<IssueRow>) => void;
  onRemove: () => void;
}

function IssueRowFields({ issue, number, isOnly, error, onChange, onRemove }: IssueRowFieldsProps) {
  return (
    <li className={`grid items-start gap-3 ${isOnly ? SINGLE_ROW : SEVERAL_ROWS}`}>
      <div className={isOnly ? "" : "col-span-2 sm:col-span-1"}>
        <TextAreaField
          rows={2}
          label={`Issue ${number}`}
          name={`issue-${number}`}
          isRequired={number === 1}
          autoComplete="off"
          placeholder={number === 1 ? "For example: seepage in the bedroom, or Nil" : undefined}
          value={issue.description}
          error={error}
          onChange={(event) => onChange({ description: event.target.value })}
        />
        <IdentifyingHint text={issue.description} />
      </div>
      <SelectField
        label={
          <>
            Severity <span className="sr-only">of issue {number}</span>
          </>
        }
        name={`severity-${number}`}
        placeholder="Not rated"
        options={SEVERITY_OPTIONS}
        value={issue.severity}
        onChange={({ target }) => onChange({ severity: isKeyOf(SEVERITIES, target.value) ? target.value : "" })}
      />
      {!isOnly && (
        <Button
          type="button"
          variant="ghost"
          className="icon icon-trash mt-8 before:size-5"
          aria-label={`Remove issue ${number}`}
          onClick={onRemove}
        />
      )}
    </li>
  );
}
