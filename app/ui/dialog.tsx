import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode, RefObject } from "react";

interface DialogProps {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  title: ReactNode;
  description?: ReactNode;
  /** Receives the focus on opening. Default: the first control. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
}

/** A modal dialog. On a phone it is at the bottom of the screen, within reach of the thumb. */
export function Dialog({ isOpen, onOpenChange, title, description, initialFocus, children }: DialogProps) {
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(isOpenNext, details) => {
        if (isInToast(details.event.target)) details.cancel();
        else onOpenChange(isOpenNext);
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[rgb(16_14_22/60%)] transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          {...(initialFocus && { initialFocus })}
          className="fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] overflow-y-auto overscroll-contain border-t-4 border-brand bg-surface p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] text-ink shadow-raised transition-[opacity,translate] duration-150 data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0 sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[30rem] sm:max-w-[calc(100vw-3rem)] sm:-translate-1/2 sm:p-7 sm:data-ending-style:-translate-y-[48%] sm:data-starting-style:-translate-y-[48%]"
        >
          <Base.Title className="pr-12 text-xl">{title}</Base.Title>
          {description && <Base.Description className="mt-1.5 text-ink-muted">{description}</Base.Description>}
          <div className="mt-5">{children}</div>
          <Base.Close
            aria-label="Close"
            className="icon icon-cross absolute top-2 right-2 flex size-target items-center justify-center rounded-md text-ink-muted hover:bg-surface-sunken hover:text-ink before:size-5 sm:top-4 sm:right-4"
          />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Returns whether a press was on a toast. Toasts are above the dialog, and a press on one must not close the dialog. */
function isInToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-toast]") !== null;
}
