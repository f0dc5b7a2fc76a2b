import { rememberDeskKeys } from "~/data/desk-memory";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { type DeskState, placeOf } from "./desk-state";
import type { Choice } from "./desk-wording";

const HOUR_MS = 3_600_000;

interface DeskBarProps {
  choices: Choice[];
  areKeysOn: boolean;
  isBusy: boolean;
  onChoose: (choice: Choice) => void;
  onSkip: () => void;
}

/** The actions for the current item or the selection. On a phone at the bottom edge, within reach of the thumb. */
export function DeskBar({ choices, areKeysOn, isBusy, onChoose, onSkip }: DeskBarProps) {
  return (
    <>
      <div className="bottom-bar sticky z-10 flex flex-wrap gap-2 bg-paper py-2 max-lg:bottom-0 max-lg:order-last max-lg:-mx-4 max-lg:border-t max-lg:border-line-strong max-lg:px-4 max-lg:pb-[max(0.5rem,env(safe-area-inset-bottom))] max-lg:[&_.button]:px-3 lg:top-0">
        {choices.map((choice) => (
          <Button
            key={choice.label}
            variant={choice.isDanger ? "danger" : "secondary"}
            aria-disabled={isBusy}
            onClick={() => !isBusy && onChoose(choice)}
          >
            {choice.label} {areKeysOn && <Key letter={choice.key} />}
          </Button>
        ))}
        <Button variant="ghost" onClick={onSkip}>
          Skip {areKeysOn && <Key letter="s" />}
        </Button>
      </div>
      {choices.length === 0 && <Notice>To decide on several at once, choose items of one kind.</Notice>}
    </>
  );
}

function Key({ letter }: { letter: string }) {
  return (
    <kbd aria-hidden="true" className="ml-1 rounded-sm border border-current px-1 text-xs pointer-coarse:hidden">
      {letter}
    </kbd>
  );
}

interface DeskStatusProps {
  desk: DeskState;
  areKeysOn: boolean;
  onUndo: () => void;
}

/** The operator's name, what is overdue, and the last decision, which is announced. */
export function DeskStatus({ desk, areKeysOn, onUndo }: DeskStatusProps) {
  const { queue, last, selectedIds } = desk;
  if (!queue) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm text-ink-muted">
      <p>
        {queue.operator}
        {queue.items.length > 0 && ` · ${placeOf(desk) + 1} of ${queue.total}`}
        {queue.overdue > 0 && ` · ${queue.overdue} overdue`}
        {selectedIds.size > 0 && ` · ${selectedIds.size} chosen`}
      </p>
      <p className={`flex items-center gap-3 ${last ? "min-h-target" : "lg:min-h-target"}`}>
        <output>{last?.text}</output>
        {last && last.decisions.length > 0 && (
          <Button variant="ghost" size="sm" onClick={onUndo}>
            Undo {areKeysOn && <Key letter="u" />}
          </Button>
        )}
      </p>
    </div>
  );
}

/** Warns if no worker has run for an hour: emails and reminders wait for one. */
export function WorkerNotice({ desk: { queue, readAt } }: { desk: DeskState }) {
  const workerAt = queue?.workerAt ?? null;
  if (workerAt !== null && readAt - Date.parse(workerAt) < HOUR_MS) return null;
  return (
    <Notice tone="error">
      No worker has run for an hour, so no emails or reminders are going out. Start <code>npm run worker</code>, or ask
      the person who runs the site.
    </Notice>
  );
}

interface KeysSwitchProps {
  areOn: boolean;
  onChange: (areOn: boolean) => void;
}

/** Turns single-key shortcuts on and off. (WCAG 2.1.4) */
export function KeysSwitch({ areOn, onChange }: KeysSwitchProps) {
  return (
    <label className="flex min-h-target items-center gap-3 text-sm">
      <input
        type="checkbox"
        className="size-5 accent-brand"
        checked={areOn}
        onChange={(event) => {
          onChange(event.currentTarget.checked);
          rememberDeskKeys(event.currentTarget.checked);
        }}
      />
      Single-key shortcuts: the letters on the buttons, x to choose an item, u to undo
    </label>
  );
}
