/** What stands in a niche, drawn in one line. */
const SIGNS = {
  shield: "M28 43l13 5v10c0 8-5.5 12-13 15c-7.5-3-13-7-13-15v-10zM22 58l5 5l8-9",
  people: "M23 58a6 6 0 1 0-.1 0M12 74c0-7 4-11 11-11s11 4 11 11M34 46a6 6 0 0 1 0 11.5M38 63.5c4 1.5 6 5 6 10.5",
  book: "M28 51c-4-3-9-4-14-4v22c5 0 10 1 14 4c4-3 9-4 14-4v-22c-5 0-10 1-14 4v22",
};

/** A niche in the wall, as beside the door of the house front, with a sign in it. Decoration. */
export function Niche({ sign, className }: { sign: keyof typeof SIGNS; className?: string }) {
  return (
    <svg viewBox="0 0 56 100" aria-hidden="true" fill="none" strokeWidth="2" className={className}>
      <path className="fill-surface stroke-line-strong" d="M2 98V44C2 22 17 16 28 2c11 14 26 20 26 42v54z" />
      <path className="fill-geru" d="M3 86h50v11H3z" />
      <path className="stroke-brand" strokeLinecap="round" strokeLinejoin="round" d={SIGNS[sign]} />
    </svg>
  );
}
