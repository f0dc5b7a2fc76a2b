import fs from "node:fs/promises";
import path from "node:path";
import PostalMime from "postal-mime";
import { normalEmail } from "./email-address.ts";
import { unlessMissing } from "./files.ts";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Deletes the kept e-mails that are older than a week, and what a crash left of one. Their links end after an hour. */
export async function sweepMails(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    const stat = await fs.stat(path.join(folder, name)).catch(() => null);
    if (stat && stat.mtimeMs < Date.now() - WEEK_MS) await fs.rm(path.join(folder, name), { force: true });
  }
}

/** Deletes the kept e-mails to this address. Resolves to how many there were. */
export async function forgetMails(folder: string, address: string): Promise<number> {
  let forgotten = 0;
  for (const name of (await namesIn(folder)).filter((each) => each.endsWith(".eml"))) {
    const { to } = await PostalMime.parse(await fs.readFile(path.join(folder, name)));
    if (!to?.some((recipient) => sameForm(recipient.address ?? "") === sameForm(address))) continue;
    await fs.rm(path.join(folder, name), { force: true });
    forgotten += 1;
  }
  return forgotten;
}

/** Mails spell domains in ASCII (xn--…), people as they read. What is no domain stays, so that no two of them are one. */
function sameForm(address: string): string {
  const normal = normalEmail(address);
  return normal.endsWith("@") ? address.toLowerCase() : normal;
}

async function namesIn(folder: string): Promise<string[]> {
  return (await unlessMissing(fs.readdir(folder))) ?? [];
}
