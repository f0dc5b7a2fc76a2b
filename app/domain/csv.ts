/** Rows as RFC 4180 has them. What is not there is left empty. */
export function csv(rows: (number | string | null | undefined)[][]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** A text that a spreadsheet would take for a formula begins with an apostrophe, which it does not show. */
function cell(value: number | string | null | undefined): string {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
