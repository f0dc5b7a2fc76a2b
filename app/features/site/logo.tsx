/** An arched door on its step. Must match public/favicon.svg. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 36" aria-hidden="true" className={className}>
      <path
        className="fill-brand"
        d="M4 33V16.5C4 9.5 9 7.5 12.5 5 14.3 3.7 15.4 2.2 16 .5c.6 1.7 1.7 3.2 3.5 4.5C23 7.5 28 9.5 28 16.5V33z"
      />
      <path
        className="stroke-on-brand"
        fill="none"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M10.5 21l4 4.2 7.5-9.2"
      />
      <circle className="fill-haldi" cx="16" cy="9.5" r="2.4" />
      <path className="fill-ink" d="M0 33h32v3H0z" />
    </svg>
  );
}
