import type { Decision, DeskQueue, DeskRefusal } from "~/data/desk";
import { type DeskFilters, type DeskItem, NO_FILTERS } from "~/domain/desk";

export interface DeskState {
  filters: DeskFilters;
  queue: DeskQueue | null;
  /** When the queue was read, in Unix milliseconds. */
  readAt: number;
  refusal: DeskRefusal | null;
  /** Why the last call failed, as a sentence; empty after a success. */
  failure: string;
  isBusy: boolean;
  currentId: string | null;
  selectedIds: ReadonlySet<string>;
  /** The decision that can be undone, and the text shown about it. */
  last: { decisions: number[]; subject: string; text: string } | null;
}

export const CLOSED_DESK: DeskState = {
  filters: NO_FILTERS,
  queue: null,
  readAt: 0,
  refusal: null,
  failure: "",
  isBusy: true,
  currentId: null,
  selectedIds: new Set<string>(),
  last: null,
};

/** Returns the index of the current item in the queue; 0 if the queue does not have it. */
export function placeOf({ queue, currentId }: DeskState): number {
  return Math.max(0, queue?.items.findIndex(({ id }) => id === currentId) ?? 0);
}

export function currentItem(desk: DeskState): DeskItem | null {
  return desk.queue?.items[placeOf(desk)] ?? null;
}

/** Returns the items that a decision applies to: the selection, or the current item. */
export function chosenItems(desk: DeskState): DeskItem[] {
  const chosen = desk.queue?.items.filter(({ id }) => desk.selectedIds.has(id)) ?? [];
  const current = currentItem(desk);
  return chosen.length === 0 && current ? [current] : chosen;
}

export function withQueue(desk: DeskState, queue: DeskQueue, readAt: number, currentId: string | null): DeskState {
  return { ...desk, queue, readAt, currentId, selectedIds: new Set() };
}

/** Appends the next page of the queue. Moves to the first new item, or to the first item of the queue if none is new. */
export function withMore(desk: DeskState, more: DeskQueue, readAt: number): DeskState {
  const items = desk.queue?.items ?? [];
  const known = new Set(items.map(({ id }) => id));
  const added = more.items.filter(({ id }) => !known.has(id));
  const currentId = (added[0] ?? items[0])?.id ?? null;
  return { ...desk, queue: { ...more, items: [...items, ...added] }, readAt, currentId };
}

/** Moves to the next item, or from the last to the first. Returns null if the rest of the queue has to be loaded first. */
export function skipped(desk: DeskState): DeskState | null {
  const items = desk.queue?.items ?? [];
  const next = items[placeOf(desk) + 1];
  if (next) return { ...desk, currentId: next.id };
  return (desk.queue?.total ?? 0) > items.length ? null : { ...desk, currentId: items[0]?.id ?? null };
}

/**
 * Returns the desk after a decision, with the next undecided item as the current one. Removes the decided items, except
 * acknowledged grievances and bursts that are being checked. Also removes replies to a review that was hidden, and marks grievances about it.
 */
export function decided(desk: DeskState, decision: Decision, last: DeskState["last"], now: Date): DeskState {
  if (!desk.queue) return desk;
  const { items, total } = desk.queue;
  const { command, subjects, hide } = decision;
  const hidden = command === "hide" ? subjects : hide;
  const isOfHidden = ({ review }: DeskItem) => review !== null && hidden.includes(review.id);
  const isEnded = (item: DeskItem) =>
    subjects.includes(item.id) || hide.includes(item.id) || (item.kind === "reply" && isOfHidden(item));
  const left =
    command === "acknowledge-grievance"
      ? items.map((item) => (isEnded(item) ? acknowledged(item, now) : item)).toSorted(byClock)
      : items
          .filter((item) => !isEnded(item) || (command === "check-burst" && subjects.includes(item.id)))
          .map((item) => (isOfHidden(item) ? { ...item, isReviewShown: false } : counted(item, decision)));
  const next = items.slice(placeOf(desk)).find((item) => !isEnded(item)) ?? left[0];
  const queue = { ...desk.queue, items: left, total: total - (items.length - left.length) };
  return { ...desk, queue, last, failure: "", currentId: next?.id ?? null, selectedIds: new Set() };
}

/** Updates an item that stays in the queue: a burst, or a grievance about a review that was decided on. */
function counted(item: DeskItem, { command, subjects }: Decision): DeskItem {
  const { burst, review } = item;
  if (review && subjects.includes(review.id)) {
    if (command === "unhide") return { ...item, isReviewShown: true };
    if (command === "count-review") return { ...item, review: { ...review, isCounted: true } };
  }
  if (!burst) return item;
  if (command === "check-burst")
    return subjects.includes(item.id) ? { ...item, burst: { ...burst, state: "checking" } } : item;
  if (command !== "count-review") return item;
  const reviews = burst.reviews.map((one) =>
    subjects.includes(one.id) ? { ...one, isCounted: true, isGenuine: true } : one,
  );
  return { ...item, burst: { ...burst, reviews } };
}

function acknowledged(item: DeskItem, now: Date): DeskItem {
  const { grievance } = item;
  if (!grievance) return item;
  return { ...item, dueAt: grievance.decideBy, grievance: { ...grievance, acknowledgedAt: now.toISOString() } };
}

function byClock(one: DeskItem, other: DeskItem): number {
  return new Date(one.dueAt ?? 0).getTime() - new Date(other.dueAt ?? 0).getTime();
}

export function toggled(desk: DeskState, id: string): DeskState {
  const selectedIds = new Set(desk.selectedIds);
  if (!selectedIds.delete(id)) selectedIds.add(id);
  return { ...desk, selectedIds };
}
