import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { DataDirError } from "../data-dir-error.ts";

// Node has no flock(2). The lock belongs to the open file, so a child process that inherits it can take the lock.
const BY_UTIL_LINUX = ["flock", "--nonblock", "3"];
const BY_PERL = [
  ...["perl", "-MFcntl=:flock", "-e"],
  "open(my $f, '<&=3') or exit 2; exit(flock($f, LOCK_EX | LOCK_NB) ? 0 : $!{EWOULDBLOCK} ? 1 : 2)",
];

/**
 * Locks a folder. Returns an open descriptor, or null if another process holds the lock. The kernel keeps it until the last process that
 * inherited the descriptor closes it or ends, also across containers (docs/decisions/0013). Throws {@link DataDirError} if it cannot be
 * locked.
 */
export function lockFolder(folder: string): number | null {
  const descriptor = openSync(folder, "r");
  const [command = "", ...args] = process.platform === "linux" ? BY_UTIL_LINUX : BY_PERL;
  const { status, error } = spawnSync(command, args, { stdio: ["ignore", "ignore", "ignore", descriptor] });
  if (status === 0) return descriptor;
  closeSync(descriptor);
  if (status === 1) return null;
  throw new DataDirError(
    error
      ? `GharSach locks its data with the program ${command}: install it (on Linux it is in the package util-linux).`
      : `${folder} cannot be locked: move it to a local disk.`,
  );
}
