import { deviceDatabase } from "./device-database";

// Drafts of reviews, in IndexedDB. Local storage holds no pictures, and Chromium writes it to disk only after seconds: a crash of the
// browser loses them. Photos have a separate store: writing three of them with each change of a text takes 20 times as long.
const drafts = deviceDatabase<"drafts" | "photos", { reviewId: string }>(
  "gharsach-drafts",
  ["drafts", "photos"],
  "reviewId",
);
export const { readAll: readRecords, put: putRecord, remove: deleteRecord } = drafts;

/** Deletes the photos of all drafts of all accounts. Never rejects. */
export async function deleteDraftPhotos(): Promise<void> {
  await drafts.clear("photos").catch(() => {});
}
