import type { SystemUser } from "../system-user.ts";

export interface ClusterOptions {
  binaries: string;
  folder: string;
  password: string;
  user: SystemUser | null;
  signal: AbortSignal | undefined;
  /** For messages. `folder` may be elsewhere. */
  dataDir: string;
}

/** Returns the variables that PostgreSQL needs, without keys and passwords. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const isNeeded = (name: string) =>
    /^(?:PATH|HOME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|LD_LIBRARY_PATH|SystemRoot)$/i.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isNeeded(name)));
}
