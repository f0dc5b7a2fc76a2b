import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";

export function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  );
}

export async function unlessMissing<T>(looking: Promise<T>): Promise<T | null> {
  try {
    return await looking;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Calls `work` with a temporary file next to `file`, then removes it. A sweep removes those that a crash leaves. */
export async function withDraft<Result>(file: string, work: (draft: string) => Promise<Result>): Promise<Result> {
  const draft = `${file}.${randomBytes(4).toString("hex")}.part`;
  try {
    return await work(draft);
  } finally {
    await fs.rm(draft, { force: true });
  }
}
