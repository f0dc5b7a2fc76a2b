import { Autocomplete } from "@base-ui/react/autocomplete";
import { useMemo } from "react";
import { ChevronDown } from "./stroke-icon";
import { CONTROL, Field, type FieldWords } from "./field";

interface ComboboxFieldProps extends FieldWords {
  name: string;
  /** The items that a typed text finds, all for an empty one: entries may have other names too. */
  findItems(text: string): readonly string[];
  /** The text in the field, whether it was typed or picked. */
  value: string;
  onValueChange(value: string): void;
  /** Stands in the list when nothing in it matches. */
  emptyText: string;
  /** The item that can still be picked then, under that text. */
  fallbackItem?: string;
  placeholder?: string;
}

/** A text field that suggests. What is typed counts, in the list or not; hence Base UI's Autocomplete, not its Combobox. */
export function ComboboxField({
  label,
  name,
  findItems,
  value,
  onValueChange,
  emptyText,
  fallbackItem,
  placeholder,
  error,
  hint,
  isRequired = false,
}: ComboboxFieldProps) {
  const found = useMemo(() => findItems(value), [findItems, value]);
  const isOnlyFallbackLeft = found.length === 0 && fallbackItem !== undefined;
  return (
    <Field {...{ label, error, hint, isRequired }}>
      {(control) => (
        <Autocomplete.Root
          items={isOnlyFallbackLeft ? [fallbackItem] : found}
          filter={null}
          value={value}
          // Escape closes the list; once more it would empty the field.
          onValueChange={(text, { reason }) => reason !== "escape-key" && onValueChange(text)}
          openOnInputClick
          // Enter picks what the list found instead of sending the form with half a name.
          autoHighlight
        >
          <div className="relative">
            <Autocomplete.Input
              {...control}
              name={name}
              placeholder={placeholder}
              autoComplete="off"
              onCompositionStart={handleAsTyping}
              onCompositionEnd={handleAsTyping}
              className={`${CONTROL} pr-12`}
            />
            <ShowListButton />
          </div>
          <Suggestions emptyText={emptyText} isOnlyFallbackLeft={isOnlyFallbackLeft} />
        </Autocomplete.Root>
      )}
    </Field>
  );
}

/**
 * Base UI withholds a text while an input method composes it: the list would stay whole, and the end of the composition would
 * replace what was picked meanwhile. Each change of such a text is an input event, too, and is handled as that.
 */
function handleAsTyping(event: { preventBaseUIHandler: () => void }) {
  event.preventBaseUIHandler();
}

function ShowListButton() {
  return (
    <Autocomplete.Trigger
      aria-label="Show the list"
      tabIndex={-1}
      className="absolute inset-y-0 right-0 flex w-target items-center justify-center text-ink-muted disabled:cursor-not-allowed"
    >
      <ChevronDown className="size-5" />
    </Autocomplete.Trigger>
  );
}

function Suggestions({ emptyText, isOnlyFallbackLeft }: { emptyText: string; isOnlyFallbackLeft: boolean }) {
  return (
    <Autocomplete.Portal>
      <Autocomplete.Positioner sideOffset={4} className="z-40 outline-none">
        <Autocomplete.Popup className="w-[var(--anchor-width)] max-w-[var(--available-width)] border border-t-3 border-line border-t-ink bg-surface text-ink shadow-raised">
          <Autocomplete.Empty>
            <p className="px-3 py-3 text-ink-muted">{emptyText}</p>
          </Autocomplete.Empty>
          <Autocomplete.Status>
            {isOnlyFallbackLeft && <p className="px-3 pt-3 pb-1 text-ink-muted">{emptyText}</p>}
          </Autocomplete.Status>
          <Autocomplete.List className="max-h-[min(20rem,var(--available-height))] scroll-py-1 overflow-y-auto overscroll-contain py-1 outline-none data-empty:p-0">
            {(item: string) => (
              <Autocomplete.Item
                key={item}
                value={item}
                className="flex min-h-target cursor-pointer items-center px-3 py-2 leading-tight outline-none select-none data-highlighted:bg-surface-sunken data-highlighted:outline-3 data-highlighted:-outline-offset-3 data-highlighted:outline-focus"
              >
                {item}
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        </Autocomplete.Popup>
      </Autocomplete.Positioner>
    </Autocomplete.Portal>
  );
}
