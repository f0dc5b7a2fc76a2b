/** A spinner with a label, which screen readers announce. */
export function Spinner({ label, className }: { label: string; className?: string }) {
  return (
    <output className={`inline-flex items-center gap-3 text-ink-muted ${className ?? ""}`}>
      <SpinnerRing />
      {label}
    </output>
  );
}

export function SpinnerRing() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 shrink-0 animate-spin text-brand">
      <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="3" opacity="0.25" />
      <path d="M12 3a9 9 0 0 1 9 9" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
