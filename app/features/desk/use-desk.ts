import { useCallback, useEffect, useRef, useState } from "react";
import { failureSentence } from "~/data/connection-lost";
import { DatabaseFailure } from "~/data/database-failure";
import * as data from "~/data/desk";
import type { Decision, DeskRefusal } from "~/data/desk";
import { type DeskFilters, NO_FILTERS } from "~/domain/desk";
import { CLOSED_DESK, decided, type DeskState, skipped, toggled, withMore, withQueue } from "./desk-state";
import { UNDONE } from "./desk-wording";

/** Must match private.undo_decision in the database. */
const UNDO_MS = 60_000;

/** The status codes for an item that has changed since the queue was loaded, mostly because another operator decided. */
const OUTDATED = [404, 409];

type Outcome<Answer> = { answer: Answer } | { refusal: DeskRefusal } | { failure: string };

/** Returns the queue of the desk and its actions. The browser loads the queue: no server and no cache holds it. (spec 11) */
export function useDesk() {
  const [desk, setDesk] = useState(CLOSED_DESK);
  // A response can arrive before the last change is rendered.
  const latest = useRef(CLOSED_DESK);
  const change = useCallback((next: (now: DeskState) => DeskState) => {
    latest.current = next(latest.current);
    setDesk(latest.current);
  }, []);
  useEndOfUndo(desk.last, change);

  /** Resolves to the response, or to null if the desk shows an error. */
  const ask = useCallback(
    async <Answer>(call: Promise<Answer | DeskRefusal>): Promise<Answer | null> => {
      change((now) => ({ ...now, isBusy: true, failure: "" }));
      const outcome = await outcomeOf(call);
      change((now) => ({ ...now, isBusy: false, refusal: null, ...("answer" in outcome ? {} : outcome) }));
      return "answer" in outcome ? outcome.answer : null;
    },
    [change],
  );

  const load = useCallback(
    async (filters: DeskFilters, currentId: string | null = null) => {
      change((now) => ({ ...now, filters }));
      const queue = await ask(data.deskQueue(filters, 0));
      // The latest choice wins, whichever response arrives first.
      if (queue) change((now) => (now.filters === filters ? withQueue(now, queue, Date.now(), currentId) : now));
    },
    [ask, change],
  );

  useEffect(() => void load(NO_FILTERS), [load]);

  async function skip() {
    const next = skipped(desk);
    if (next) return change(() => next);
    const more = await ask(data.deskQueue(desk.filters, desk.queue?.items.length ?? 0));
    if (more) change((now) => (now.filters === desk.filters ? withMore(now, more, Date.now()) : now));
  }

  /** Sends a decision, then shows `text`. Resolves to false if it can be retried. */
  async function decide(decision: Decision, text: string): Promise<boolean> {
    let isOutdated = false;
    const decisions = await ask(
      data.decide(decision).catch((error: unknown) => {
        isOutdated = error instanceof DatabaseFailure && OUTDATED.includes(error.status);
        throw error;
      }),
    );
    if (isOutdated) {
      const { failure, filters, currentId } = latest.current;
      await load(filters, currentId);
      change((now) => ({ ...now, failure: now.failure || failure }));
    }
    if (!decisions) return isOutdated;
    const done = { decisions, subject: decision.subjects[0] ?? "", text };
    change((now) => decided(now, decision, done, new Date()));
    if (latest.current.queue?.items.length === 0) await load(latest.current.filters);
    return true;
  }

  async function undo() {
    if (!desk.last || desk.last.decisions.length === 0) return;
    const { decisions, subject } = desk.last;
    if (!(await ask(data.undoDecisions(decisions)))) return;
    change((now) => ({ ...now, last: { decisions: [], subject, text: UNDONE } }));
    await load(latest.current.filters, subject);
  }

  return {
    desk,
    skip,
    decide,
    undo,
    filter: (filters: DeskFilters) => void load(filters),
    reload: () => void load(desk.filters),
    goTo: (id: string) => change((now) => ({ ...now, currentId: id })),
    toggle: (id: string) => change((now) => toggled(now, id)),
  };
}

/** Clears the last decision once it cannot be undone. */
function useEndOfUndo(last: DeskState["last"], change: (next: (now: DeskState) => DeskState) => void) {
  useEffect(() => {
    const timer = setTimeout(() => change((now) => (now.last === last ? { ...now, last: null } : now)), UNDO_MS);
    return () => clearTimeout(timer);
  }, [last, change]);
}

export type DeskWork = ReturnType<typeof useDesk>;

async function outcomeOf<Answer>(call: Promise<Answer | DeskRefusal>): Promise<Outcome<Answer>> {
  try {
    const answer = await call;
    return isRefusal(answer) ? { refusal: answer } : { answer: answer as Answer };
  } catch (error) {
    return { failure: failureSentence(error) };
  }
}

function isRefusal(answer: unknown): answer is DeskRefusal {
  return answer === "no-operator" || answer === "login-too-old";
}
