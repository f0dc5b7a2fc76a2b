/** Formats rows as CSV (RFC 4180). Missing values are empty. */
export function csv(rows: (number | string | null | undefined)[][]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** Escapes texts that a spreadsheet would run as a formula with an apostrophe, which spreadsheets hide. */
function cell(value: number | string | null | undefined): string {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
