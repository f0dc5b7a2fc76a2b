import { type DeskFilters as Filters, ITEM_KINDS, type ItemKind, NO_FILTERS } from "~/domain/desk";
import { Button } from "~/ui/button";
import { SelectField } from "~/ui/select-field";
import type { DeskState } from "./desk-state";
import { reasonName } from "./desk-wording";

interface DeskFiltersProps {
  desk: DeskState;
  onChange: (filters: Filters) => void;
}

/** Filters the queue by kind, city, reason and reporter with several reports. (spec 11) */
export function DeskFilters({ desk: { queue, filters }, onChange }: DeskFiltersProps) {
  if (!queue) return null;
  const kinds = Object.entries(ITEM_KINDS).map(([value, label]) => ({
    value,
    label: `${label} (${queue.kinds[value as ItemKind] ?? 0})`,
  }));
  const cities = queue.cities.map((city) => ({ value: city, label: city }));
  const reasons = Object.entries(queue.reasons).map(([value, count]) => ({
    value,
    label: `${reasonName(value)} (${count})`,
  }));
  const reporters = queue.reporters.map(({ reporter, count }) => ({
    value: reporter,
    label: `Reporter ${reporter} (${count})`,
  }));
  const fields = [
    { name: "kind", label: "Kind", options: kinds, placeholder: "All kinds" },
    { name: "city", label: "City", options: cities, placeholder: "All cities" },
    { name: "reason", label: "Reason", options: reasons, placeholder: "All reasons" },
    { name: "reporter", label: "Reporter", options: reporters, placeholder: "All reporters" },
  ] as const;
  const isFiltered = Object.values(filters).some((value) => value !== "");
  return (
    <div className="grid grid-cols-2 gap-2 sm:max-lg:grid-cols-4">
      {fields.map(({ name, ...field }) => (
        <SelectField
          key={name}
          {...field}
          name={name}
          isLabelInside
          value={filters[name]}
          onChange={(event) => onChange({ ...filters, [name]: event.currentTarget.value })}
        />
      ))}
      {isFiltered && (
        <Button
          variant="ghost"
          size="sm"
          className="col-span-full justify-self-start"
          onClick={() => onChange(NO_FILTERS)}
        >
          Show everything
        </Button>
      )}
    </div>
  );
}
