import { inspect } from "node:util";

const SECRETS: [RegExp, string][] = [
  [/[\p{L}\p{N}._%+'-]+(?:@|%40)[\p{L}\p{N}.-]+/gu, "[e-mail]"],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, "[token]"],
  [/\bsb_(?:publishable|secret)_[\w-]+/g, "[key]"],
  [
    /\b((?:token_hash|token|refresh_token|access_token|password|apikey)["']?\s*[=:]\s*["']?)[^\s&"',}]+/gi,
    "$1[hidden]",
  ],
  [/\b[0-9a-f]{40,}\b/gi, "[hash]"],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, "[address]"],
];

/** The text without e-mail addresses, tokens, keys, passwords and network addresses. */
export function redact(text: string): string {
  return SECRETS.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), text);
}

/**
 * What an error may say in a log: name, code, message and stack. Database drivers hang the failing statement, its
 * parameters and the offending row on their errors; none of that is printed.
 */
function describe(value: unknown): string {
  if (value instanceof Error) {
    const code = "code" in value && typeof value.code === "string" ? ` (${value.code})` : "";
    const cause = value.cause === undefined ? "" : `\n  caused by ${describe(value.cause)}`;
    return `${value.stack ?? `${value.name}: ${value.message}`}${code}${cause}`;
  }
  return typeof value === "string" ? value : inspect(value, { depth: 3, breakLength: 160 });
}

/** Writes one line for the operator, redacted. */
export function log(...values: unknown[]): void {
  process.stdout.write(`${redact(values.map(describe).join(" "))}\n`);
}

/** Writes what went wrong for the operator, redacted. */
export function logError(...values: unknown[]): void {
  process.stderr.write(`${redact(values.map(describe).join(" "))}\n`);
}

/** What callers get wrong is answered to them: malformed values, broken rules, missing rights, unknown tables. */
const CALLERS_MISTAKE = /^(?:PT4\d\d|22...|23...|42...|28...)$/;

/** What lite says, without a code, of a question that it cannot read. It quotes the question. */
const UNREADABLE_QUESTION = /^"failed to parse |^Unexpected input at position /;

function isWorthALine(value: unknown): boolean {
  if (value instanceof Error) {
    const code = "code" in value && typeof value.code === "string" ? value.code : "";
    const status = "status" in value && typeof value.status === "number" ? value.status : 500;
    const isCallersMistake = CALLERS_MISTAKE.test(code) || status < 500 || UNREADABLE_QUESTION.test(value.message);
    return !isCallersMistake && !("relation" in value);
  }
  // Printed at every start because storage is switched on; docs/decisions says why it is.
  return !(typeof value === "string" && value.startsWith("EXPERIMENTAL FEATURES ENABLED"));
}

/**
 * Libraries write to the console as they like: a failing statement with its parameters, an e-mail. From here on that is
 * redacted, and what a stranger can provoke by the thousand is left out.
 */
export function redactConsole(): void {
  const quietly = (values: unknown[]) => {
    if (values.every(isWorthALine)) logError(...values);
  };
  const error = (...values: unknown[]) => quietly(values);
  Object.assign(console, { log, info: log, debug: log, warn: error, error });
}
