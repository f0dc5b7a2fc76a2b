/** Formats rows as CSV (RFC 4180). Missing values are empty. */
export function csv(rows: (number | string | null | undefined)[][]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** Formats a cell. Puts an apostrophe, which spreadsheets hide, before a text that they would run as a formula. */
function cell(value: number | string | null | undefined): string {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
