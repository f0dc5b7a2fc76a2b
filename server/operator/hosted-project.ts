import { PostgrestClient } from "@supabase/postgrest-js";
import { StorageClient } from "@supabase/storage-js";
import type { StoredPhoto } from "../photo-moves.ts";
import { DB_PUSH } from "../db-push.ts";
import { type Project, RefusedError } from "./project.ts";

const UNKNOWN_FUNCTION = "PGRST202";
const TIMEOUT_MS = 90_000;

/** Opens a project at Supabase, or a self-hosted one, with its secret key. */
export function openHostedProject(supabaseUrl: string, secretKey: string): Project {
  // Older keys are JWTs, which the gateway also expects as a bearer token.
  const headers = {
    apikey: secretKey,
    ...(secretKey.startsWith("sb_secret_") ? {} : { Authorization: `Bearer ${secretKey}` }),
  };
  const fetchInTime: typeof fetch = (input, init) =>
    fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(TIMEOUT_MS) });
  const rest = new PostgrestClient(`${supabaseUrl}/rest/v1`, { headers, fetch: fetchInTime });
  const storage = new StorageClient(`${supabaseUrl}/storage/v1`, headers, fetchInTime);

  async function call(name: string, args: Record<string, unknown> = {}): Promise<unknown> {
    const { data, error, status } = await rest.rpc(name, args);
    if (!error) return data as unknown;
    if (/^PT4\d\d$/.test(error.code)) throw new RefusedError(error.message);
    if (error.code === UNKNOWN_FUNCTION) {
      throw new RefusedError(`This project is older than these commands: run \`${DB_PUSH}\` first.`);
    }
    if (status === 0) throw new RefusedError(`${supabaseUrl} does not answer: ${error.message}`);
    if (status === 401 || status === 403) {
      throw new RefusedError("The project does not accept this key: copy SUPABASE_SECRET_KEY from its settings again.");
    }
    throw new RefusedError(`The project answers with status ${status}: ${error.message}`);
  }

  async function removePhotos(photos: StoredPhoto[]): Promise<void> {
    for (const [bucket, group] of Map.groupBy(photos, (photo) => photo.bucket)) {
      const { error } = await storage.from(bucket).remove(group.map(({ name }) => name));
      if (error) throw new RefusedError(`The storage refused to delete photos: ${error.message}`);
    }
  }

  // The first sweep checks all uploads, later ones only recent ones.
  let hasSweptAll = false;

  return {
    name: supabaseUrl,
    call,
    async movePhoto({ from, to }) {
      const { error } = await storage.from(from.bucket).move(from.name, to.name, { destinationBucket: to.bucket });
      // 404: another worker or command has already moved it.
      if (error && error.statusCode !== "404")
        throw new RefusedError(`The storage refused to move a photo: ${error.message}`);
    },
    removePhotos,
    async sweepUploads() {
      const recent = hasSweptAll;
      let removed = 0;
      let before = "";
      for (;;) {
        const orphans = (await call("operator_orphan_uploads", { recent })) as StoredPhoto[];
        // The storage answers 200 even if it keeps a file: stop at the same list.
        if (orphans.length === 0 || JSON.stringify(orphans) === before) break;
        before = JSON.stringify(orphans);
        await removePhotos(orphans);
        removed += orphans.length;
      }
      hasSweptAll = true;
      return removed;
    },
    close: async () => {},
  };
}
