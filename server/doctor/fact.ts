import type { Settings } from "../settings.ts";
import { redact } from "../log.ts";
import type { Ask } from "./ask.ts";
import type { DatabaseAnswer, NoAnswer } from "./database.ts";
import type { Expected } from "./expected.ts";

export interface Deployment {
  settings: Settings;
  newestBackup: Date | string;
  site: Ask;
  /** Calls the API like a browser, with the publishable key. */
  api: Ask;
  /** Null without the secret key of a hosted project, or with BACKEND=browser. */
  database: DatabaseAnswer | NoAnswer | null;
  expected: Expected;
}

/** `unknown`: the doctor cannot check the fact from here. The remedy names the place to look. */
type State = "ok" | "warn" | "fail" | "unknown";

/** The finding, and a remedy unless the state is `ok`. */
export type Verdict = [state: "ok", detail: string] | [state: Exclude<State, "ok">, detail: string, remedy: string];

export interface Fact {
  /** Stable across runs, for monitoring. */
  name: string;
  backends: Settings["backend"][];
  needs?: string;
  look: (deployment: Deployment) => Verdict | Promise<Verdict>;
}

export interface Line {
  fact: string;
  state: State;
  detail: string;
  remedy: string | null;
}

export function fact(
  name: string,
  backends: Settings["backend"][],
  look: (deployment: Deployment) => Verdict | Promise<Verdict>,
  needs?: string,
): Fact {
  return { name, backends, look, ...(needs !== undefined && { needs }) };
}

/** Checks the facts of this backend one by one, so that visitors do not notice. Returns a line for each. */
export async function examine(facts: Fact[], deployment: Deployment): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { name, backends, needs, look } of facts) {
    if (!backends.includes(deployment.settings.backend)) continue;
    const isBlind = needs !== undefined && lines.find((line) => line.fact === needs)?.state !== "ok";
    const [state, detail, remedy = null] = isBlind
      ? (["unknown", "not checked", `see the line of the ${needs}`] as const)
      : await look(deployment);
    lines.push({ fact: name, state, detail, remedy });
  }
  return lines.map((line) => redacted(line, deployment.settings.siteUrl));
}

/** Redacts URLs and keys that a service may quote, except the site's own URL. */
function redacted(line: Line, siteUrl: string): Line {
  const clean = (text: string) => text.split(siteUrl).map(redact).join(siteUrl);
  return { ...line, detail: clean(line.detail), remedy: line.remedy && clean(line.remedy) };
}

export function inText(lines: Line[]): string {
  const width = Math.max(...lines.map(({ fact: name }) => name.length));
  return lines
    .map(({ fact: name, state, detail, remedy }) => {
      const line = `${state.padEnd(7)}  ${name.padEnd(width)}  ${detail}`;
      return remedy === null ? line : `${line} → ${remedy}`;
    })
    .join("\n");
}

const MAX_LISTED = 5;

export function listed(items: string[]): string {
  const rest = items.length - MAX_LISTED;
  return items.slice(0, MAX_LISTED).join("; ") + (rest > 0 ? `; and ${rest} more` : "");
}
