/** In ms. If a database does not open in this time, the page works without it. */
const OPEN_TIMEOUT = 3000;

/** A database of this page in IndexedDB. Each method rejects if the device is full or the browser allows no storage. */
interface DeviceDatabase<StoreName extends string, Stored> {
  /** Returns all records of a store. */
  readAll: (store: StoreName) => Promise<unknown[]>;
  put: (store: StoreName, record: Stored) => Promise<unknown>;
  remove: (store: StoreName, key: string) => Promise<unknown>;
  clear: (store: StoreName) => Promise<unknown>;
}

/** Opens a database on first use. `stores` and `keyPath` never change: a change needs a new name. */
export function deviceDatabase<StoreName extends string, Stored extends object>(
  name: string,
  stores: readonly StoreName[],
  keyPath: string,
): DeviceDatabase<StoreName, Stored> {
  let connection: Promise<IDBDatabase> | null = null;

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
      transaction.addEventListener("abort", () =>
        reject(transaction.error ?? new Error("The transaction was aborted.")),
      );
    });
  }

  function openWithin(timeout: number): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        // The next request tries again.
        connection = null;
        reject(new Error("The database did not open."));
      }, timeout);
      const opening = indexedDB.open(name, 1);
      opening.addEventListener("error", () => {
        clearTimeout(timer);
        connection = null;
        reject(opening.error ?? new Error("The database did not open."));
      });
      opening.addEventListener("upgradeneeded", () => {
        for (const store of stores) opening.result.createObjectStore(store, { keyPath });
      });
      opening.addEventListener("success", () => {
        clearTimeout(timer);
        // Safari closes connections in the background. The next request opens one.
        opening.result.addEventListener("close", () => (connection = null));
        resolve(opening.result);
      });
    });
  }

  return {
    readAll: (store) => request(store, "readonly", (records) => records.getAll()),
    put: (store, record) => request(store, "readwrite", (records) => records.put(record)),
    remove: (store, key) => request(store, "readwrite", (records) => records.delete(key)),
    clear: (store) => request(store, "readwrite", (records) => records.clear()),
  };
}

/** Opens a channel to other tabs. Returns null if the browser allows no storage: Firefox forbids channels, too. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
