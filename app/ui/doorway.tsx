/** The mark of the house: an arched door, a tick for its handle. Drawn in the colour of the text around it. */
export function Doorway({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 32 40"
      aria-hidden="true"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
    >
      <path d="M4 38V17a12 12 0 0 1 24 0v21" />
      <path d="M1 38h30" strokeLinecap="square" />
      <path d="M10.5 23.5l4 4 7.5-9" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
