import { fail, type Line, ok, unknown, warn } from "./line.ts";

const GB = 1e9;

/** Embedded backend: the file system of DATA_DIR, in bytes; null where there is no such folder. */
export function diskLine(disk: { free: number; size: number } | null, dataDir: string): Line {
  if (!disk) return unknown("disk", `there is no folder ${dataDir}`, "set DATA_DIR to the folder of the site");
  const { free, size } = disk;
  const share = Math.floor((free / size) * 100);
  const detail = `${share} % free (${(free / GB).toFixed(1)} GB)`;
  if (share < 5 || free < GB) return fail("disk", detail, "make room now: without it nothing is saved");
  if (share < 20) return warn("disk", detail, "make room, or move DATA_DIR to a larger disk");
  return ok("disk", detail);
}

/** A daily backup that runs a little later than yesterday's is still one. */
const MAX_AGE_HOURS = 26;

export interface BackupFile {
  name: string;
  size: number;
}

/** As `npm run backup` names its archives: by the moment that they were begun. */
const ARCHIVE = /^gharsach-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})(?:\.\d{3})?Z\.tar$/;

/** Embedded backend: the newest archive in the folder. `files` is the system's code where it cannot be read. */
export function backupLine(files: BackupFile[] | string, folder: string, now: number, isTrial: boolean): Line {
  const bad = isTrial ? warn : fail;
  const daily = `run daily: npm run backup -- ${folder}`;
  const remedy = `name the right folder with --backups or BACKUP_FOLDER, or ${daily}`;
  if (files === "ENOENT") return bad("backup", `there is no folder ${folder}`, remedy);
  if (files === "ENOTDIR")
    return bad(
      "backup",
      `${folder} is not a folder`,
      `move the file that stands in its way (it may be an archive), then ${daily}`,
    );
  if (typeof files === "string")
    return bad("backup", `${folder} cannot be read (${files})`, "run this as the user who makes the backups");
  const archives = files.flatMap(({ name, size }) => {
    const [, day, hour, minute, second] = ARCHIVE.exec(name) ?? [];
    return day && size > 0 ? [Date.parse(`${day}T${hour}:${minute}:${second}Z`)] : [];
  });
  if (archives.length === 0) return bad("backup", `no archive in ${folder}`, remedy);
  const hours = (now - Math.max(...archives)) / 3_600_000;
  const detail = `the newest is ${hours < 48 ? `${Math.floor(hours)} hours` : `${Math.floor(hours / 24)} days`} old`;
  return hours <= MAX_AGE_HOURS ? ok("backup", detail) : bad("backup", detail, remedy);
}

/** What everything runs on and is tested with: the version that npm install brings. */
export function nodeLine(running: string, brought: string): Line {
  const major = (version: string) => version.split(".")[0];
  if (major(running) === major(brought)) return ok("node", `Node ${running}`);
  return warn(
    "node",
    `Node ${running}, and this is tested with ${brought}`,
    "start it with npm, which brings that version",
  );
}
