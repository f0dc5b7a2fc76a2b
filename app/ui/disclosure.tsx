import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "./button";

interface DisclosureProps {
  /** The content of the button. */
  label: ReactNode;
  children: ReactNode;
}

/**
 * A button that shows and hides the panel below it (the disclosure pattern of WAI-ARIA). Escape, a press outside and focus outside hide it.
 */
export function Disclosure({ label, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return undefined;
    function closeFromElsewhere({ target }: Event) {
      if (!root.current?.contains(target as Node)) setOpen(false);
    }
    function closeOnEscape({ key }: KeyboardEvent) {
      if (key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    }
    document.addEventListener("keydown", closeOnEscape);
    document.addEventListener("pointerdown", closeFromElsewhere);
    document.addEventListener("focusin", closeFromElsewhere);
    return () => {
      document.removeEventListener("keydown", closeOnEscape);
      document.removeEventListener("pointerdown", closeFromElsewhere);
      document.removeEventListener("focusin", closeFromElsewhere);
    };
  }, [isOpen]);

  return (
    <div ref={root} className="relative min-w-0">
      <Button
        ref={button}
        variant="ghost"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      <div
        id={panelId}
        hidden={!isOpen}
        className="absolute top-full right-0 z-40 mt-1.5 w-max max-w-[min(20rem,calc(100vw-5.5rem))] min-w-48 border border-t-3 border-line border-t-ink bg-surface py-1 text-ink shadow-raised"
      >
        {children}
      </div>
    </div>
  );
}
