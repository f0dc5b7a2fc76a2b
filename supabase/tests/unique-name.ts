import { randomUUID } from "node:crypto";

/** A name that nothing else has, of letters alone: names may hold no long number. */
export function uniqueName(name: string): string {
  return `${name} ${randomUUID()
    .replace(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)))
    .replaceAll("-", "")}`;
}
