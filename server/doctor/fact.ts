import type { Settings } from "../settings.ts";
import { redact } from "../log.ts";
import type { Ask } from "./ask.ts";
import type { DatabaseAnswer, NoAnswer } from "./database.ts";
import type { Expected } from "./expected.ts";

/** All that the facts are looked up in. */
export interface Deployment {
  settings: Settings;
  /** When the newest archive in there was begun, or why there is none. */
  newestBackup: Date | string;
  /** Asks the web server. */
  site: Ask;
  /** Asks the API that browsers call, with the public key. */
  api: Ask;
  /** Null where no secret key lets us query it. */
  database: DatabaseAnswer | NoAnswer | null;
  expected: Expected;
}

/** `unknown`: it cannot be found out from here, and the remedy says where to look. */
type State = "ok" | "warn" | "fail" | "unknown";

/** What was found, and what to do about it: null where all is well. */
export type Verdict = [state: "ok", detail: string] | [state: Exclude<State, "ok">, detail: string, remedy: string];

export interface Fact {
  /** The same at every run: monitoring can tell facts apart by it. */
  name: string;
  backends: Settings["backend"][];
  /** The fact without which this one cannot be found out. */
  needs?: string;
  look: (deployment: Deployment) => Promise<Verdict>;
}

export interface Line {
  fact: string;
  state: State;
  detail: string;
  remedy: string | null;
}

/** What is looked up, and how the answer is judged. */
export function fact<T>(
  name: string,
  backends: Settings["backend"][],
  ask: (deployment: Deployment) => T | Promise<T>,
  judge: (answer: T, deployment: Deployment) => Verdict,
  needs?: string,
): Fact {
  const look = async (deployment: Deployment) => judge(await ask(deployment), deployment);
  return { name, backends, look, ...(needs !== undefined && { needs }) };
}

/** One line for each fact of this backend, one after the other: a daily look should cost a site nothing that visitors notice. */
export async function examine(facts: Fact[], deployment: Deployment): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { name, backends, needs, look } of facts) {
    if (!backends.includes(deployment.settings.backend)) continue;
    const isBlind = needs !== undefined && lines.find((line) => line.fact === needs)?.state !== "ok";
    const [state, detail, remedy = null] = isBlind
      ? (["unknown", "it cannot be found out", `see the line of the ${needs}`] as const)
      : await look(deployment);
    lines.push({ fact: name, state, detail, remedy });
  }
  return lines.map((line) => redacted(line, deployment.settings.siteUrl));
}

/** What a service answered can quote an address or a key. That of the site is to be checked. */
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
