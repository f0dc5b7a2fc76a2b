import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";

export interface Suggestion<Value> {
  key: string;
  label: string;
  detail?: string;
  value: Value;
}

export interface SuggestionGroup<Value> {
  /** Null for entries that are no suggestions, such as "None of these": they are not counted. */
  label: string | null;
  suggestions: Suggestion<Value>[];
}

/** What fits a text; nothing when it could not be found out. Aborted when it is no longer wanted. */
export type FindSuggestions<Value> = (text: string, signal: AbortSignal) => Promise<SuggestionGroup<Value>[]>;

const TYPING_PAUSE = 200;
const MIN_CHARACTERS = 2;

/** What is suggested for the text of an input: asked for at each pause in typing, the last text's answer alone counts. */
export function useSuggestions<Value>(inputRef: RefObject<HTMLInputElement | null>, find: FindSuggestions<Value>) {
  const [groups, setGroups] = useState<SuggestionGroup<Value>[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const request = useRef<AbortController>(null);
  const options = groups.flatMap(({ suggestions }) => suggestions);

  function show(found: SuggestionGroup<Value>[]) {
    setGroups(found);
    setActive(null);
    setIsOpen(found.some(({ suggestions }) => suggestions.length > 0));
  }

  async function ask(text: string, { signal }: AbortController) {
    const found = await find(text, signal).catch(() => []);
    if (!signal.aborted) show(found);
  }

  /** Also drops the answer that is still to come. */
  function close() {
    request.current?.abort();
    setIsOpen(false);
    setActive(null);
  }

  const onInput = useEffectEvent(() => {
    request.current?.abort();
    setActive(null);
    const text = inputRef.current?.value.trim() ?? "";
    if (Array.from(text).length < MIN_CHARACTERS) return show([]);
    const current = new AbortController();
    request.current = current;
    const timer = setTimeout(() => void ask(text, current), TYPING_PAUSE);
    current.signal.addEventListener("abort", () => clearTimeout(timer));
    return undefined;
  });
  const onBlur = useEffectEvent(close);

  useEffect(() => {
    const input = inputRef.current;
    const typed = () => onInput();
    const left = () => onBlur();
    input?.addEventListener("input", typed);
    input?.addEventListener("blur", left);
    // This code came because of a key.
    if (input === document.activeElement) onInput();
    return () => {
      input?.removeEventListener("input", typed);
      input?.removeEventListener("blur", left);
      request.current?.abort();
    };
  }, [inputRef]);

  return { groups, options, isOpen, active, setActive, open: () => setIsOpen(options.length > 0), close };
}
