import { type Dispatch, type SetStateAction, useEffect, useState } from "react";
import { noResponse } from "~/data/connection-lost";
import { type Decision, decide, deskQueue, type DeskRefusal, undoDecisions } from "~/data/desk";
import { type DeskFilters, NO_FILTERS } from "~/domain/desk";
import { CLOSED_DESK, decided, type DeskState, skipped, toggled, withMore, withQueue } from "./desk-state";
import { NO_ANSWER, UNDONE } from "./desk-wording";

/** As long as the database takes a decision back. */
const UNDO_MS = 60_000;

type Outcome<Answer> = { answer: Answer } | { refusal: DeskRefusal } | { failure: string };

/** The queue of the desk and what is done with it. Read in the browser: no server and no cache ever holds it. (spec 11) */
export function useDesk() {
  const [desk, setDesk] = useState(CLOSED_DESK);
  useEndOfUndo(desk.last, setDesk);

  useEffect(() => {
    let isLeft = false;
    async function open() {
      const outcome = await outcomeOf(deskQueue(NO_FILTERS, 0));
      if (isLeft) return;
      setDesk((before) => told(before, outcome, (queue) => withQueue(before, queue, Date.now(), null)));
    }
    void open();
    return () => {
      isLeft = true;
    };
  }, []);

  /** Resolves to the answer, or to null where the desk tells why there is none. */
  async function ask<Answer>(call: Promise<Answer | DeskRefusal>): Promise<Answer | null> {
    setDesk((before) => ({ ...before, isBusy: true, failure: "" }));
    const outcome = await outcomeOf(call);
    setDesk((before) => told(before, outcome, () => before));
    return "answer" in outcome ? outcome.answer : null;
  }

  async function load(filters: DeskFilters, currentId: string | null = null) {
    const queue = await ask(deskQueue(filters, 0));
    if (queue) setDesk((before) => ({ ...withQueue(before, queue, Date.now(), currentId), filters }));
  }

  async function skip() {
    const next = skipped(desk);
    if (next) return setDesk(next);
    const more = await ask(deskQueue(desk.filters, desk.queue?.items.length ?? 0));
    if (more) setDesk((before) => withMore(before, more, Date.now()));
  }

  /** Carries decisions out in their order. Resolves to whether all of them hold. */
  async function settle(decisions: Decision[], text: string): Promise<boolean> {
    const made: number[] = [];
    for (const decision of decisions) {
      const ids = await ask(decide(decision));
      if (!ids) return false;
      made.push(...ids);
    }
    const done = { decisions: made, subject: decisions.at(-1)?.subjects[0] ?? "", text };
    const next = decided(desk, decisions, done, new Date());
    setDesk({ ...next, isBusy: false });
    if (next.queue?.items.length === 0) await load(desk.filters);
    return true;
  }

  async function undo() {
    if (!desk.last || desk.last.decisions.length === 0) return;
    const { decisions, subject } = desk.last;
    if (!(await ask(undoDecisions(decisions)))) return;
    setDesk((before) => ({ ...before, last: { decisions: [], subject, text: UNDONE } }));
    await load(desk.filters, subject);
  }

  return {
    ...{ desk, skip, settle, undo },
    filter: (filters: DeskFilters) => void load(filters),
    reload: () => void load(desk.filters),
    goTo: (id: string) => setDesk({ ...desk, currentId: id }),
    toggle: (id: string) => setDesk(toggled(desk, id)),
  };
}

/** Forgets what was decided last once it cannot be undone any more. */
function useEndOfUndo(last: DeskState["last"], setDesk: Dispatch<SetStateAction<DeskState>>) {
  useEffect(() => {
    const timer = setTimeout(() => setDesk((now) => (now.last === last ? { ...now, last: null } : now)), UNDO_MS);
    return () => clearTimeout(timer);
  }, [last, setDesk]);
}

export type DeskWork = ReturnType<typeof useDesk>;

function told<Answer>(before: DeskState, outcome: Outcome<Answer>, then: (answer: Answer) => DeskState): DeskState {
  if ("answer" in outcome) return { ...then(outcome.answer), isBusy: false, refusal: null };
  return { ...before, isBusy: false, ...outcome };
}

async function outcomeOf<Answer>(call: Promise<Answer | DeskRefusal>): Promise<Outcome<Answer>> {
  try {
    const answer = await call;
    return isRefusal(answer) ? { refusal: answer } : { answer: answer as Answer };
  } catch (error) {
    return { failure: noResponse(error) || !(error instanceof Error) ? NO_ANSWER : error.message };
  }
}

function isRefusal(answer: unknown): answer is DeskRefusal {
  return answer === "session-expired" || answer === "no-operator" || answer === "login-too-old";
}
