import { changeFacts } from "./companion-state";
import { type Deduction, type DeductionReason, DEDUCTION_REASONS } from "~/domain/deposit-companion";
import { isWrongAmount } from "~/domain/deposit-letter";
import { Button } from "~/ui/button";
import { RadioFieldset } from "~/ui/radio-fieldset";
import { optionsOf } from "~/ui/radio-group-field";
import { SelectField } from "~/ui/select-field";
import { TextField } from "~/ui/text-field";

const NEW: Deduction = { reason: "painting", amount: "", hasBill: false };

interface DeductionFieldsProps {
  deductions: Deduction[];
  /** Shown beside each wrong amount, else beside the first, and below the list if it is empty. */
  error: string | undefined;
}

/** What the owner kept money for, an item in each row. */
export function DeductionFields({ deductions, error }: DeductionFieldsProps) {
  const set = (index: number, changes: Partial<Deduction>) =>
    changeFacts({
      deductions: deductions.map((each, place) => (place === index ? { ...each, ...changes } : each)),
    });
  const hasWrongAmount = deductions.some(({ amount }) => isWrongAmount(amount));
  return (
    <RadioFieldset
      label="What the owner kept money for"
      hint="Check the agreement first: you may owe a charge that it names, such as painting."
      error={deductions.length > 0 ? undefined : error}
    >
      {deductions.map(({ reason, amount, hasBill }, index) => (
        // Rows have no other identity than their place.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset
          key={index}
          aria-label={`Deduction ${index + 1}`}
          className="deduction flex flex-wrap gap-x-3 gap-y-1 border-t border-line pt-3 pb-1"
        >
          <SelectField
            label="For"
            name={`reason-${index}`}
            options={optionsOf(DEDUCTION_REASONS)}
            value={reason}
            onChange={(event) => set(index, { reason: event.target.value as DeductionReason })}
          />
          <TextField
            label="Amount (₹)"
            name={`amount-${index}`}
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            error={isWrongAmount(amount) || (!hasWrongAmount && index === 0) ? error : undefined}
            onChange={(event) => set(index, { amount: event.target.value })}
          />
          <label className={`flex min-h-target items-center gap-2 ${reason === "notice" ? "no-bill" : ""}`}>
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-brand"
              checked={hasBill}
              onChange={(event) => set(index, { hasBill: event.target.checked })}
            />
            I got a bill
          </label>
          <Button
            variant="ghost"
            size="sm"
            className="ml-auto"
            aria-label={`Remove deduction ${index + 1}`}
            onClick={({ currentTarget }) => {
              currentTarget.closest("[role=radiogroup]")?.querySelector<HTMLElement>(":scope > button")?.focus();
              changeFacts({ deductions: deductions.filter((_, place) => place !== index) });
            }}
          >
            Remove
          </Button>
        </fieldset>
      ))}
      <Button
        variant="secondary"
        size="sm"
        className="mt-2"
        onClick={({ currentTarget }) => {
          changeFacts({ deductions: [...deductions, NEW] });
          requestAnimationFrame(() => currentTarget.previousElementSibling?.querySelector("select")?.focus());
        }}
      >
        Add a deduction
      </Button>
    </RadioFieldset>
  );
}
