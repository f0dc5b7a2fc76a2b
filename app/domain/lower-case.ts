/** Lower case as the database has it, letter by letter: a Σ at the end of a word and an İ are letters like others. */
export function lowerCase(text: string): string {
  return Array.from(text, (letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0)).join("");
}
