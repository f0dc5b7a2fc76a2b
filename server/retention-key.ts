import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { SettingsError } from "./setting-values.ts";

const ARMOR =
  /^-----BEGIN PGP PUBLIC KEY BLOCK-----\n(?:\w+: .*\n)*\n([A-Za-z\d+/=\n]+?)(?:\n=[A-Za-z\d+/]{4})?\n-----END PGP PUBLIC KEY BLOCK-----$/;

/** The numbers of RFC 9580: packets, and the algorithms that pgcrypto can encrypt to (RSA and Elgamal). */
const [SECRET_KEY, PUBLIC_KEY, SECRET_SUBKEY, PUBLIC_SUBKEY] = [5, 6, 7, 14];
const ENCRYPTS = [1, 2, 16];
const SIGNS = [3, 17];

/**
 * Returns the key of RETENTION_KEY in base64, as the database stores it. `given` is an armored public key or the path of a file with
 * one. Throws {@link SettingsError} for a key with a private part, and for one that pgcrypto cannot encrypt to.
 */
export function readRetentionKey(given: string): string {
  const text = given.startsWith("-----BEGIN") ? given.replaceAll("\\n", "\n") : readKeyFile(given);
  if (text.includes("PRIVATE KEY BLOCK")) throw new SettingsError(IS_PRIVATE);
  const base64 = ARMOR.exec(text.replaceAll("\r", "").trim())?.[1]?.replaceAll("\n", "");
  if (!base64) throw new SettingsError(IS_NO_KEY);
  const packets = readPackets(Buffer.from(base64, "base64"));
  if (packets.some(({ tag }) => tag === SECRET_KEY || tag === SECRET_SUBKEY)) throw new SettingsError(IS_PRIVATE);
  // A packet of a key: its version, four bytes of time, and its algorithm.
  const subkeys = packets.filter(({ tag }) => tag === PUBLIC_SUBKEY).map(({ body }) => body[0] === 4 && body[5]);
  const algorithms = subkeys.filter((algorithm) => !SIGNS.includes(Number(algorithm)));
  if (packets.filter(({ tag }) => tag === PUBLIC_KEY).length !== 1) throw new SettingsError(IS_NO_KEY);
  if (algorithms.length !== 1 || !ENCRYPTS.includes(Number(algorithms[0]))) throw new SettingsError(CANNOT_ENCRYPT);
  return base64;
}

/** Returns what private.key_hash() in the database returns. */
export function hashOfKey(base64: string): string {
  return createHash("sha256").update(base64, "base64").digest("hex");
}

const IS_PRIVATE =
  "The retention key holds a private key, which must stay offline: export the public half with gpg --armor --export <key>.";
const IS_NO_KEY =
  "The retention key (RETENTION_KEY) is neither one armored OpenPGP public key nor the path of a file with one: export it with gpg --armor --export <key>.";
const CANNOT_ENCRYPT =
  'PostgreSQL cannot encrypt to this retention key: it needs exactly one subkey for encryption, of type RSA, and no elliptic curves (gpg\'s default). See "Keep deleted data sealed" in docs/operations.md.';

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new SettingsError(IS_NO_KEY);
  }
}

function readPackets(bytes: Buffer): { tag: number; body: Buffer }[] {
  const packets: { tag: number; body: Buffer }[] = [];
  try {
    for (let at = 0; at < bytes.length;) {
      const head = bytes.readUInt8(at);
      const [size, start] = head & 0x40 ? newLength(bytes, at + 1) : oldLength(bytes, at + 1, head & 3);
      if (!(head & 0x80) || start + size > bytes.length) throw new RangeError("not a packet");
      packets.push({ tag: head & 0x40 ? head & 63 : (head >> 2) & 15, body: bytes.subarray(start, start + size) });
      at = start + size;
    }
  } catch {
    throw new SettingsError(IS_NO_KEY);
  }
  return packets;
}

function oldLength(bytes: Buffer, at: number, type: number): [size: number, start: number] {
  const width = 2 ** type;
  return [bytes.readUIntBE(at, width), at + width];
}

function newLength(bytes: Buffer, at: number): [size: number, start: number] {
  const first = bytes.readUInt8(at);
  if (first < 192) return [first, at + 1];
  if (first < 224) return [((first - 192) << 8) + bytes.readUInt8(at + 1) + 192, at + 2];
  return [bytes.readUInt32BE(at + 1), at + 5];
}
