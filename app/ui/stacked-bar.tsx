interface Part {
  key: string;
  label: string;
  count: number;
  /** See .tone-* in looks.css. */
  tone: "good" | "fair" | "bad" | "open";
}

/** How answers divide a whole: a bar, and the label and count of each part. */
export function StackedBar({ parts }: { parts: readonly Part[] }) {
  return (
    <>
      <span aria-hidden="true" className="stacked-bar">
        {parts.map(({ key, count, tone }) => (
          <span key={key} className={`tone-${tone}`} style={{ flexGrow: count }} />
        ))}
      </span>
      <ul className="mt-1 flex flex-wrap gap-x-4 text-sm text-ink-muted max-sm:gap-x-3 max-sm:text-xs">
        {parts.map(({ key, label, count, tone }) => (
          <li key={key} className="whitespace-nowrap">
            <span aria-hidden="true" className={`swatch tone-${tone}`} />
            {`${label} `}
            <strong className="font-semibold text-ink tabular-nums">{count.toLocaleString("en-IN")}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}
