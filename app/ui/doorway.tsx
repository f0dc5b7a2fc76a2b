type Mark = "none" | "tick" | "alert";

const MARKS: Record<Mark, string> = {
  none: "",
  tick: "M10.5 24l4 4 7.5-9",
  alert: "M16 16v9M16 30.5v.1",
};

/** The product's mark, an arched door, in the color of the surrounding text. */
export function Doorway({ mark = "none", className }: { mark?: Mark; className?: string }) {
  return (
    <svg
      viewBox="0 0 32 40"
      aria-hidden="true"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M4 37V18c0-8 4.5-10.5 8-13 1.8-1.3 3.2-2.2 4-3.5.8 1.3 2.2 2.2 4 3.5 3.5 2.5 8 5 8 13v19" />
      <path d="M2 38h28" />
      {mark !== "none" && <path d={MARKS[mark]} />}
    </svg>
  );
}
