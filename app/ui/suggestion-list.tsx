import { Fragment, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type RefObject } from "react";
import { type FindSuggestions, type SuggestionGroup, useSuggestions } from "./use-suggestions";

export type { FindSuggestions, Suggestion, SuggestionGroup } from "./use-suggestions";

export interface SuggestionListProps<Value> {
  inputRef: RefObject<HTMLInputElement | null>;
  label: string;
  find: FindSuggestions<Value>;
  onChoose: (value: Value) => void;
}

/** The list of a SuggestingField, below its input, which keeps the focus. */
export function SuggestionList<Value>({ inputRef, label, find, onChoose }: SuggestionListProps<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const suggestions = useSuggestions(inputRef, find);
  const { groups, options, isOpen, active } = suggestions;

  function choose(index: number) {
    const option = options[index];
    if (!option) return;
    suggestions.close();
    onChoose(option.value);
  }

  useListKeys(inputRef, { ...suggestions, choose });
  useComboboxState(inputRef, { listId: id, isOpen, activeId: active === null ? null : optionId(id, active) });
  useLayoutEffect(() => {
    if (active !== null) list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active]);

  return (
    <>
      <output className="sr-only">{isOpen ? countText(groups) : ""}</output>
      {isOpen && (
        // No element has groups of options that leave the focus in an input.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus
        <div
          ref={list}
          id={id}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="listbox"
          aria-label={label}
          className="absolute inset-x-0 top-full z-40 mt-1 max-h-[min(22rem,60vh)] overflow-y-auto overscroll-contain border border-t-3 border-line border-t-ink bg-surface py-1 text-left text-ink shadow-raised"
          // The focus stays in the input.
          onMouseDown={(event) => event.preventDefault()}
        >
          {groups.map((group, position) => (
            <Group
              key={group.label ?? ""}
              group={group}
              listId={id}
              firstIndex={groups.slice(0, position).reduce((sum, { suggestions: found }) => sum + found.length, 0)}
              active={active}
              onChoose={choose}
            />
          ))}
        </div>
      )}
    </>
  );
}

interface GroupProps<Value> {
  group: SuggestionGroup<Value>;
  listId: string;
  /** Where its first option stands among those of all groups. */
  firstIndex: number;
  active: number | null;
  onChoose: (index: number) => void;
}

function Group<Value>({ group, listId, firstIndex, active, onChoose }: GroupProps<Value>) {
  const options = group.suggestions.map((suggestion, position) => {
    const index = firstIndex + position;
    return (
      // Keys reach an option through the input, which has the focus.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
      <div
        key={suggestion.key}
        id={optionId(listId, index)}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="option"
        aria-selected={index === active}
        className="flex min-h-target cursor-pointer flex-col justify-center px-3 py-2 leading-tight select-none hover:bg-surface-sunken aria-selected:bg-surface-sunken aria-selected:outline-3 aria-selected:-outline-offset-3 aria-selected:outline-focus"
        onClick={() => onChoose(index)}
      >
        <span className="wrap-anywhere">{suggestion.label}</span>
        {suggestion.detail && <span className="text-sm wrap-anywhere text-ink-muted">{suggestion.detail}</span>}
      </div>
    );
  });
  if (group.label === null) return <Fragment>{options}</Fragment>;
  const labelId = `${listId}-group-${firstIndex}`;
  return (
    // A fieldset is no part of a listbox.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="group" aria-labelledby={labelId}>
      <div id={labelId} role="presentation" className="px-3 pt-2 pb-1 text-sm font-semibold text-ink-muted">
        {group.label}
      </div>
      {options}
    </div>
  );
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

function countText<Value>(groups: SuggestionGroup<Value>[]): string {
  const count = groups
    .filter(({ label }) => label !== null)
    .reduce((sum, { suggestions }) => sum + suggestions.length, 0);
  return count === 1 ? "1 suggestion" : `${count} suggestions`;
}

/** What the input says of the list. Its other attributes belong to the field. */
function useComboboxState(
  inputRef: RefObject<HTMLInputElement | null>,
  { listId, isOpen, activeId }: { listId: string; isOpen: boolean; activeId: string | null },
) {
  useLayoutEffect(() => {
    const input = inputRef.current;
    if (!input) return;
    input.setAttribute("aria-expanded", String(isOpen));
    input.toggleAttribute("aria-controls", isOpen);
    input.toggleAttribute("aria-activedescendant", activeId !== null);
    if (isOpen) input.setAttribute("aria-controls", listId);
    if (activeId !== null) input.setAttribute("aria-activedescendant", activeId);
  }, [inputRef, listId, isOpen, activeId]);
}

type Keys = Pick<
  ReturnType<typeof useSuggestions>,
  "options" | "isOpen" | "active" | "setActive" | "open" | "close"
> & {
  choose: (index: number) => void;
};

/** The keys of an editable combobox, as the WAI-ARIA APG has them. */
function useListKeys(inputRef: RefObject<HTMLInputElement | null>, keys: Keys) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { options, isOpen, active } = keys;
    // Keys of an input method are its own. In Safari only its code shows the one that ends a composition.
    if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      if (event.altKey) return step === 1 ? keys.open() : keys.close();
      keys.open();
      keys.setActive(isOpen ? nextIndex(active, step, options.length) : step === 1 ? 0 : options.length - 1);
    } else if (event.key === "Enter") {
      if (isOpen && active !== null) {
        event.preventDefault();
        keys.choose(active);
      } else keys.close();
    } else if (event.key === "Escape" && isOpen) {
      // A search field would be emptied.
      event.preventDefault();
      keys.close();
    } else if (event.key === "Tab") keys.close();
    else if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) keys.setActive(null);
    return undefined;
  });
  useEffect(() => {
    const input = inputRef.current;
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    input?.addEventListener("keydown", listener);
    return () => input?.removeEventListener("keydown", listener);
  }, [inputRef]);
}

/** Past either end it goes on at the other. */
function nextIndex(active: number | null, step: number, count: number): number {
  if (active === null) return step === 1 ? 0 : count - 1;
  return (active + step + count) % count;
}
