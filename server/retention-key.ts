import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { SettingsError } from "./setting-values.ts";

const ARMOR =
  /^-----BEGIN PGP PUBLIC KEY BLOCK-----\n(?:\w+: .*\n)*\n([A-Za-z\d+/=\n]+?)(?:\n=[A-Za-z\d+/]{4})?\n-----END PGP PUBLIC KEY BLOCK-----$/;

/**
 * Returns an armored OpenPGP public key in base64. `given` is the key or the path of its file. Throws {@link SettingsError} for a
 * private key, and for anything else. The database then checks that it can encrypt to the key (operator_set_retention_key).
 */
export function readRetentionKey(given: string): string {
  const text = given.startsWith("-----BEGIN") ? given.replaceAll("\\n", "\n") : readKeyFile(given);
  if (text.includes("PRIVATE KEY BLOCK"))
    throw new SettingsError(
      "The retention key holds a private key, which must stay offline: export the public half with gpg --armor --export <key>.",
    );
  const key = ARMOR.exec(text.replaceAll("\r", "").trim())?.[1]?.replaceAll("\n", "");
  if (!key)
    throw new SettingsError(
      "The retention key (RETENTION_KEY) is neither one armored OpenPGP public key nor the path of a file with one: export it with gpg --armor --export <key>.",
    );
  return key;
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Returns what private.key_hash() in the database returns. */
export function hashOfKey(key: string): string {
  return createHash("sha256").update(key, "base64").digest("hex");
}
