import { projectOfPage } from "./database";
import { uploadWithStallTimeout } from "./upload-with-stall-timeout";
import { asSignedIn } from "./signed-in";
import type { UploadResult } from "~/domain/submission";

/** Must match the bucket in supabase/schemas/04_photos.sql and PROOF_BUCKET in server/embedded/photo-storage.ts. */
const BUCKET = "review-proofs";
/**
 * In seconds. Hosted Storage sends the same number to browsers and its CDN. A photo never changes, but its author may withdraw it: then no
 * shared cache has it after a minute, and browsers revalidate it by ETag. (docs/decisions/0010)
 */
const CACHE_SECONDS = "30";

/**
 * Hosted Storage rejects invalid tokens with status 400 and code 403, as it does policy and quota errors: only the messages differ. A token
 * signed by a revoked key fails because Storage falls back to the project's secret.
 */
const TOKEN_REFUSALS =
  /\bjwt\b|"(?:exp|nbf)" claim timestamp check failed|signature verification failed|"alg" \(Algorithm\) Header Parameter value not allowed|JWS Protected Header is invalid|Key for the \w+ algorithm must be|Invalid Compact JWS|session has ended/i;

/** Downloads the upload code on demand. */
export async function loadStorageClient() {
  const { StorageClient, StorageUnknownError } = await import("@supabase/storage-js");
  return { StorageClient, StorageUnknownError };
}

/** See VisitorActions. */
export async function uploadPhoto(photo: Blob, objectName: string): Promise<UploadResult> {
  const { StorageClient, StorageUnknownError } = await loadStorageClient();
  const { url, publishableKey } = projectOfPage();
  // Hosted Storage accepts any field name, the embedded one only "file". The file name on the device is not sent.
  const body = new FormData();
  body.append("file", photo, "photo");

  return asSignedIn(async (accessToken) => {
    const headers = { apikey: publishableKey, authorization: `Bearer ${accessToken}` };
    const storage = new StorageClient(`${url}/storage/v1`, headers, uploadWithStallTimeout);
    const { error } = await storage.from(BUCKET).upload(objectName, body, {
      cacheControl: CACHE_SECONDS,
      upsert: false,
    });
    if (!error) return { path: `/storage/v1/object/public/${BUCKET}/${objectName}` };
    if (error.status === 401 || error.statusCode === "401" || TOKEN_REFUSALS.test(error.message)) return "refused";
    if (error instanceof StorageUnknownError) {
      throw new Error("The storage could not be reached.", { cause: error.originalError });
    }
    throw new Error(error.message, { cause: error });
  });
}
