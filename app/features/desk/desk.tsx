import { type ReactNode, useEffect, useRef, useState } from "react";
import type { DeskRefusal } from "~/data/desk";
import type { DeskFilters as Filters } from "~/domain/desk";
import { areDeskKeysOn, markOperator } from "~/data/desk-memory";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { DecisionDialog } from "./decision-dialog";
import { DeskBar, DeskStatus, KeysSwitch, WorkerNotice } from "./desk-bar";
import { DeskFilters } from "./desk-filters";
import { DeskItem } from "./desk-item";
import { DeskList } from "./desk-list";
import { currentItem } from "./desk-state";
import { REFUSALS } from "./desk-wording";
import { useDecisions } from "./use-decisions";
import { type DeskWork, useDesk } from "./use-desk";
import { useKeys } from "./use-keys";

interface DeskProps {
  userId: string;
  /** Logs out, so that the page asks to log in. */
  onLogInAgain: () => void;
}

/** The desk of operators. The browser loads it, and the database checks each call. (spec 11) */
export function Desk({ userId, onLogInAgain }: DeskProps) {
  const work = useDesk();
  const { refusal, queue, failure } = work.desk;
  const isOpen = queue !== null;
  useEffect(() => {
    if (isOpen) markOperator(userId);
    else if (refusal === "no-operator") markOperator(null);
  }, [isOpen, refusal, userId]);
  const refused = refusal && <Refused refusal={refusal} onLogInAgain={onLogInAgain} />;
  if (queue) return <OpenDesk work={work} refused={refused} />;
  if (refused) return refused;
  if (failure) {
    return (
      <Notice tone="error" action={<Button onClick={work.reload}>Try again</Button>}>
        {failure}
      </Notice>
    );
  }
  return <Notice tone="loading">Loading the queue...</Notice>;
}

function Refused({ refusal, onLogInAgain }: Pick<DeskProps, "onLogInAgain"> & { refusal: DeskRefusal }) {
  return (
    <Notice tone="error" action={refusal !== "no-operator" && <Button onClick={onLogInAgain}>Log in again</Button>}>
      {REFUSALS[refusal]}
    </Notice>
  );
}

/** Shortcuts are off in text fields and lists and while a dialog is open. */
const TYPING = "textarea, select, input:not([type=checkbox]), [role=dialog]";

function OpenDesk({ work, refused }: { work: DeskWork; refused: ReactNode }) {
  const { desk, skip, undo, toggle } = work;
  const [areKeysOn, setKeysOn] = useState(areDeskKeysOn);
  const { asked, choices, choose, decide, close } = useDecisions(work);
  const current = currentItem(desk);

  useKeys(areKeysOn && asked === null && !desk.isBusy, TYPING, {
    ...Object.fromEntries(choices.map((choice) => [choice.key, () => choose(choice)])),
    s: skip,
    u: undo,
    x: current ? () => toggle(current.id) : undefined,
  });
  useFocusOnItem(current?.id, desk.filters);

  return (
    <div className="grid gap-3 lg:gap-5">
      <WorkerNotice desk={desk} />
      <DeskStatus desk={desk} areKeysOn={areKeysOn} onUndo={undo} />
      {!asked && refused}
      {desk.failure && !asked && (
        <Notice tone="error" action={<Button onClick={work.reload}>Load the queue again</Button>}>
          {desk.failure}
        </Notice>
      )}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {current ? (
          <div className="grid content-start gap-4 max-lg:**:scroll-mb-32">
            <DeskBar
              choices={choices}
              areKeysOn={areKeysOn}
              isBusy={desk.isBusy}
              onChoose={choose}
              onSkip={() => void skip()}
            />
            <DeskItem key={current.id} item={current} now={desk.readAt} />
          </div>
        ) : (
          <div id="desk-item" tabIndex={-1} className="outline-none">
            <Notice tone="success">
              {desk.filters.kind === "hidden" ? "No review is hidden." : "Nothing is waiting."}
            </Notice>
          </div>
        )}
        <div className="grid content-start gap-5">
          <DeskFilters desk={desk} onChange={work.filter} />
          {current && <DeskList desk={desk} currentId={current.id} onGoTo={work.goTo} onToggle={toggle} />}
        </div>
      </div>
      <KeysSwitch areOn={areKeysOn} onChange={setKeysOn} />
      <DecisionDialog
        asked={asked}
        areKeysOn={areKeysOn}
        failure={desk.refusal ? REFUSALS[desk.refusal] : desk.failure}
        isBusy={desk.isBusy}
        onClose={close}
        onDecide={(decision) => void decide(decision)}
      />
    </div>
  );
}

/** Moves the focus to the next item or the empty message, so that it is announced and keys act on it, also after a filter change. */
function useFocusOnItem(id: string | undefined, filters: Filters) {
  const shown = useRef({ id, filters });
  useEffect(() => {
    if (shown.current.id === id && shown.current.filters === filters) return;
    shown.current = { id, filters };
    document.getElementById("desk-item")?.focus();
  }, [id, filters]);
}
