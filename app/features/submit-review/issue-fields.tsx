import { Plus, Trash2 } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { FieldPlace } from "./field-focus";
import { messageFor, type FieldsProps } from "./fields-props";
import { optionsOf } from "./options";
import { blankIssue } from "./use-submission";
import { isKeyOf, SEVERITIES } from "~/domain/enumerations";
import { MAX_ISSUES, type IssueRow } from "~/domain/submission";
import { Button } from "~/ui/button";
import { SelectField } from "~/ui/select-field";
import { TextAreaField } from "~/ui/text-area-field";

const SINGLE_ROW = "sm:grid-cols-[1fr_11rem]";
const SEVERAL_ROWS =
  "grid-cols-[1fr_auto] border-l-4 border-line pl-3 sm:grid-cols-[1fr_11rem_auto] sm:border-0 sm:pl-0";

const SEVERITY_OPTIONS = optionsOf(SEVERITIES);

/** The issues a tenant had, one row each. There is always at least one row. */
export function IssueFields({ form, errors, change }: FieldsProps) {
  const rows = useRef<HTMLOListElement>(null);
  const [rowToFocus, setRowToFocus] = useState<{ index: number } | null>(null);
  const { issues } = form;

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
    <FieldPlace field="issues">
      <div className="grid gap-4">
        <ol ref={rows} className="grid gap-4">
          {issues.map((issue, index) => (
            <li key={issue.id} className={`grid items-start gap-3 ${issues.length > 1 ? SEVERAL_ROWS : SINGLE_ROW}`}>
              <TextAreaField
                className={issues.length > 1 ? "col-span-2 sm:col-span-1" : ""}
                rows={2}
                label={`Issue ${index + 1}`}
                name={`issue-${index + 1}`}
                isRequired={index === 0}
                autoComplete="off"
                placeholder={index === 0 ? "For example: seepage in the bedroom, or Nil" : undefined}
                value={issue.description}
                error={messageFor(errors, "issues", issue.id)}
                onChange={(event) => changeIssue(issue.id, { description: event.target.value })}
              />
              <SelectField
                label={
                  <>
                    Severity <span className="sr-only">of issue {index + 1}</span>
                  </>
                }
                name={`severity-${index + 1}`}
                placeholder="Not rated"
                options={SEVERITY_OPTIONS}
                value={issue.severity}
                onChange={({ target }) =>
                  changeIssue(issue.id, { severity: isKeyOf(SEVERITIES, target.value) ? target.value : "" })
                }
              />
              {issues.length > 1 && (
                <Button
                  type="button"
                  variant="ghost"
                  className="mt-8"
                  aria-label={`Remove issue ${index + 1}`}
                  onClick={() => removeIssue(index)}
                >
                  <Trash2 aria-hidden className="size-5" />
                </Button>
              )}
            </li>
          ))}
        </ol>
        <p className="text-sm text-ink-muted">Enter 'Nil' or 'No issues' if there were none.</p>
        {issues.length < MAX_ISSUES && (
          <Button type="button" variant="secondary" className="justify-self-start" onClick={addIssue}>
            <Plus aria-hidden className="size-5" />
            Add another issue
          </Button>
        )}
      </div>
    </FieldPlace>
  );
}
