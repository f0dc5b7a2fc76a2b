import { messageFor, type FieldsProps } from "./form-fields";
import { moveInDate, moveInParts, type MoveInParts } from "~/domain/move-in";
import { EARLIEST_MOVE_IN_DATE } from "~/domain/review-fields";
import { FieldHint, LABEL } from "~/ui/field";
import { SelectField } from "~/ui/select-field";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
].map((label, index) => ({ value: String(index + 1).padStart(2, "0"), label }));

const HINT_ID = "move-in-hint";

/** Two lists in place of a calendar, which takes a phone dozens of taps to get years back. `today` in India ends the years. */
export function MoveInField({ form, problems, change, today }: FieldsProps & { today: string }) {
  const parts = moveInParts(form.moveInDate);
  const error = messageFor(problems, "moveInDate");
  const isYearAtFault = parts.year === "" && parts.month !== "";
  const choose = (chosen: Partial<MoveInParts>) => change({ moveInDate: moveInDate({ ...parts, ...chosen }) });
  return (
    <fieldset className="min-w-0 space-y-1.5" aria-describedby={HINT_ID}>
      <legend className={LABEL}>Move-in Date</legend>
      <FieldHint id={HINT_ID}>
        The month is published with your review. Leave it empty if it would give away who you are.
      </FieldHint>
      <div className="grid grid-cols-2 items-start gap-3">
        <SelectField
          label="Month of moving in"
          hideLabel
          name="moveInMonth"
          placeholder="Month"
          options={MONTHS}
          value={parts.month}
          error={isYearAtFault ? undefined : error}
          onChange={({ target }) => choose({ month: target.value })}
        />
        <SelectField
          label="Year of moving in"
          hideLabel
          name="moveInYear"
          placeholder="Year"
          options={yearsUntil(today)}
          value={parts.year}
          error={isYearAtFault ? error : undefined}
          onChange={({ target }) => choose({ year: target.value })}
        />
      </div>
    </fieldset>
  );
}

/** The latest first. */
function yearsUntil(today: string): { value: string; label: string }[] {
  const [latest, earliest] = [today, EARLIEST_MOVE_IN_DATE].map((day) => Number(day.slice(0, 4))) as [number, number];
  return Array.from({ length: latest - earliest + 1 }, (_, index) => String(latest - index)).map((year) => ({
    value: year,
    label: year,
  }));
}
