/** Returns the Levenshtein distance; names are short, so quadratic time does not matter. */
export function distance(from: string[], to: string[]): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [position, letter] of from.entries()) {
    const next = [position + 1];
    for (const [index, wanted] of to.entries()) {
      const change = (row[index] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(change, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
