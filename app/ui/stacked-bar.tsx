interface Part {
  key: string;
  label: string;
  count: number;
  /** See .tone-* in looks.css. */
  tone: string;
}

interface StackedBarProps {
  parts: readonly Part[];
  /** Shows the counts in one column instead of after each label. */
  isColumn?: boolean;
}

/** How answers divide a whole: a bar, and the label and count of each part. */
export function StackedBar({ parts, isColumn = false }: StackedBarProps) {
  return (
    <>
      <span aria-hidden="true" className="stacked-bar">
        {parts.map(({ key, count, tone }) => (
          <span key={key} className={`tone-${tone}`} style={{ flexGrow: count }} />
        ))}
      </span>
      <ul className={isColumn ? "legend legend-column" : "legend"}>
        {parts.map(({ key, label, count, tone }) => (
          <li key={key}>
            <span aria-hidden="true" className={`swatch tone-${tone}`} />
            {`${label} `}
            <strong>{count.toLocaleString("en-IN")}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}
