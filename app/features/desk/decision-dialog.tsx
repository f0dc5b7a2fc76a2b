import { type RefObject, type SubmitEvent, useRef, useState } from "react";
import type { Decision } from "~/data/desk";
import { CITIES, OTHER_CITY } from "~/domain/cities";
import { clausesFor, type DeskCommand, type DeskItem, isObjection, likelyClause } from "~/domain/desk";
import { GRIEVANCE_OUTCOMES } from "~/domain/grievance";
import { KEPT_CLAUSE, POLICY_CLAUSES, type PolicyClause } from "~/domain/policy-clauses";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Notice } from "~/ui/notice";
import { TextAreaField } from "~/ui/text-area-field";
import { TextField } from "~/ui/text-field";
import { type Choice, DECISIONS, defaultSentence } from "./desk-wording";
import { useKeys } from "./use-keys";

/** Must match the check of private.audit_log. */
const MAX_SENTENCE_LENGTH = 500;

export interface Asked {
  choice: Choice;
  /** All of one kind. The first item determines the default clause. */
  items: DeskItem[];
}

interface DecisionDialogProps {
  asked: Asked | null;
  failure: string;
  isBusy: boolean;
  /** Whether single letters select a clause. */
  areKeysOn: boolean;
  onClose: () => void;
  onDecide: (decision: Decision) => void;
}

/** Asks for the clause and the sentence of a decision. Both are prefilled: Enter decides. (spec 11) */
export function DecisionDialog({ asked, onClose, ...rest }: DecisionDialogProps) {
  const [shown, setShown] = useState(asked);
  const submitRef = useRef<HTMLButtonElement>(null);
  if (asked && asked !== shown) setShown(asked);
  if (!shown) return null;
  const { choice, items } = shown;
  const outcome = choice.outcome ? `: ${GRIEVANCE_OUTCOMES[choice.outcome]}` : "";
  const several = items.length > 1 ? ` (${items.length} at once)` : "";
  return (
    <Dialog
      isOpen={asked !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      // An acknowledgement has no field. Focus the submit button, so that Enter does not press "Cancel".
      initialFocus={choice.command === "acknowledge-grievance" ? submitRef : undefined}
      title={`${DECISIONS[choice.command].title}${outcome}${several}`}
    >
      <Question
        key={`${choice.command} ${choice.outcome} ${items[0]?.id}`}
        {...shown}
        submitRef={submitRef}
        onClose={onClose}
        {...rest}
      />
    </Dialog>
  );
}

type QuestionProps = Asked & Omit<DecisionDialogProps, "asked"> & { submitRef: RefObject<HTMLButtonElement | null> };

/** Returns whether a decision names a clause. An acknowledgement does not decide yet, and a town breaks no rule. */
function namesClause({ command }: Choice): boolean {
  return command !== "acknowledge-grievance" && command !== "accept-city";
}

function Question({ choice, items, failure, isBusy, areKeysOn, submitRef, onClose, onDecide }: QuestionProps) {
  const isDecision = namesClause(choice);
  const reason = useClause(choice, items, areKeysOn && isDecision);
  // A grievance about nudity is about the photos.
  const [isToHide, setToHide] = useState(items.every(({ grievance }) => grievance?.ground !== "nudity"));
  const [error, setError] = useState("");
  const [city, setCity] = useState(items[0]?.town?.name ?? "");
  const form = useRef<HTMLFormElement>(null);
  const hideable = reviewsToHide(choice, items);
  // Enter also works before the dialog has the focus.
  useKeys(areKeysOn, "[role=dialog]", { enter: () => form.current?.requestSubmit() });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    if (isDecision && reason.sentence.trim() === "") {
      setError("Say why, in a sentence.");
      form.current?.querySelector("textarea")?.focus();
      return;
    }
    const { command } = choice;
    // Refused if more reviews have joined the burst than the operator saw.
    const size = command === "uncount-burst" ? String(items[0]?.burst?.size) : null;
    const outcome = command === "accept-city" ? city : (size ?? choice.outcome);
    const subjects = items.map(({ id }) => id);
    const sentence = isDecision ? reason.sentence : "";
    onDecide({ subjects, command, outcome, clause: reason.clause, sentence, hide: isToHide ? hideable : [] });
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      {isDecision ? (
        <Reason {...reason} command={choice.command} areKeysOn={areKeysOn} error={error} />
      ) : choice.command === "accept-city" ? (
        <City value={city} onChange={setCity} />
      ) : (
        <p>The person who complained gets an email: we have read the complaint and will decide.</p>
      )}
      {hideable.length > 0 && <HideToo isToHide={isToHide} onChange={setToHide} />}
      {failure && <Notice tone="error">{failure}</Notice>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button ref={submitRef} type="submit" variant={choice.isDanger ? "danger" : "primary"} aria-disabled={isBusy}>
          {isBusy ? "Please wait..." : choice.label}
        </Button>
      </div>
    </form>
  );
}

function City({ value, onChange }: { value: string; onChange: (city: string) => void }) {
  return (
    <>
      <TextField
        label="City"
        hint="A city of the list, whose homes these become for good, or this town in a better spelling."
        name="city"
        list="desk-cities"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id="desk-cities">
        {CITIES.filter((city) => city !== OTHER_CITY).map((city) => (
          <option key={city}>{city}</option>
        ))}
      </datalist>
    </>
  );
}

function HideToo({ isToHide, onChange }: { isToHide: boolean; onChange: (isToHide: boolean) => void }) {
  return (
    <label className="flex min-h-target items-center gap-3">
      <input
        type="checkbox"
        className="size-5 accent-brand"
        checked={isToHide}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      Take the review off the site, too
    </label>
  );
}

const HINTS: Partial<Record<DeskCommand, string>> = {
  "uncount-burst": "Readers of the home see it, the authors get it by email, and the log keeps it.",
  "check-burst": "The log keeps it. Readers see only that you are checking.",
  "genuine-burst": "The log keeps it. If the reviews were not counted, their authors get it by email.",
  "count-review": "The log keeps it. If the review was not counted, its author gets it by email.",
  "decide-grievance": "It is sent to the person who complained, and kept in the log.",
};

type ReasonProps = ReturnType<typeof useClause> & { command: DeskCommand; areKeysOn: boolean; error: string };

function Reason({ command, clauses, clause, sentence, setSentence, choose, areKeysOn, error }: ReasonProps) {
  return (
    <>
      <Clauses clauses={clauses} value={clause} areLettersShown={areKeysOn} onChoose={choose} />
      <TextAreaField
        label="Why, in a sentence"
        hint={HINTS[command] ?? "It is sent to the author and to those who reported, and kept in the log."}
        name="sentence"
        rows={2}
        maxLength={MAX_SENTENCE_LENGTH}
        error={error}
        value={sentence}
        onChange={(event) => setSentence(event.currentTarget.value)}
      />
    </>
  );
}

/**
 * Returns the clauses to choose from, the chosen clause and its sentence. The letter of a clause chooses it; its default sentence
 * appears unless the operator has edited the sentence.
 */
function useClause({ command, outcome }: Choice, [first]: DeskItem[], areKeysOn: boolean) {
  const clauses = clausesFor(command, outcome, first && isObjection(first));
  const [clause, setClause] = useState(() => (first ? likelyClause(first, command, outcome) : KEPT_CLAUSE));
  const [sentence, setSentence] = useState(() => defaultSentence(command, clause));

  function choose(chosen: PolicyClause) {
    if (sentence === defaultSentence(command, clause)) setSentence(defaultSentence(command, chosen));
    setClause(chosen);
  }

  const letters = clauses.map((each, place) => [clauseLetter(place), () => choose(each)] as const);
  useKeys(areKeysOn, "textarea", Object.fromEntries(letters));
  return { clauses, clause, sentence, setSentence, choose };
}

/** Returns the ids of the visible reviews that the grievances are about, if these are upheld, also in part. */
function reviewsToHide({ outcome }: Choice, items: DeskItem[]): string[] {
  if (outcome !== "upheld" && outcome !== "partly") return [];
  const shown = items.flatMap((item) => (item.review && !isObjection(item) ? item.review.id : []));
  return [...new Set(shown)];
}

interface ClausesProps {
  clauses: PolicyClause[];
  value: PolicyClause;
  areLettersShown: boolean;
  onChoose: (clause: PolicyClause) => void;
}

/** Returns the letter that selects a clause, by its place in the list: "a" for the first. */
function clauseLetter(place: number): string {
  return String.fromCharCode("a".charCodeAt(0) + place);
}

/** The clauses that a decision can name. Enter on a clause decides. */
function Clauses({ clauses, value, areLettersShown, onChoose }: ClausesProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">Clause of the review policy</legend>
      <div className="max-h-[40dvh] overflow-y-auto border-y border-line">
        {clauses.map((clause, place) => (
          <label
            key={clause}
            className="flex min-h-target items-start gap-2 border-b border-line px-1 py-2 text-sm leading-snug last:border-b-0 hover:bg-surface-sunken has-checked:font-semibold"
          >
            <input
              type="radio"
              className="mt-0.5 size-4 shrink-0 accent-brand"
              name="clause"
              value={clause}
              checked={clause === value}
              onChange={() => onChoose(clause)}
            />
            {areLettersShown && clauses.length > 1 && (
              <kbd aria-hidden="true" className="w-4 shrink-0 text-ink-muted">
                {clauseLetter(place)}
              </kbd>
            )}
            <span>
              {clause} {POLICY_CLAUSES[clause]}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
