import type { ReactNode } from "react";

interface WideTableProps {
  label: string;
  /** The heading of the sticky first column, then the other headings. */
  columns: readonly [string, ...string[]];
  /** Whether the cells are numbers, which are aligned to the right. */
  isNumeric?: boolean;
  /** Table bodies, each below a heavier line. Their rows begin with a header cell. */
  children: ReactNode;
}

/** A table that scrolls sideways below its first column if it is wider than the screen. Styled in looks.css. */
export function WideTable({ label, columns, isNumeric = false, children }: WideTableProps) {
  return (
    // Focusable, so that keys can scroll it.
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

/** A cell without a value: a dash, and the reason for screen readers. */
export function NoValue({ why }: { why: string }) {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{why}</span>
    </>
  );
}
