import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Decision, DeskRefusal } from "~/data/desk";
import {
  type DeskFilters as Filters,
  type DeskItem as Item,
  ITEM_KINDS,
  type ItemKind,
  NO_FILTERS,
} from "~/domain/desk";
import { areDeskKeysOn, markOperator } from "~/data/desk-memory";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { type Asked, DecisionDialog } from "./decision-dialog";
import { DeskBar, DeskStatus, KeysSwitch, WorkerNotice } from "./desk-bar";
import { DeskItem } from "./desk-item";
import { chosenItems, currentItem, type DeskState } from "./desk-state";
import { type Choice, CHOICES, DECISIONS, itemTitle, KIND_NAMES, reasonName, REFUSALS, timeLeft } from "./desk-wording";
import { type DeskWork, useDesk } from "./use-desk";
import { useKeys } from "./use-keys";
import { SelectField } from "~/ui/select-field";
import { KEPT_CLAUSE } from "~/domain/policy-clauses";

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

/** Shortcuts are off while the focus is in one of these elements. */
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
              onChoose={(choice) => choose(choice)}
              onSkip={() => void skip()}
            />
            <DeskItem key={current.id} item={current} now={desk.readAt} onChoose={choose} />
          </div>
        ) : (
          <div id="desk-item" tabIndex={-1} className="outline-none">
            <Notice tone="success">{EMPTY[desk.filters.kind] ?? "Nothing is waiting."}</Notice>
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

interface DeskListProps {
  desk: DeskState;
  currentId: string;
  onGoTo: (id: string) => void;
  onToggle: (id: string) => void;
}

const EMPTY: Partial<Record<ItemKind | "", string>> = {
  hidden: "No review is hidden.",
  uncounted: "All reviews are counted.",
};

/** Must match public.desk_queue in the database. */
const MAX_HIDDEN = 500;

function heading(kind: ItemKind | "", { total, kinds }: NonNullable<DeskState["queue"]>): string {
  if (kind !== "hidden" && kind !== "uncounted") return `${total} waiting`;
  const latest = (kinds[kind] ?? 0) > MAX_HIDDEN ? `of the latest ${MAX_HIDDEN} ` : "";
  return `${total} ${latest}${kind === "hidden" ? "hidden" : "not counted"}`;
}

/** The queue, most urgent first. Items of one kind can be selected and decided together. */
function DeskList({ desk, currentId, onGoTo, onToggle }: DeskListProps) {
  const { queue, selectedIds, readAt } = desk;
  if (!queue) return null;
  return (
    <nav aria-label="Queue" className="grid content-start gap-1">
      <h2 className="font-sans text-sm font-semibold">{heading(desk.filters.kind, queue)}</h2>
      <ol className="max-h-[70dvh] overflow-y-auto border-y border-line">
        {queue.items.map((item) => (
          <li
            key={item.id}
            className="flex items-start gap-1 border-b border-line last:border-b-0 has-[[aria-current]]:bg-surface-sunken"
          >
            <label className="flex size-target shrink-0 items-center justify-center">
              <input
                type="checkbox"
                className="size-5 accent-brand"
                aria-label={`Choose ${itemTitle(item)}`}
                checked={selectedIds.has(item.id)}
                onChange={() => onToggle(item.id)}
              />
            </label>
            <button
              type="button"
              aria-current={item.id === currentId || undefined}
              onClick={() => onGoTo(item.id)}
              className="min-h-target min-w-0 flex-1 cursor-pointer py-2 text-left text-sm leading-snug"
            >
              <bdi className="line-clamp-2 font-semibold">{itemTitle(item)}</bdi>
              <span className="text-ink-muted">
                {[KIND_NAMES[item.kind], timeLeft(item.dueAt, readAt)].filter(Boolean).join(" · ")}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface DeskFiltersProps {
  desk: DeskState;
  onChange: (filters: Filters) => void;
}

/** Filters the queue by kind, city, reason and reporter with several reports. (spec 11) */
function DeskFilters({ desk: { queue, filters }, onChange }: DeskFiltersProps) {
  if (!queue) return null;
  const kinds = Object.entries(ITEM_KINDS).map(([value, label]) => ({
    value,
    label: `${label} (${queue.kinds[value as ItemKind] ?? 0})`,
  }));
  const cities = queue.cities.map((city) => ({ value: city, label: city }));
  const reasons = Object.entries(queue.reasons).map(([value, count]) => ({
    value,
    label: `${reasonName(value)} (${count})`,
  }));
  const reporters = queue.reporters.map(({ reporter, count }) => ({
    value: reporter,
    label: `Reporter ${reporter} (${count})`,
  }));
  const fields = [
    { name: "kind", label: "Kind", options: kinds, placeholder: "All kinds" },
    { name: "city", label: "City", options: cities, placeholder: "All cities" },
    { name: "reason", label: "Reason", options: reasons, placeholder: "All reasons" },
    { name: "reporter", label: "Reporter", options: reporters, placeholder: "All reporters" },
  ] as const;
  const isFiltered = Object.values(filters).some((value) => value !== "");
  return (
    <div className="grid grid-cols-2 gap-2 sm:max-lg:grid-cols-4">
      {fields.map(({ name, ...field }) => (
        <SelectField
          key={name}
          {...field}
          name={name}
          isLabelInside
          value={filters[name]}
          onChange={(event) => onChange({ ...filters, [name]: event.currentTarget.value })}
        />
      ))}
      {isFiltered && (
        <Button
          variant="ghost"
          size="sm"
          className="col-span-full justify-self-start"
          onClick={() => onChange(NO_FILTERS)}
        >
          Show everything
        </Button>
      )}
    </div>
  );
}

/** Returns the decisions for the selection or the current item, and the state of the dialog. */
function useDecisions({ desk, decide }: DeskWork) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const items = chosenItems(desk);

  async function decideAndClose(decision: Decision) {
    const several = decision.subjects.length > 1 ? ` ${decision.subjects.length}` : "";
    if (await decide(decision, `${DECISIONS[decision.command].done}${several}.`)) setAsked(null);
  }

  return {
    asked,
    choices: choicesFor(items),
    choose: (choice: Choice, chosen = items) => {
      if (!choice.isImmediate) return setAsked({ choice, items: chosen });
      const subjects = chosen.map(({ id }) => id);
      void decideAndClose({
        subjects,
        command: choice.command,
        clause: KEPT_CLAUSE,
        sentence: "",
        outcome: null,
        hide: [],
      });
    },
    decide: decideAndClose,
    close: () => setAsked(null),
  };
}

/** Returns the decisions that apply to these items; empty if the items are of different kinds. */
function choicesFor(items: Item[]): Choice[] {
  const [first] = items;
  if (!first || items.some(({ kind }) => kind !== first.kind)) return [];
  const isAcknowledged = items.some(({ grievance, burst }) => grievance?.acknowledgedAt ?? burst?.state === "checking");
  return CHOICES[first.kind].filter(
    ({ command }) =>
      // Each burst has another number of reviews.
      (command !== "uncount-burst" || items.length === 1) &&
      (!isAcknowledged || (command !== "acknowledge-grievance" && command !== "check-burst")),
  );
}
