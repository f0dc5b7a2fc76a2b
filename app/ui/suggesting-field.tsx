import { useRef, useState, type ComponentProps, type ComponentType } from "react";
import type { FindSuggestions, SuggestionListProps } from "./suggestion-list";
import { TextField } from "./text-field";

interface SuggestingFieldProps<Value> extends Omit<ComponentProps<typeof TextField>, "popup" | "ref"> {
  /** Downloads the code that finds suggestions. */
  loadFind: () => Promise<FindSuggestions<Value>>;
  /** The name of the list. */
  listLabel: string;
  onChoose: (value: Value) => void;
}

/**
 * A text field that suggests: a combobox with a list (WAI-ARIA APG), in which what is typed counts. The list and what finds
 * its entries are downloaded at the first key; where they do not arrive, it is a text field.
 */
export function SuggestingField<Value>({ loadFind, listLabel, onChoose, ...props }: SuggestingFieldProps<Value>) {
  const input = useRef<HTMLInputElement>(null);
  const [list, setList] = useState<LoadedList<Value> | null>(null);
  const isLoading = useRef(false);

  async function load() {
    if (isLoading.current) return;
    isLoading.current = true;
    try {
      const [{ SuggestionList }, find] = await Promise.all([import("./suggestion-list"), loadFind()]);
      setList({ SuggestionList, find });
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
      popup={list && <list.SuggestionList inputRef={input} label={listLabel} find={list.find} onChoose={onChoose} />}
    />
  );
}

interface LoadedList<Value> {
  SuggestionList: ComponentType<SuggestionListProps<Value>>;
  find: FindSuggestions<Value>;
}

/** By a script, since without one nothing suggests. The list sets the attributes that change. */
function becomeCombobox(input: HTMLInputElement) {
  if (input.role === "combobox") return;
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-expanded", "false");
}
