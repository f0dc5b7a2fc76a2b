import type { PhotoFiles } from "../photo-moves.ts";

/** The backend that an operator works on, embedded or hosted. The database has the same rules in both. */
export interface Project extends PhotoFiles {
  /** The data folder or URL, for messages. */
  name: string;
  /** Calls a function of the database. Throws {@link RefusedError} if it refuses. */
  call(name: string, args?: Record<string, unknown>): Promise<unknown>;
  sweepUploads(): Promise<number>;
  close(): Promise<void>;
}

/** A command was refused. The message says why or what to do. */
export class RefusedError extends Error {
  override name = "RefusedError";
}
