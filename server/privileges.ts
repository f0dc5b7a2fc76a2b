import { fileURLToPath } from "node:url";
import { canEnter, makeDataDir, systemUser, type SystemUser } from "./embedded/system-user.ts";

const PROJECT = fileURLToPath(new URL("..", import.meta.url));

/**
 * A program that root has started goes on as the system user that owns the data folder, before it looks at anything in there: a
 * compromised process has no more rights than that user, and links that it plants lead root nowhere. Resolves to a sentence where root has
 * to stay. `dataDir` is null where nothing is kept on this machine.
 */
export async function giveUpRoot(dataDir: string | null): Promise<string | null> {
  let user: SystemUser | null;
  try {
    user = systemUser();
  } catch {
    return "GharSach goes on as root, since no system user could be made: start it as an ordinary user.";
  }
  if (!user) return null;
  if (dataDir) await makeDataDir(dataDir);
  const closed = [PROJECT, dataDir].find((place) => place && !canEnter(user, place));
  if (closed) {
    return `GharSach goes on as root, since no other user may enter ${closed}: start it as an ordinary user, or put it where others may enter.`;
  }
  process.setgroups?.([]);
  process.setgid?.(user.gid);
  process.setuid?.(user.uid);
  return null;
}
