import type { FileHandle } from "node:fs/promises";
import { logError } from "../log.ts";

/** How the photos end that `reencodePhoto` writes. */
const ENDS = { png: Buffer.from("IEND\xaeB`\x82", "latin1"), jpg: Buffer.from([0xff, 0xd9]), gif: Buffer.from(";") };
const knownDamage = new Set<string>();

/**
 * False for a photo that has lost its end, after a fault of the disk say: browsers and caches would keep half a picture for
 * ever. It is logged once.
 */
export async function isCompletePhoto(photo: FileHandle, name: string): Promise<boolean> {
  const end = /\.png$/i.test(name) ? ENDS.png : /\.gif$/i.test(name) ? ENDS.gif : ENDS.jpg;
  const { size } = await photo.stat();
  const { buffer } = await photo.read({ buffer: Buffer.alloc(end.length), position: Math.max(0, size - end.length) });
  if (buffer.equals(end)) return true;
  if (!knownDamage.has(name)) logError(`The photo ${name} is damaged: bring it back from a backup.`);
  knownDamage.add(name);
  return false;
}
