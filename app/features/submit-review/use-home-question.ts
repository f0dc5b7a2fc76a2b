import { useRef, useState } from "react";
import { homeFields, homeOf } from "./form-home";
import { visitorBackend } from "~/data/visitor-backend";
import { propertyKey } from "~/domain/group-reviews";
import { type NamedHome, similarHome, tellingWords } from "~/domain/similar-home";
import type { SubmissionForm } from "~/domain/submission";

/** A review waits no longer than this for the answer whether a similar home exists, in ms. */
const LOOK_TIMEOUT = 3000;

/** "Is it this one?": the form names a home very like one that exists. */
interface HomeQuestion {
  /** The key of the home as it is written in the form. */
  written: string;
  home: NamedHome;
}

/** Asks once about each home whose name is very like that of another. A failure to find out asks nothing. */
export function useHomeQuestion(change: (changes: Partial<SubmissionForm>) => void) {
  const [question, setQuestion] = useState<HomeQuestion | null>(null);
  // Leaving a field for the button calls twice before the question is rendered.
  const openQuestion = useRef<HomeQuestion>(null);
  const asked = useRef(new Set<string>());
  // An unanswered question holds a review back once.
  const heldBack = useRef(new Set<string>());
  const lastLook = useRef<{ written: string; found: Promise<NamedHome | null> }>(null);

  function show(next: HomeQuestion | null) {
    openQuestion.current = next;
    setQuestion(next);
  }

  function look(named: NamedHome): Promise<NamedHome | null> {
    const written = propertyKey(named);
    if (lastLook.current?.written !== written) lastLook.current = { written, found: findSimilar(named) };
    return lastLook.current.found;
  }

  /** Asks about the home in the form unless it has been asked. Returns its key if it asks now or is still asking. */
  async function ask(form: SubmissionForm): Promise<string | null> {
    const named = homeOf(form);
    if (named.propertyName === "" || named.locality === "") return null;
    const written = propertyKey(named);
    const home = await look(named);
    // The answer about a home that was changed meanwhile may come after that about the present one.
    if (!home || lastLook.current?.written !== written) return null;
    const pair = written + propertyKey(home);
    if (asked.current.has(pair)) return openQuestion.current?.written === written ? pair : null;
    asked.current.add(pair);
    show({ written, home });
    return pair;
  }

  return {
    /** Null while nothing is asked about the home in the form. */
    questionAbout: (form: SubmissionForm) =>
      question && question.written === propertyKey(homeOf(form)) ? question.home : null,
    /** The fields of the home were left. */
    consider: (form: SubmissionForm) => void ask(form),
    /** Whether the review waits for an answer before it is sent. */
    async asksFirst(form: SubmissionForm): Promise<boolean> {
      const pair = await ask(form);
      if (pair === null || heldBack.current.has(pair)) return false;
      heldBack.current.add(pair);
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
    const signal = AbortSignal.timeout(LOOK_TIMEOUT);
    const { suggestHomes } = await visitorBackend().actions();
    const { homes } = await suggestHomes(tellingWords(named), named.city || null, signal);
    return similarHome(named, homes);
  } catch {
    return null;
  }
}
