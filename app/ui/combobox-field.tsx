import { useMemo, useRef, useState } from "react";
import { counted } from "./counted";
import type { FieldWords } from "./field";
import { becomeCombobox } from "./suggesting-field";
import { SuggestionList } from "./suggestion-list";
import { TextField } from "./text-field";

interface ComboboxFieldProps extends FieldWords {
  label: string;
  name: string;
  /** Returns the items that match a text, also by other names; all items for an empty text. */
  findItems(text: string): readonly string[];
  /** The text in the field, typed or picked. */
  value: string;
  onValueChange(value: string): void;
  /** The heading of the list if no item matches. */
  emptyText: string;
  /** The item below that heading. */
  fallbackItem: string;
  placeholder?: string;
}

/** A text field with a list of items, which opens on a click. Any text is valid. */
export function ComboboxField({ findItems, onValueChange, emptyText, fallbackItem, ...props }: ComboboxFieldProps) {
  const { label, value } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { groups, status, preselected } = useMemo(() => {
    const found = findItems(value);
    const items = found.length > 0 ? found : [fallbackItem];
    const exact = items.findIndex((item) => item.toLowerCase() === value.trim().toLowerCase());
    return {
      groups: [
        {
          label: found.length > 0 ? null : emptyText,
          suggestions: items.map((item) => ({ key: item, label: item, value: item })),
        },
      ],
      status: found.length > 0 ? counted(found.length, "suggestion") : emptyText,
      // Enter picks the best match instead of submitting the form with half a name.
      preselected: value.trim() === "" ? undefined : Math.max(0, exact),
    };
  }, [findItems, value, emptyText, fallbackItem]);

  return (
    <TextField
      {...props}
      ref={(element) => {
        input.current = element;
        if (element) becomeCombobox(element);
      }}
      autoComplete="off"
      className="[&_input]:pr-12"
      onChange={(event) => {
        onValueChange(event.target.value);
        setIsOpen(true);
      }}
      onClick={() => setIsOpen(true)}
      popup={
        <>
          <button
            type="button"
            aria-label="Show the list"
            tabIndex={-1}
            className="icon icon-chevron absolute inset-y-0 right-0 flex w-target items-center justify-center text-ink-muted before:size-5 disabled:cursor-not-allowed"
            // The focus stays in the input.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              input.current?.focus();
              setIsOpen(!isOpen);
            }}
          />
          <SuggestionList
            {...{ label, groups, status, isOpen, preselected }}
            inputRef={input}
            onOpenChange={setIsOpen}
            onChoose={onValueChange}
          />
        </>
      }
    />
  );
}
