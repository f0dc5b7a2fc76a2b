import { readFileSync } from "node:fs";

export interface Requirement {
  /** Like "2.10": section and place. Tests carry it as a tag. */
  number: string;
  text: string;
}

/** Every requirement of specification.md, in its order. */
export function readRequirements(): Requirement[] {
  const lines = readFileSync(new URL("specification.md", import.meta.url), "utf8").split("\n");
  return lines.flatMap((line) => {
    const [, number = "", text = ""] = /^- \*\*(\d+\.\d+)\*\* (.+)$/.exec(line) ?? [];
    return number ? [{ number, text }] : [];
  });
}
