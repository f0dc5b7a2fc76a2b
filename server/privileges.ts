import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { unlessMissing } from "./embedded/files.ts";
import { canEnter, canRead, giveTo, realFolder, systemUser, type SystemUser } from "./embedded/system-user.ts";

const PROJECT = fileURLToPath(new URL("..", import.meta.url));
/** What the server writes to while it runs. The database's own folder is its user's already; secrets stay with root. */
const WRITTEN_TO = ["storage", "mail"];

/**
 * A web server that root has started goes on as the system user that its database runs as: what it bound and read as root it
 * keeps, and a compromised process has no more rights than that user. Resolves to a sentence where root has to stay,
 * since that user cannot enter the project or its data. `dataDir` is null where nothing is kept on this machine.
 */
export async function giveUpRoot(dataDir: string | null): Promise<string | null> {
  let user;
  try {
    user = systemUser();
  } catch {
    return "GharSach goes on as root, since no system user could be made: start it as an ordinary user.";
  }
  if (!user) return null;
  if (dataDir) await fs.chmod(dataDir, 0o711);
  const closed = [PROJECT, path.join(PROJECT, "build", "client"), dataDir].find(
    (each) => each && !canEnter(user, each),
  );
  const place = closed ?? (canRead(user, path.join(PROJECT, "package.json")) ? null : PROJECT);
  if (place) {
    return `GharSach goes on as root, since no other user may enter ${place}: start it as an ordinary user, or put it where others may enter.`;
  }
  for (const name of dataDir ? WRITTEN_TO : []) {
    const folder = path.join(dataDir ?? "", name);
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    await giveTo(user, await realFolder(folder));
  }
  become(user);
  return null;
}

/**
 * A command that root has started continues as the owner of the photos of this data folder, the user that
 * the server writes as: links that this user planted do not lead root elsewhere. Does nothing for other users.
 */
export async function actAsOwner(dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const folder = (await unlessMissing(realFolder(path.join(dataDir, "storage")))) ?? dataDir;
  const owner = await unlessMissing(fs.stat(folder));
  if (owner && owner.uid !== 0) become(owner);
}

function become({ uid, gid }: SystemUser): void {
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}
