import { useEffect, useRef, useState, type KeyboardEvent, type FocusEvent } from "react";
import { Link } from "./link";
import { dismissToast, holdToast, releaseToast, useToasts, type Toast } from "./toast";

/**
 * Shows toasts at the bottom of the page, where they cover no heading. Its two empty live regions are in the page from the start, because
 * screen readers announce only additions to known regions. Plain markup in every page: "connection lost" must not need the network.
 */
export function Toaster() {
  const toasts = useToasts();
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<Element | null>(null);
  const isAnyOpen = toasts.some((toast) => toast.state === "open");

  useEffect(() => {
    if (!isAnyOpen) return undefined;
    function goToToasts(event: globalThis.KeyboardEvent) {
      if (event.key !== "F6") return;
      event.preventDefault();
      region.current?.querySelector<HTMLElement>("a, button")?.focus();
    }
    document.addEventListener("keydown", goToToasts);
    return () => document.removeEventListener("keydown", goToToasts);
  }, [isAnyOpen]);

  function rememberFocus(event: FocusEvent) {
    if (!region.current?.contains(event.relatedTarget)) cameFrom.current = event.relatedTarget;
  }

  // Dismisses a toast. If the toast had the focus, restores the focus to the element that had it before, or to the main region if
  // that element is gone.
  function close(id: string) {
    const hadFocus = region.current?.querySelector(`[data-toast="${id}"]`)?.contains(document.activeElement);
    dismissToast(id);
    if (!hadFocus) return;
    const target = cameFrom.current?.isConnected ? cameFrom.current : document.getElementById("main");
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }

  return (
    // Only records where the focus came from.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={region}
      aria-label="Notifications (F6)"
      onFocus={rememberFocus}
      className="above-dialog pointer-events-none fixed inset-x-0 bottom-0 z-60 flex flex-col gap-2 p-3 sm:left-auto sm:w-[26rem] sm:p-5"
    >
      <div aria-live="assertive" aria-relevant="additions" className="flex flex-col gap-2">
        {toasts
          .filter((toast) => toast.variant === "destructive")
          .map((toast) => (
            <ToastSlip key={toast.id} toast={toast} onClose={close} />
          ))}
      </div>
      <div aria-live="polite" aria-relevant="additions" className="flex flex-col gap-2">
        {toasts
          .filter((toast) => toast.variant === "default")
          .map((toast) => (
            <ToastSlip key={toast.id} toast={toast} onClose={close} />
          ))}
      </div>
    </section>
  );
}

/** In ms. The store keeps a dismissed toast longer, invisibly. Must match toast-out below. */
const EXIT_DURATION = 180;

function ToastSlip({ toast, onClose }: { toast: Toast; onClose(id: string): void }) {
  const { id, title, description, variant, action, state } = toast;
  const [isGone, setIsGone] = useState(false);

  useEffect(() => {
    if (state === "open") return undefined;
    const timer = setTimeout(() => setIsGone(true), EXIT_DURATION);
    return () => clearTimeout(timer);
  }, [state]);

  // A toast that is removed while the pointer is on it gets no pointerleave event.
  useEffect(() => () => releaseToast(id), [id]);

  if (isGone) return null;

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose(id);
  }

  const isDestructive = variant === "destructive";
  return (
    // Hover stops the timer, and Escape dismisses, as does the button.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      data-toast={id}
      data-state={state}
      onPointerEnter={() => holdToast(id)}
      onPointerLeave={(event) => !event.currentTarget.contains(document.activeElement) && releaseToast(id)}
      onFocus={() => holdToast(id)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && releaseToast(id)}
      onKeyDown={closeOnEscape}
      className={`pointer-events-auto flex items-start gap-2 wrap-anywhere border border-l-6 bg-surface py-2 pr-1 pl-4 text-ink shadow-raised animate-[toast-in_180ms_ease-out] data-[state=dismissed]:pointer-events-none data-[state=dismissed]:animate-[toast-out_180ms_ease-in_forwards] ${isDestructive ? "border-danger" : "border-line border-l-verified"}`}
    >
      <div className="min-w-0 flex-1 py-1.5">
        <p className={`text-sm leading-snug font-semibold ${isDestructive ? "text-danger" : ""}`}>{title}</p>
        {description && <p className="text-sm leading-snug">{description}</p>}
        {action && <ToastLink action={action} onFollow={() => onClose(id)} />}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => onClose(id)}
        className="icon icon-cross flex size-target shrink-0 items-center justify-center rounded-md text-ink-muted before:size-5 hover:bg-surface-sunken hover:text-ink"
      />
    </div>
  );
}

function ToastLink({ action, onFollow }: { action: NonNullable<Toast["action"]>; onFollow(): void }) {
  const look = "link inline-flex min-h-target items-center text-sm font-semibold";
  function follow() {
    action.onClick?.();
    onFollow();
  }
  if (action.to !== undefined) {
    return (
      <Link to={action.to} onClick={follow} className={look}>
        {action.label}
      </Link>
    );
  }
  return (
    <button type="button" onClick={follow} className={look}>
      {action.label}
    </button>
  );
}
