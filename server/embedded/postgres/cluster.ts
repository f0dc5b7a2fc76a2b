import type { SystemUser } from "../system-user.ts";

export interface ClusterOptions {
  /** The folder with bin, lib and share. */
  binaries: string;
  folder: string;
  password: string;
  user: SystemUser | null;
  signal: AbortSignal | undefined;
  /** As the operator named it: `folder` may be elsewhere. */
  dataDir: string;
}

/** The variables that PostgreSQL's programs need. Keys and passwords must not reach them or their log. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const isNeeded = (name: string) =>
    /^(?:PATH|HOME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|LD_LIBRARY_PATH|SystemRoot)$/i.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isNeeded(name)));
}
