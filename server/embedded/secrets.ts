import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { SettingsError } from "../settings.ts";
import { unlessMissing } from "./files.ts";

const secretsSchema = z.object({
  jwtSecret: z.string().min(32),
  databasePassword: z.string().min(16),
  /** Not a secret, but must not change: browsers have it. */
  publishableKey: z.string().startsWith("sb_publishable_"),
});

export type Secrets = z.infer<typeof secretsSchema>;

const fileIn = (dataDir: string) => path.join(dataDir, "secrets.json");

export async function readSecrets(dataDir: string): Promise<Secrets | null> {
  const file = fileIn(dataDir);
  const text = await unlessMissing(fs.readFile(file, "utf8"));
  if (text === null) return null;
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    throw new SettingsError(
      `${file} is damaged: restore it from a backup (without it, neither sessions nor the database open).`,
    );
  }
}

/** Returns the secrets, or creates random ones, which only their owner may read. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const known = await readSecrets(dataDir);
  if (known) return known;
  const file = fileIn(dataDir);
  const secrets: Secrets = {
    jwtSecret: randomBytes(48).toString("base64url"),
    databasePassword: randomBytes(24).toString("base64url"),
    publishableKey: `sb_publishable_${randomBytes(17).toString("base64url").slice(0, 22)}`,
  };
  const draft = `${file}.draft`;
  await fs.writeFile(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
  await fs.rename(draft, file);
  return secrets;
}
