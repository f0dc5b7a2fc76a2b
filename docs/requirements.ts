import { readFileSync } from "node:fs";

export interface Requirement {
  /** Section and number, like "2.10". Tests carry it as a tag. */
  number: string;
  text: string;
}

/** Returns the requirements of specification.md, in order. */
export function readRequirements(): Requirement[] {
  const lines = readFileSync(new URL("specification.md", import.meta.url), "utf8").split("\n");
  return lines.flatMap((line) => {
    const [, number = "", text = ""] = /^- \*\*(\d+\.\d+)\*\* (.+)$/.exec(line) ?? [];
    return number ? [{ number, text }] : [];
  });
}
