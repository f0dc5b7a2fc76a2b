import { randomUUID } from "node:crypto";

/** Returns a unique name without digits: names may not contain a long number. */
export function uniqueName(name: string): string {
  return `${name} ${randomUUID()
    .replace(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)))
    .replaceAll("-", "")}`;
}
