// Drafts of reviews, in IndexedDB. Local storage holds no pictures, and Chromium writes it to disk only after seconds: a crash of the
// browser loses them. Photos have a separate store: writing three of them with each change of a text takes 20 times as long.

const DATABASE = "gharsach-drafts";
/** In ms. If the database does not open in this time, the form opens without it. */
const OPEN_TIMEOUT = 3000;

type StoreName = "drafts" | "photos";

let connection: Promise<IDBDatabase> | null = null;

/** Returns all records. Rejects if the browser allows no storage. */
export function readRecords(store: StoreName): Promise<unknown[]> {
  return request(store, "readonly", (records) => records.getAll());
}

/** Stores the record. Rejects if the device is full or the browser allows no storage. */
export function putRecord(store: StoreName, record: { reviewId: string }): Promise<unknown> {
  return request(store, "readwrite", (records) => records.put(record));
}

export function deleteRecord(store: StoreName, reviewId: string): Promise<unknown> {
  return request(store, "readwrite", (records) => records.delete(reviewId));
}

/** Deletes the photos of all drafts of all accounts. Never rejects. */
export async function deleteDraftPhotos(): Promise<void> {
  await request("photos", "readwrite", (records) => records.clear()).catch(() => {});
}

async function request<Result>(
  store: StoreName,
  mode: IDBTransactionMode,
  ask: (records: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  connection ??= openWithin(OPEN_TIMEOUT);
  const transaction = (await connection).transaction(store, mode);
  const answer = ask(transaction.objectStore(store));
  // Without commit(), the browser aborts the transaction if the visitor leaves the page before the response arrives.
  transaction.commit();
  return new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve(answer.result));
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("The transaction was aborted.")));
  });
}

function openWithin(timeout: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("The database did not open.")), timeout);
    const opening = indexedDB.open(DATABASE, 1);
    opening.addEventListener("error", () => {
      connection = null;
      reject(opening.error ?? new Error("The database did not open."));
    });
    opening.addEventListener("upgradeneeded", () => {
      for (const store of ["drafts", "photos"]) opening.result.createObjectStore(store, { keyPath: "reviewId" });
    });
    opening.addEventListener("success", () => {
      const database = opening.result;
      function reopenNextTime() {
        database.close();
        connection = null;
      }
      // Safari closes connections in the background. A newer version of this site cannot upgrade the database until older pages
      // close their connections.
      database.addEventListener("close", reopenNextTime);
      database.addEventListener("versionchange", reopenNextTime);
      resolve(database);
    });
  });
}
