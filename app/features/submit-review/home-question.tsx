import { type RefObject, useRef, useState } from "react";
import { visitorBackend } from "~/data/visitor-backend";
import { homeFields, homeOf, homeText } from "~/domain/form-home";
import { propertyKey } from "~/domain/group-reviews";
import { type NamedHome, similarHome, distinctiveWords } from "~/domain/similar-home";
import type { SubmissionForm } from "~/domain/submission";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";

/** In ms. A review does not wait longer for the search for a similar home. */
const SEARCH_TIMEOUT = 3000;

interface HomeQuestionProps {
  ref: RefObject<HTMLDivElement | null>;
  home: NamedHome | null;
  onAnswer: (isThisOne: boolean) => void;
}

/** Asks "Is it this one?" if the form names a home very like an existing one. Only sending the review waits for the answer. */
export function HomeQuestion({ ref, home, onAnswer }: HomeQuestionProps) {
  function answer(isThisOne: boolean) {
    onAnswer(isThisOne);
    // The buttons disappear, and the focus must not be lost with them.
    ref.current?.focus();
  }

  return (
    <div ref={ref} tabIndex={-1} aria-live="polite" className="outline-none empty:-mt-5">
      {home && (
        <Notice
          action={
            <>
              <Button type="button" size="sm" onClick={() => answer(true)}>
                Yes, use it
              </Button>
              <Button type="button" variant="secondary" size="sm" onClick={() => answer(false)}>
                No, it is another home
              </Button>
            </>
          }
        >
          <strong>Is it this one?</strong> <bdi>{homeText(home)}</bdi> has reviews already.
        </Notice>
      )}
    </div>
  );
}

interface Question {
  /** The key of the home as it is written in the form. */
  written: string;
  home: NamedHome;
}

/** Asks once about each pair of a written home and an existing one. If the search fails, it asks nothing. */
export function useHomeQuestion(change: (changes: Partial<SubmissionForm>) => void) {
  const [question, setQuestion] = useState<Question | null>(null);
  // Clicking the button also blurs the field: both handlers ask before the question is rendered.
  const openQuestion = useRef<Question>(null);
  const askedPairs = useRef(new Set<string>());
  // An unanswered question holds a review back once.
  const heldBackPairs = useRef(new Set<string>());
  const lastSearch = useRef<{ written: string; found: Promise<NamedHome | null> }>(null);

  function show(next: Question | null) {
    openQuestion.current = next;
    setQuestion(next);
  }

  function search(named: NamedHome): Promise<NamedHome | null> {
    const written = propertyKey(named);
    if (lastSearch.current?.written !== written) lastSearch.current = { written, found: findSimilar(named) };
    return lastSearch.current.found;
  }

  /**
   * Asks whether the home in the form is a similar existing one, once for each pair. Returns the key of the pair while the question
   * is open, otherwise null.
   */
  async function ask(form: SubmissionForm): Promise<string | null> {
    const named = homeOf(form);
    if (named.propertyName === "" || named.locality === "") return null;
    const written = propertyKey(named);
    const home = await search(named);
    // The home was changed meanwhile, and this result is stale.
    if (!home || lastSearch.current?.written !== written) return null;
    const pair = written + propertyKey(home);
    if (askedPairs.current.has(pair)) return openQuestion.current?.written === written ? pair : null;
    askedPairs.current.add(pair);
    show({ written, home });
    return pair;
  }

  return {
    /** Returns the existing home to ask about, or null. */
    questionAbout: (form: SubmissionForm) =>
      question && question.written === propertyKey(homeOf(form)) ? question.home : null,
    /** Asks about the home. Call it when the focus leaves a field of the home. */
    askOnBlur: (form: SubmissionForm) => void ask(form),
    /** Returns whether the review waits for an answer before it is sent. */
    async mustAnswerFirst(form: SubmissionForm): Promise<boolean> {
      const pair = await ask(form);
      if (pair === null || heldBackPairs.current.has(pair)) return false;
      heldBackPairs.current.add(pair);
      return true;
    },
    answer(isThisOne: boolean) {
      if (isThisOne && question) change(homeFields(question.home));
      show(null);
    },
  };
}

async function findSimilar(named: NamedHome): Promise<NamedHome | null> {
  try {
    const signal = AbortSignal.timeout(SEARCH_TIMEOUT);
    const { suggestHomes } = await visitorBackend().actions();
    const { homes } = await suggestHomes(distinctiveWords(named), named.city || null, signal);
    return similarHome(named, homes);
  } catch {
    return null;
  }
}
