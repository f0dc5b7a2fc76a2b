import { readStoredJson, writeStored } from "./browser-storage";
import { hexadecimal } from "./uuid";

// What this device remembers of its reports: the key and the names are those of the specification (3). The reported
// reviews stay remembered when storage is full or switched off, for as long as the page is open.
const STORAGE_KEY = "userReportFingerprintData";

interface ReportMemory {
  /** 32 random hexadecimal digits. */
  deviceId: string;
  reportedReviewIds: string[];
}

let memory: ReportMemory | null = null;
let reported: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

/**
 * The `reportedKey` of each review and reply reported from this device. The same set until one is added. For the browser only.
 * (spec 3)
 */
export function reportedReviews(): ReadonlySet<string> {
  currentMemory();
  return reported;
}

/** Remembers that this device has reported the review or reply with this `reportedKey`. (spec 4) */
export function rememberReported(key: string): void {
  keep([key]);
  for (const listener of listeners) listener();
}

/** Calls back whenever a report is remembered, in this tab or another one. Returns the way to stop it. */
export function subscribeToReports(listener: () => void): () => void {
  function readAgain(event: StorageEvent) {
    if (event.key !== STORAGE_KEY) return;
    unite();
    listener();
  }
  listeners.add(listener);
  window.addEventListener("storage", readAgain);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", readAgain);
  };
}

/** The random id of this device, which is kept from now on: 32 hexadecimal digits. */
export function ownDeviceId(): string {
  return keep([]).deviceId;
}

function keep(added: readonly string[]): ReportMemory {
  const all = unite(added);
  writeStored("localStorage", STORAGE_KEY, JSON.stringify(all));
  return all;
}

/** Another tab may have reported something since this one read; what this one has may not have fitted into storage. */
function unite(added: readonly string[] = []): ReportMemory {
  const here = currentMemory();
  const { deviceId, reportedReviewIds } = stored() ?? here;
  const ids = new Set([...here.reportedReviewIds, ...reportedReviewIds, ...added]);
  if (ids.size === reported.size && deviceId === here.deviceId) return here;
  return adopt({ deviceId, reportedReviewIds: [...ids] });
}

function currentMemory(): ReportMemory {
  if (memory) return memory;
  return adopt(
    stored() ?? { deviceId: hexadecimal(crypto.getRandomValues(new Uint8Array(16))), reportedReviewIds: [] },
  );
}

function adopt(next: ReportMemory): ReportMemory {
  memory = next;
  reported = new Set(next.reportedReviewIds);
  return next;
}

function stored(): ReportMemory | null {
  const value = readStoredJson("localStorage", STORAGE_KEY);
  return isReportMemory(value) ? value : null;
}

function isReportMemory(value: unknown): value is ReportMemory {
  if (typeof value !== "object" || value === null) return false;
  const { deviceId, reportedReviewIds } = value as Partial<ReportMemory>;
  return (
    typeof deviceId === "string" &&
    /^[\w-]{16,64}$/.test(deviceId) &&
    Array.isArray(reportedReviewIds) &&
    reportedReviewIds.every((id) => typeof id === "string")
  );
}
