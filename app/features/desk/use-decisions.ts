import { useState } from "react";
import type { Decision } from "~/data/desk";
import type { DeskItem } from "~/domain/desk";
import { KEPT_CLAUSE } from "~/domain/policy-clauses";
import type { Asked } from "./decision-dialog";
import { chosenItems } from "./desk-state";
import { type Choice, CHOICES, DECISIONS } from "./desk-wording";
import type { DeskWork } from "./use-desk";

/** The decisions for the selected items, and the open dialog. */
export function useDecisions({ desk, decide }: DeskWork) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const items = chosenItems(desk);

  async function decideAndClose(decision: Decision) {
    const several = decision.subjects.length > 1 ? ` ${decision.subjects.length}` : "";
    if (await decide(decision, `${DECISIONS[decision.command].done}${several}.`)) setAsked(null);
  }

  return {
    asked,
    choices: choicesFor(items),
    choose: (choice: Choice) => {
      if (!choice.isImmediate) return setAsked({ choice, items });
      const subjects = items.map(({ id }) => id);
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

/** Empty if the items are of different kinds. */
function choicesFor(items: DeskItem[]): Choice[] {
  const [first] = items;
  if (!first || items.some(({ kind }) => kind !== first.kind)) return [];
  const isAcknowledged = items.some(({ grievance }) => grievance?.acknowledgedAt);
  return CHOICES[first.kind].filter(({ command }) => command !== "acknowledge-grievance" || !isAcknowledged);
}
