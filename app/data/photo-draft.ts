// The photos of drafts, in IndexedDB, since local storage holds no pictures. Where the device has no room for them or allows no
// storage, the form has them as long as it is open. (spec 10)

const DATABASE = "gharsach-photo-drafts";
const STORE = "photos";
/** A rent agreement does not lie about on a phone for long. */
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

/** A photo as chosen in the form: the name of its file, and its picture without metadata. */
export interface DraftPhoto {
  name: string;
  type: string;
  /** In bytes. Type and size are those of the file as chosen, which the rules are about. */
  size: number;
  picture: Blob;
}

/** The photos of one draft. */
interface PhotoDraft {
  reviewId: string;
  ownerId: string | null;
  keptAt: number;
  photos: DraftPhoto[];
}

// One request after the other: of two choices the later one counts.
let queue: Promise<unknown> = Promise.resolve();

/** The photos of this draft; none where they are another account's or too old, or were not kept. Never rejects. */
export async function readPhotoDraft(reviewId: string, ownerId: string | null, now: Date): Promise<DraftPhoto[]> {
  const draft = await inStore<PhotoDraft | undefined>("readonly", (store) => store.get(reviewId)).catch(
    () => undefined,
  );
  return draft && !isOthersOrOld(draft, ownerId, now) ? draft.photos : [];
}

/** Keeps the photos of this draft in place of those that it had, where there is room. Never rejects. */
export async function savePhotoDraft(changed: Omit<PhotoDraft, "keptAt">, now: Date): Promise<void> {
  const draft: PhotoDraft = { ...changed, keptAt: now.getTime() };
  await inStore("readwrite", (store) =>
    draft.photos.length > 0 ? store.put(draft) : store.delete(draft.reviewId),
  ).catch(() => {});
}

/** Removes what is no longer to be kept here: photos of other accounts, and old ones. Never rejects. */
export async function sweepPhotoDrafts(ownerId: string | null, now: Date): Promise<void> {
  const drafts = await inStore<PhotoDraft[]>("readonly", (store) => store.getAll()).catch(() => []);
  for (const draft of drafts)
    if (isOthersOrOld(draft, ownerId, now)) await savePhotoDraft({ ...draft, photos: [] }, now);
}

/** Removes the photos of all drafts of all accounts. Never rejects. */
export async function removePhotoDrafts(): Promise<void> {
  await inStore("readwrite", (store) => store.clear()).catch(() => {});
}

function isOthersOrOld({ ownerId, keptAt }: PhotoDraft, owner: string | null, now: Date): boolean {
  return ownerId !== owner || now.getTime() - keptAt > MAX_AGE_MS;
}

/** The result of one request to the store. Rejects when it cannot be made, as on a full device. */
function inStore<Result>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<Result> {
  const answer = queue.then(async () => {
    const database = await openDatabase();
    try {
      const transaction = database.transaction(STORE, mode);
      const [result] = await Promise.all([
        resultOf<Result>(ask(transaction.objectStore(STORE))),
        committed(transaction),
      ]);
      return result;
    } finally {
      database.close();
    }
  });
  queue = answer.catch(() => {});
  return answer;
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.addEventListener("upgradeneeded", () => {
    opening.result.createObjectStore(STORE, { keyPath: "reviewId" });
  });
  return resultOf(opening);
}

function resultOf<Result>(request: IDBRequest): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result as Result));
    request.addEventListener("error", () => reject(request.error ?? new Error("The request failed.")));
  });
}

/** A full disk shows only here. */
function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("The transaction was aborted.")));
  });
}
