import { POLICY_CLAUSES, type PolicyClause } from "~/domain/policy-clauses";

interface ClausesProps {
  clauses: PolicyClause[];
  value: PolicyClause;
  areLettersShown: boolean;
  onChoose: (clause: PolicyClause) => void;
}

/** The letter that selects a clause, in the order of the clauses. */
export function clauseLetter(place: number): string {
  return String.fromCharCode("a".charCodeAt(0) + place);
}

/** The clauses that a decision can name. Enter on a clause decides. */
export function Clauses({ clauses, value, areLettersShown, onChoose }: ClausesProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">Clause of the review policy</legend>
      <div className="max-h-[40dvh] overflow-y-auto border-y border-line">
        {clauses.map((clause, place) => (
          <label
            key={clause}
            className="flex min-h-target items-start gap-2 border-b border-line px-1 py-2 text-sm leading-snug last:border-b-0 hover:bg-surface-sunken has-checked:font-semibold"
          >
            <input
              type="radio"
              className="mt-0.5 size-4 shrink-0 accent-brand"
              name="clause"
              value={clause}
              checked={clause === value}
              onChange={() => onChoose(clause)}
            />
            {areLettersShown && clauses.length > 1 && (
              <kbd aria-hidden="true" className="w-4 shrink-0 text-ink-muted">
                {clauseLetter(place)}
              </kbd>
            )}
            <span>
              {clause} {POLICY_CLAUSES[clause]}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
