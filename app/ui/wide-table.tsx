import type { ReactNode } from "react";

interface WideTableProps {
  label: string;
  /** The head of the first column, which stays in view, and those of the others. */
  columns: readonly [string, ...string[]];
  /** Its cells are numbers, one below the other. */
  isNumeric?: boolean;
  /** Its bodies; each begins with a heavier line. Their rows begin with a header cell. */
  children: ReactNode;
}

/** A table that may be wider than the screen: it moves sideways under its first column. looks.css has its look. */
export function WideTable({ label, columns, isNumeric = false, children }: WideTableProps) {
  return (
    // Focusable, so that the keyboard moves it sideways.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={label} tabIndex={0} className={`wide-table ${isNumeric ? "wide-table-numbers" : ""}`}>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </section>
  );
}

/** Where a cell has no value: a dash for the eye, and why for screen readers. */
export function NoValue({ why }: { why: string }) {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{why}</span>
    </>
  );
}
