import { AsyncLocalStorage } from "node:async_hooks";
import { isIPv6 } from "node:net";
import { inspect } from "node:util";
import { type DestinationStream, type LoggerOptions, pino } from "pino";

export type LogFormat = "json" | "text";

const SECRETS: [RegExp, string][] = [
  [/[\p{L}\p{N}._%+'-]+(?:@|%40)[\p{L}\p{N}.-]+/gu, "[email]"],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, "[token]"],
  [/\bsb_(?:publishable|secret)_[\w-]+/g, "[key]"],
  [/\b(Bearer\s+)[^\s"'[]+/gi, "$1[hidden]"],
  [
    /\b((?:token_hash|token|refresh_token|access_token|password|apikey|api_key|secret|code)["']?\s*[=:]\s*["']?)[^\s&"',}]+/gi,
    "$1[hidden]",
  ],
  // URLs with a secret.
  [/(\/(?:alerts|grievance|unfollow)\W+)[\w.-]+/gi, "$1[hidden]"],
  [/\b[0-9a-f]{40,}\b/gi, "[hash]"],
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, "[address]"],
];

/** May also match a time or a position in a file. */
const MAYBE_IPV6 = /(?<![\w:.])[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*/gi;

export function redact(text: string): string {
  const withoutIPv6 = text.replace(MAYBE_IPV6, (found) => {
    // Punctuation may follow: "refused by 2001:db8::1: try again".
    const address = found.endsWith("::") ? found : found.replace(/[.:]$/, "");
    return address !== "::" && isIPv6(address) ? `[address]${found.slice(address.length)}` : found;
  });
  return SECRETS.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), withoutIPv6);
}

/** Matches characters that move a terminal's cursor, break a line or reverse the direction of text. */
const CONTROL_CHARACTERS = /[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

function escapeControls(text: string): string {
  return text.replace(CONTROL_CHARACTERS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Returns only name, code, message and stack of an error: database drivers attach the statement, its parameters and the row. */
function describe(value: unknown): string {
  if (value instanceof Error) {
    const code = "code" in value && typeof value.code === "string" ? ` (${value.code})` : "";
    const cause = value.cause === undefined ? "" : `\n  caused by ${describe(value.cause)}`;
    return `${value.stack ?? `${value.name}: ${value.message}`}${code}${cause}`;
  }
  return typeof value === "string" ? value : inspect(value, { depth: 3, breakLength: 160 });
}

const currentRequest = new AsyncLocalStorage<string>();

/** Runs `answer`, whose log entries get the request's id. */
export function withRequestId<T>(id: string, answer: () => T): T {
  return currentRequest.run(id, answer);
}

let logger = createLogger("text");
let startedFormat: LogFormat | null = null;

/** Starts logging requests, in this format; null means text on a terminal and JSON elsewhere. */
export function startLog(chosen: LogFormat | null): void {
  const format = chosen ?? (process.stdout.isTTY ? "text" : "json");
  logger = createLogger(format);
  startedFormat = format;
  // A full disk or a closed reader must not stop the server.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  process.on("exit", flush);
}

function createLogger(format: LogFormat) {
  const inFormat = (stream: DestinationStream) => (format === "json" ? stream : asText(stream));
  const output = inFormat({ write: buffer });
  const errors = inFormat({ write: (line) => process.stderr.write(line) });
  const options: LoggerOptions = {
    base: null,
    messageKey: "message",
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    mixin: () => ({ requestId: currentRequest.getStore() }),
  };
  return pino(options, pino.multistream([{ stream: output }, { stream: errors, level: "error" }], { dedupe: true }));
}

/** Batches writes: a system call per request would cost more than the rest of a cached page. */
const FLUSH_AFTER_MS = 50;
const MAX_BUFFER_LENGTH = 64 * 1024;
let buffered = "";
let timer: NodeJS.Timeout | undefined;

function buffer(line: string): void {
  buffered += line;
  if (buffered.length > MAX_BUFFER_LENGTH) flush();
  else timer ??= setTimeout(flush, FLUSH_AFTER_MS).unref();
}

function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  if (buffered !== "") process.stdout.write(buffered);
  buffered = "";
}

interface Entry {
  message: string;
  stack?: string[];
  requestId?: string;
}

/** Indents stacks, so that no line of them looks like an entry. */
function asText(stream: DestinationStream): DestinationStream {
  return {
    write(line) {
      const { message, stack = [], requestId } = JSON.parse(line) as Entry;
      stream.write(`${[message, ...stack].join("\n    ")}${requestId ? ` [request ${requestId}]` : ""}\n`);
    },
  };
}

export function log(...values: unknown[]): void {
  write("info", values);
}

export function logError(...values: unknown[]): void {
  write("error", values);
}

function write(level: "info" | "error", values: unknown[]): void {
  // Keeps both streams in order.
  flush();
  const [message = "", ...lines] = redact(values.map(describe).join(" ")).split("\n").map(escapeControls);
  logger[level](lines.length > 0 ? { stack: lines.map((line) => line.trim()) } : {}, message);
  flush();
}

/** Contains nothing about the sender or the query. */
export interface RequestFacts {
  id: string;
  method: string;
  path: string;
  status: number;
  milliseconds: number;
}

/** Matches the product's paths without a secret or a photo's name. Other paths are redacted. */
const PLAIN_PATH = /^[\w/.-]{1,39}$/;
/** The name of a photo would link a time in the log with a review. */
const PHOTO = /\d{10,17}-[a-z\d]{6,64}\.(?:png|jpe?g|gif)/g;
const MAX_PATH_LENGTH = 200;

/** Logs a request in the format of other entries, but without pino, which would add a tenth to the time of a cached page. */
export function logRequest({ id, method, path, status, milliseconds }: RequestFacts): void {
  if (startedFormat === null) return;
  const safePath = PLAIN_PATH.test(path)
    ? path
    : escapeControls(redact(path.slice(0, MAX_PATH_LENGTH)).replace(PHOTO, "[photo]"));
  const ms = Math.round(milliseconds * 10) / 10;
  if (startedFormat === "text") {
    buffer(`${method} ${safePath} ${status} ${ms} ms [request ${id}]\n`);
    return;
  }
  const asked = `"method":${JSON.stringify(method)},"path":${JSON.stringify(safePath)}`;
  buffer(
    `{"level":"info","time":"${isoTime()}","requestId":"${id}",${asked},"status":${status},"ms":${ms},"message":"request"}\n`,
  );
}

let lastTime = 0;
let lastIsoTime = "";

function isoTime(): string {
  const now = Date.now();
  if (now !== lastTime) [lastTime, lastIsoTime] = [now, new Date(now).toISOString()];
  return lastIsoTime;
}

/**
 * Redirects the console to the log, because libraries print failed statements with parameters and emails. Drops errors with a 4xx status,
 * which anonymous callers could cause by the thousand.
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
