import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

const STOP_TIMEOUT_MS = 60_000;

/** Every process that was started and has not ended, and the signal that ends it in good order. */
const running = new Map<ChildProcess, NodeJS.Signals>();

/** Starts a process that endAllChildren ends, if nobody does so before. */
export function startChild(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
  endSignal: NodeJS.Signals = "SIGTERM",
): ChildProcess {
  const child = spawn(command, args, options);
  running.set(child, endSignal);
  child.once("exit", () => running.delete(child));
  return child;
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

export async function endChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.kill(running.get(child));
  const isLate = await Promise.race([ended.then(() => false), delay(STOP_TIMEOUT_MS, true, { ref: false })]);
  if (isLate) child.kill("SIGKILL");
  await ended;
}

export async function endAllChildren(): Promise<void> {
  await Promise.all([...running.keys()].map(endChild));
}

/** Runs a program to its end and resolves to what it printed. Throws when it fails. */
export async function outputOf(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
  endSignal?: NodeJS.Signals,
): Promise<string> {
  const child = startChild(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] }, endSignal);
  let output = "";
  let complaint = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-2_000);
  });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${args[0] ?? command} ended with ${code}:\n${complaint}`);
  return output;
}
