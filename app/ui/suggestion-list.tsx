import {
  Fragment,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import { counted } from "./counted";

const TYPING_PAUSE = 200;
const MIN_CHARACTERS = 2;
/** In pixels: four options. */
const MIN_ROOM = 192;

export interface Suggestion<Value> {
  key: string;
  label: string;
  detail?: string;
  value: Value;
}

export interface SuggestionGroup<Value> {
  /** Null for entries without a heading, such as "None of these". */
  label: string | null;
  suggestions: Suggestion<Value>[];
}

/** Returns the suggestions for a text; none if the request fails. */
export type FindSuggestions<Value> = (text: string, signal: AbortSignal) => Promise<SuggestionGroup<Value>[]>;

export interface FoundSuggestionsProps<Value> extends Pick<
  SuggestionListProps<Value>,
  "inputRef" | "label" | "onChoose"
> {
  find: FindSuggestions<Value>;
}

/** Suggestions that `find` returns, requested after each pause in typing. A newer text aborts the request for an older one. */
export function FoundSuggestions<Value>({ find, ...props }: FoundSuggestionsProps<Value>) {
  const { inputRef } = props;
  const [groups, setGroups] = useState<SuggestionGroup<Value>[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  const request = useRef<AbortController>(null);

  function show(found: SuggestionGroup<Value>[]) {
    setGroups(found);
    setIsOpen(found.length > 0);
  }

  async function ask(text: string, { signal }: AbortController) {
    const found = await find(text, signal).catch(() => []);
    if (!signal.aborted) show(found);
  }

  function search() {
    request.current?.abort();
    const text = inputRef.current?.value.trim() ?? "";
    if (Array.from(text).length < MIN_CHARACTERS) {
      show([]);
      return;
    }
    const current = new AbortController();
    request.current = current;
    const timer = setTimeout(() => void ask(text, current), TYPING_PAUSE);
    current.signal.addEventListener("abort", () => clearTimeout(timer));
  }

  useInputEvent(inputRef, "input", search);
  const onLoad = useEffectEvent(search);
  useEffect(() => {
    // The first key loaded this code, so the listener above missed its event.
    if (inputRef.current === document.activeElement) onLoad();
    return () => request.current?.abort();
  }, [inputRef]);

  return (
    <SuggestionList
      {...props}
      groups={groups}
      // "None of these" has no heading and does not count.
      status={counted(groups.flatMap((group) => (group.label === null ? [] : group.suggestions)).length, "suggestion")}
      isOpen={isOpen}
      onOpenChange={(isOpenNext) => {
        if (!isOpenNext) request.current?.abort();
        setIsOpen(isOpenNext);
      }}
    />
  );
}

interface SuggestionListProps<Value> {
  inputRef: RefObject<HTMLInputElement | null>;
  label: string;
  groups: SuggestionGroup<Value>[];
  /** Announced while the list is open. */
  status: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onChoose: (value: Value) => void;
  /** The option that Enter chooses if no arrow key has marked one. Without it Enter submits the form. */
  preselected?: number | undefined;
}

/** The listbox of a combobox (WAI-ARIA APG), below its input, which keeps the focus. */
export function SuggestionList<Value>(props: SuggestionListProps<Value>) {
  const { inputRef, label, groups, status, isOpen, preselected = -1, onOpenChange, onChoose } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [marked, setMarked] = useState<Suggestion<Value> | null>(null);
  const options = groups.flatMap(({ suggestions }) => suggestions);
  const markedIndex = marked ? options.indexOf(marked) : -1;
  const active = isOpen ? (options[markedIndex] ?? options[preselected]) : undefined;
  const activeIndex = active ? options.indexOf(active) : -1;

  function changeOpen(isOpenNext: boolean) {
    if (!isOpenNext) setMarked(null);
    onOpenChange(isOpenNext);
  }

  function choose({ value }: Suggestion<Value>) {
    changeOpen(false);
    onChoose(value);
  }

  useInputEvent(inputRef, "input", () => setMarked(null));
  useInputEvent(inputRef, "blur", () => changeOpen(false));
  useInputEvent(inputRef, "keydown", (event) => {
    // Ignores shortcuts and keys that an input method handles. In Safari only keyCode identifies the key that ends a composition.
    if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      if (event.altKey) return changeOpen(step === 1);
      onOpenChange(true);
      setMarked(options.at((Math.max(markedIndex, step === 1 ? -1 : 0) + step) % options.length) ?? null);
    } else if (event.key === "Enter") {
      if (active) {
        event.preventDefault();
        choose(active);
      } else changeOpen(false);
    } else if (event.key === "Escape" && isOpen) {
      // The browser would empty a search field.
      event.preventDefault();
      changeOpen(false);
    } else if (event.key === "Tab") changeOpen(false);
    else if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) setMarked(null);
    return undefined;
  });
  useLayoutEffect(() => {
    const input = inputRef.current;
    if (!input) return;
    input.setAttribute("aria-expanded", String(isOpen));
    input.toggleAttribute("aria-controls", isOpen);
    input.toggleAttribute("aria-activedescendant", activeIndex >= 0);
    if (isOpen) input.setAttribute("aria-controls", id);
    if (activeIndex >= 0) input.setAttribute("aria-activedescendant", optionId(id, activeIndex));
    if (list.current) placeList(list.current, input);
  });
  useLayoutEffect(() => {
    if (marked) list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [marked]);

  return (
    <>
      <output className="sr-only">{isOpen ? status : ""}</output>
      {isOpen && (
        // No HTML element groups options and leaves the focus in an input.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/interactive-supports-focus
        <div
          ref={list}
          id={id}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="listbox"
          aria-label={label}
          className="absolute inset-x-0 top-full z-40 my-1 max-h-[min(22rem,60vh,var(--room))] overflow-y-auto overscroll-contain border border-t-3 border-line border-t-ink bg-surface py-1 text-left text-ink shadow-raised data-above:top-auto data-above:bottom-full"
          // The focus stays in the input.
          onMouseDown={(event) => event.preventDefault()}
        >
          {groups.map((group, position) => (
            <Group key={group.label ?? ""} label={group.label} labelId={`${id}-group-${position}`}>
              {group.suggestions.map((suggestion) => (
                <Option
                  key={suggestion.key}
                  id={optionId(id, options.indexOf(suggestion))}
                  suggestion={suggestion}
                  isActive={suggestion === active}
                  onChoose={() => choose(suggestion)}
                />
              ))}
            </Group>
          ))}
        </div>
      )}
    </>
  );
}

function Group({ label, labelId, children }: { label: string | null; labelId: string; children: ReactNode }) {
  if (label === null) return <Fragment>{children}</Fragment>;
  return (
    // A fieldset is not allowed in a listbox.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="group" aria-labelledby={labelId}>
      <div id={labelId} role="presentation" className="px-3 pt-2 pb-1 text-sm font-semibold text-ink-muted">
        {label}
      </div>
      {children}
    </div>
  );
}

interface OptionProps {
  id: string;
  suggestion: Suggestion<unknown>;
  isActive: boolean;
  onChoose: () => void;
}

function Option({ id, suggestion, isActive, onChoose }: OptionProps) {
  return (
    // Keys reach an option through the input, which has the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      aria-selected={isActive}
      className="flex min-h-target cursor-pointer flex-col justify-center px-3 py-2 leading-tight select-none hover:bg-surface-sunken aria-selected:bg-surface-sunken aria-selected:outline-3 aria-selected:-outline-offset-3 aria-selected:outline-focus"
      onClick={onChoose}
    >
      <span className="wrap-anywhere">{suggestion.label}</span>
      {suggestion.detail && <span className="text-sm wrap-anywhere text-ink-muted">{suggestion.detail}</span>}
    </div>
  );
}

/**
 * Puts the list above its input if less than MIN_ROOM is left below it, as with a phone's keyboard open, and there is more room
 * above. Sets the room that the list can take.
 */
function placeList(list: HTMLElement, input: HTMLElement) {
  const { offsetTop, height } = window.visualViewport ?? { offsetTop: 0, height: innerHeight };
  const above = input.getBoundingClientRect().top - offsetTop;
  const below = offsetTop + height - input.getBoundingClientRect().bottom;
  const isAbove = below < MIN_ROOM && above > below;
  list.toggleAttribute("data-above", isAbove);
  list.style.setProperty("--room", `${Math.max(isAbove ? above : below, MIN_ROOM) - 8}px`);
}

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** Adds a listener to the input element, not as a prop, because the list may load after the input was rendered. */
function useInputEvent<Name extends keyof HTMLElementEventMap>(
  inputRef: RefObject<HTMLInputElement | null>,
  name: Name,
  listener: (event: HTMLElementEventMap[Name]) => void,
) {
  const onEvent = useEffectEvent(listener);
  useEffect(() => {
    const input = inputRef.current;
    const listen = (event: HTMLElementEventMap[Name]) => onEvent(event);
    input?.addEventListener(name, listen);
    return () => input?.removeEventListener(name, listen);
  }, [inputRef, name]);
}
