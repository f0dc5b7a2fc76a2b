import { projectOfPage } from "./database";
import { sendPatiently } from "./patient-upload";
import { asSignedIn } from "./signed-in";
import type { UploadResult } from "./visitor-backend";

/** Must match the bucket in the migration that creates the proof storage. */
const BUCKET = "review-proofs";
/** A photo never changes under its name, so caches may keep it for a year. */
const CACHE_SECONDS = "31536000";

/**
 * What hosted storage says of a token that has ended, is not valid yet or cannot be verified, each with status 400 and the
 * code 403. Its refusals by policy or quota have that code as well, and other words.
 */
const TOKEN_REFUSALS =
  /\bjwt\b|"(?:exp|nbf)" claim timestamp check failed|signature verification failed|"alg" \(Algorithm\) Header Parameter value not allowed|JWS Protected Header is invalid|Invalid Compact JWS|session has ended/i;

/** The code that sends photos, downloaded when first needed. */
export async function loadStorageClient() {
  const { StorageClient } = await import("@supabase/storage-js");
  return StorageClient;
}

/** See VisitorActions. */
export async function uploadProofFile(photo: Blob, objectName: string): Promise<UploadResult> {
  const StorageClient = await loadStorageClient();
  const { url, publishableKey } = projectOfPage();
  // Hosted storage takes the photo under any field name, the embedded one under "file" only. The name that the file had
  // on the device stays there.
  const body = new FormData();
  body.append("file", photo, "photo");

  return asSignedIn(async (accessToken) => {
    const headers = { apikey: publishableKey, authorization: `Bearer ${accessToken}` };
    const storage = new StorageClient(`${url}/storage/v1`, headers, sendPatiently);
    const { error } = await storage.from(BUCKET).upload(objectName, body, {
      cacheControl: CACHE_SECONDS,
      upsert: false,
    });
    if (!error) return { path: `/storage/v1/object/public/${BUCKET}/${objectName}` };
    if (error.status === 401 || error.statusCode === "401" || TOKEN_REFUSALS.test(error.message)) return "refused";
    if (error.status === undefined) throw new Error("The storage could not be reached.", { cause: error });
    throw new Error(error.message, { cause: error });
  });
}
