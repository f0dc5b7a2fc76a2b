import { useSyncExternalStore } from "react";

/** The maximum of open toasts. A new one replaces the oldest. */
const TOAST_LIMIT = 3;
/** How long a toast stays open by default, in ms. */
const TOAST_DEFAULT_DURATION = 5_000;
/** How long a dismissed toast is kept before it is removed, in ms. (spec 9) */
const TOAST_REMOVE_DELAY = 1_000_000;

interface ToastAction {
  label: string;
  /** A path on this site: the action is a link. */
  to?: string;
  onClick?(): void;
}

export interface ToastMessage {
  title: string;
  description?: string;
  variant?: "default" | "destructive";
  /** In ms. Infinity: until dismissed. */
  duration?: number;
  action?: ToastAction;
}

export interface Toast extends ToastMessage {
  id: string;
  variant: "default" | "destructive";
  /** Open, then dismissed. A removed toast leaves the list. */
  state: "open" | "dismissed";
}

interface Clock {
  /** In ms. While the timer runs, the time that remained when it started. */
  remaining: number;
  startedAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

// Toasts are stored outside React, so that any code can show one and they survive navigations.
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const clocks = new Map<string, Clock>();
const held = new Set<string>();

/** Shows a message above the older ones. Returns the id that dismisses it. */
export function showToast({
  variant = "default",
  duration = TOAST_DEFAULT_DURATION,
  ...message
}: ToastMessage): string {
  lastId += 1;
  const id = `toast-${lastId}`;
  publish([{ ...message, id, variant, duration, state: "open" }, ...toasts]);
  clocks.set(id, { remaining: duration, startedAt: 0, timer: undefined });
  if (held.size === 0) startClock(id);
  for (const surplus of toasts.filter((toast) => toast.state === "open").slice(TOAST_LIMIT)) dismissToast(surplus.id);
  return id;
}

/** Dismisses a toast. No-op if it is unknown or already dismissed. */
export function dismissToast(id: string): void {
  if (!toasts.some((toast) => toast.id === id && toast.state === "open")) return;
  stopClock(id);
  clocks.delete(id);
  publish(toasts.map((toast) => (toast.id === id ? { ...toast, state: "dismissed" } : toast)));
  setTimeout(() => publish(toasts.filter((toast) => toast.id !== id)), TOAST_REMOVE_DELAY);
  releaseToast(id);
}

/** Pauses the timers of all toasts until releaseToast, because the visitor hovers over or focuses this one. */
export function holdToast(id: string): void {
  if (held.size === 0) for (const open of clocks.keys()) stopClock(open);
  held.add(id);
}

/** Resumes each timer with its remaining time once no toast is held. */
export function releaseToast(id: string): void {
  if (!held.delete(id) || held.size > 0) return;
  for (const open of clocks.keys()) startClock(open);
}

/** Returns the toasts of this page, newest first; none on the server. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, currentToasts, noToasts);
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

/** Removes all toasts. For tests. */
export function clearToasts(): void {
  for (const id of clocks.keys()) stopClock(id);
  clocks.clear();
  held.clear();
  publish([]);
}

function startClock(id: string) {
  const clock = clocks.get(id);
  if (!clock || clock.timer !== undefined || clock.remaining === Infinity) return;
  clock.startedAt = Date.now();
  clock.timer = setTimeout(() => dismissToast(id), clock.remaining);
}

function stopClock(id: string) {
  const clock = clocks.get(id);
  if (!clock || clock.timer === undefined) return;
  clearTimeout(clock.timer);
  clock.timer = undefined;
  clock.remaining = Math.max(0, clock.remaining - (Date.now() - clock.startedAt));
}

function publish(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NONE: readonly Toast[] = [];
function noToasts() {
  return NONE;
}
