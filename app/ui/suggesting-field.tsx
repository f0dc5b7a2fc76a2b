import { useRef, useState, type ComponentProps, type ComponentType } from "react";
import type { FindSuggestions, FoundSuggestionsProps } from "./suggestion-list";
import { TextField } from "./text-field";

interface SuggestingFieldProps<Value> extends Omit<ComponentProps<typeof TextField>, "popup" | "ref"> {
  /** Downloads the code that finds suggestions. */
  loadFind: () => Promise<FindSuggestions<Value>>;
  listLabel: string;
  onChoose: (value: Value) => void;
}

/**
 * A text field that suggests: a combobox (WAI-ARIA APG) that accepts any text. The first key downloads the list and the code
 * that finds its entries. If that fails, the field stays a text field.
 */
export function SuggestingField<Value>({ loadFind, listLabel, onChoose, ...props }: SuggestingFieldProps<Value>) {
  const input = useRef<HTMLInputElement>(null);
  const [list, setList] = useState<LoadedList<Value> | null>(null);
  const isLoading = useRef(false);

  async function load() {
    if (isLoading.current) return;
    isLoading.current = true;
    try {
      const [{ FoundSuggestions }, find] = await Promise.all([import("./suggestion-list"), loadFind()]);
      setList({ FoundSuggestions, find });
    } catch {
      isLoading.current = false;
    }
  }

  return (
    <TextField
      {...props}
      ref={(element) => {
        input.current = element;
        if (element) becomeCombobox(element);
      }}
      onInput={(event) => {
        void load();
        props.onInput?.(event);
      }}
      popup={list && <list.FoundSuggestions inputRef={input} label={listLabel} find={list.find} onChoose={onChoose} />}
    />
  );
}

interface LoadedList<Value> {
  FoundSuggestions: ComponentType<FoundSuggestionsProps<Value>>;
  find: FindSuggestions<Value>;
}

/** Makes an input a combobox. Not in the markup, because the input suggests nothing without scripts. */
export function becomeCombobox(input: HTMLInputElement) {
  if (input.role === "combobox") return;
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-expanded", "false");
}
