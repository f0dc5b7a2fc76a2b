import { fileURLToPath } from "node:url";
import { canEnter, makeDataDir, systemUser, type SystemUser } from "./embedded/system-user.ts";

const PROJECT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Drops root's rights before anything in the data folder is read, so that neither a compromised process nor planted links can use them. The
 * process continues as the folder's owner. Returns a warning if it has to stay root. `dataDir` is null if nothing is stored here.
 */
export async function dropRoot(dataDir: string | null): Promise<string | null> {
  let user: SystemUser | null;
  try {
    user = systemUser();
  } catch {
    return "GharSach continues as root because no system user could be created: start it as an ordinary user.";
  }
  if (!user) return null;
  if (dataDir) await makeDataDir(dataDir);
  const closed = [PROJECT, dataDir].find((place) => place && !canEnter(user, place));
  if (closed) {
    return `GharSach continues as root because no other user may enter ${closed}: start it as an ordinary user, or move it to a folder that others may enter.`;
  }
  process.setgroups?.([]);
  process.setgid?.(user.gid);
  process.setuid?.(user.uid);
  return null;
}
