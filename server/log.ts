import { AsyncLocalStorage } from "node:async_hooks";
import { isIPv6 } from "node:net";
import { inspect } from "node:util";

/** How lines are written: one JSON object each, or words for a person at a terminal. */
export type LogFormat = "json" | "text";

const SECRETS: [RegExp, string][] = [
  [/[\p{L}\p{N}._%+'-]+(?:@|%40)[\p{L}\p{N}.-]+/gu, "[e-mail]"],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, "[token]"],
  [/\bsb_(?:publishable|secret)_[\w-]+/g, "[key]"],
  [/\b(Bearer\s+)[^\s"'[]+/gi, "$1[hidden]"],
  [
    /\b((?:token_hash|token|refresh_token|access_token|password|apikey|api_key|secret|code)["']?\s*[=:]\s*["']?)[^\s&"',}]+/gi,
    "$1[hidden]",
  ],
  [/\b[0-9a-f]{40,}\b/gi, "[hash]"],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, "[address]"],
];

/** Whatever has two colons among hexadecimal digits; most of it is a time of day or a place in a file. */
const MAYBE_IPV6 = /(?<![\w:.])[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*/gi;

/** The text without e-mail addresses, tokens, keys, passwords and network addresses. */
export function redact(text: string): string {
  const withoutIPv6 = text.replace(MAYBE_IPV6, (found) => {
    // A sentence may go on after it: "refused by 2001:db8::1: try again".
    const address = found.endsWith("::") ? found : found.replace(/[.:]$/, "");
    return address !== "::" && isIPv6(address) ? `[address]${found.slice(address.length)}` : found;
  });
  return SECRETS.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), withoutIPv6);
}

/** What moves the cursor of a terminal, or turns the order of letters round: a stranger's text stays text. */
const CONTROL_CHARACTERS = /[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

function escapeControls(text: string): string {
  return text.replace(CONTROL_CHARACTERS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
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

const currentRequest = new AsyncLocalStorage<string>();

/** Runs `answer` so that whatever it writes into the log carries the id of its request. */
export function withRequestId<T>(id: string, answer: () => T): T {
  return currentRequest.run(id, answer);
}

/**
 * Before GharSach is ready it speaks, in plain sentences, to whoever starts it; from then on it keeps a log in this
 * format.
 */
let format: LogFormat | null = null;

/** From here on lines are kept in this format, and one is written for every request. */
export function startLog(chosen: LogFormat): void {
  format = chosen;
  // A disk that is full, or a reader that has gone, takes the lines with it and not the server.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  process.on("exit", writePending);
}

/** Writes one line for the operator, redacted. */
export function log(...values: unknown[]): void {
  write("info", values);
}

/** Writes what went wrong for the operator, redacted. */
export function logError(...values: unknown[]): void {
  write("error", values);
}

function write(level: "info" | "error", values: unknown[]): void {
  writePending();
  const stream = level === "error" ? process.stderr : process.stdout;
  const requestId = currentRequest.getStore();
  const [message = "", ...stack] = redact(values.map(describe).join(" ")).split("\n").map(escapeControls);
  if (format !== "json") {
    // What follows stands further in: no text can pass for a line of its own.
    const words = [message, ...stack.map((line) => `    ${line.trim()}`)].join("\n");
    stream.write(`${words}${requestId ? ` [request ${requestId}]` : ""}\n`);
    return;
  }
  const details = stack.length > 0 ? { stack: stack.map((line) => line.trim()) } : {};
  stream.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, requestId, ...details })}\n`);
}

/** What is said of a request: nothing of who sent it, and of its address the path alone. */
export interface RequestFacts {
  id: string;
  method: string;
  path: string;
  status: number;
  milliseconds: number;
}

/** Paths of the product's own have none of this in them; what strangers type can be anything. */
const PLAIN_PATH = /^[\w/.-]{1,39}$/;
const LONGEST_PATH = 200;

/** Writes the one line of a request that has been answered. Says nothing before the log has started. */
export function logRequest({ id, method, path, status, milliseconds }: RequestFacts): void {
  if (!format) return;
  const place = PLAIN_PATH.test(path) ? path : escapeControls(redact(path.slice(0, LONGEST_PATH)));
  const ms = Math.round(milliseconds * 10) / 10;
  pending +=
    format === "json"
      ? `{"time":"${timeStamp()}","level":"info","message":"request","requestId":"${id}","method":"${method}","path":${JSON.stringify(place)},"status":${status},"ms":${ms}}\n`
      : `${method} ${place} ${status} ${ms} ms [request ${id}]\n`;
  if (pending.length > MOST_PENDING) writePending();
  else timer ??= setTimeout(writePending, WRITE_AFTER_MS).unref();
}

/** A system call for each line would cost more than everything else that a kept page takes. */
const WRITE_AFTER_MS = 50;
const MOST_PENDING = 64 * 1024;
let pending = "";
let timer: NodeJS.Timeout | undefined;

function writePending(): void {
  clearTimeout(timer);
  timer = undefined;
  if (pending === "") return;
  const lines = pending;
  pending = "";
  process.stdout.write(lines);
}

let second = 0;
let secondText = "";

/** Now, as ISO 8601 in UTC. Writing out the date takes longer than the rest of the line: once a second is enough. */
function timeStamp(): string {
  const now = Date.now();
  const newSecond = Math.floor(now / 1000);
  if (newSecond !== second) {
    second = newSecond;
    secondText = new Date(newSecond * 1000).toISOString().slice(0, 20);
  }
  return `${secondText}${String(now % 1000).padStart(3, "0")}Z`;
}

/**
 * Libraries write to the console as they like: a failing statement with its parameters, an e-mail. From here on that is
 * redacted, and what a caller got wrong (an error with a status of 4xx) is left out: anonymous callers can send it by the thousand.
 */
export function redactConsole(): void {
  const error = (...values: unknown[]) => {
    if (!values.some(isCallersMistake)) logError(...values);
  };
  Object.assign(console, { log, info: log, debug: log, warn: error, error });
}

function isCallersMistake(value: unknown): boolean {
  const { status } = (value instanceof Error ? value : {}) as { status?: unknown };
  return typeof status === "number" && status >= 400 && status < 500;
}
