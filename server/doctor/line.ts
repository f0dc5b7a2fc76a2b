import { redact } from "../log.ts";

/** `unknown`: it cannot be asked from here, and the remedy says where to look. */
type State = "ok" | "warn" | "fail" | "unknown";

/** What is known about one fact of a deployment. */
export interface Line {
  /** The same at every run: monitoring can tell facts apart by it. */
  fact: string;
  state: State;
  detail: string;
  /** What to do; null where all is well. */
  remedy: string | null;
}

export function ok(fact: string, detail: string): Line {
  return { fact, state: "ok", detail, remedy: null };
}

export function warn(fact: string, detail: string, remedy: string): Line {
  return { fact, state: "warn", detail, remedy };
}

export function fail(fact: string, detail: string, remedy: string): Line {
  return { fact, state: "fail", detail, remedy };
}

export function unknown(fact: string, detail: string, remedy: string): Line {
  return { fact, state: "unknown", detail, remedy };
}

/** The lines as they may be printed: what a service answered can quote an address or a key. That of the site is to be checked. */
export function printable(lines: Line[], siteUrl: string): Line[] {
  const redacted = (text: string) => text.split(siteUrl).map(redact).join(siteUrl);
  return lines.map(({ fact, state, detail, remedy }) => ({
    fact,
    state,
    detail: redacted(detail),
    remedy: remedy === null ? null : redacted(remedy),
  }));
}

export function inText(lines: Line[]): string {
  const width = Math.max(...lines.map(({ fact }) => fact.length));
  return lines
    .map(({ fact, state, detail, remedy }) => {
      const line = `${state.padEnd(7)}  ${fact.padEnd(width)}  ${detail}`;
      return remedy === null ? line : `${line} → ${remedy}`;
    })
    .join("\n");
}

/** 1 when something fails; what is doubtful or unknown is for people. */
export function exitCode(lines: Line[]): 0 | 1 {
  return lines.some(({ state }) => state === "fail") ? 1 : 0;
}

const MAX_LISTED = 5;

export function listed(items: string[]): string {
  const rest = items.length - MAX_LISTED;
  return items.slice(0, MAX_LISTED).join("; ") + (rest > 0 ? `; and ${rest} more` : "");
}
