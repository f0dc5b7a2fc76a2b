import { readStoredJson, writeStored } from "./browser-storage";
import { storedListeners } from "./stored-listeners";
import { hexadecimal } from "./uuid";

// Stores the reports of this device under the key and names of the specification (3). If storage is full or disabled, they last as
// long as the page.
const STORAGE_KEY = "userReportFingerprintData";

interface ReportMemory {
  /** 32 random hexadecimal digits. */
  deviceId: string;
  reported: ReadonlySet<string>;
}

let memory: ReportMemory | null = null;
const listeners = storedListeners(STORAGE_KEY, () => merge([]));

/** Returns the `reportedKey` of each review and reply reported from this device. For the browser only. (spec 3) */
export function reportedReviews(): ReadonlySet<string> {
  return currentMemory().reported;
}

/** Stores that this device reported the review or reply with this `reportedKey`. (spec 4) */
export function rememberReported(key: string): void {
  keep([key]);
  listeners.tell();
}

/** Calls back when a report is stored in this or another tab. Returns a function that unsubscribes. */
export const subscribeToReports = listeners.subscribe;

/** Returns the stored random id of this device, 32 hexadecimal digits. Creates it if needed. */
export function ownDeviceId(): string {
  return keep([]).deviceId;
}

function keep(added: readonly string[]): ReportMemory {
  const { deviceId, reported } = merge(added);
  writeStored("localStorage", STORAGE_KEY, JSON.stringify({ deviceId, reportedReviewIds: [...reported] }));
  return { deviceId, reported };
}

/** Adds keys to the reports of this page and those in storage, which another tab may have changed. */
function merge(added: readonly string[]): ReportMemory {
  const here = currentMemory();
  const { deviceId, reported } = stored() ?? here;
  memory = { deviceId, reported: new Set([...here.reported, ...reported, ...added]) };
  return memory;
}

function currentMemory(): ReportMemory {
  memory ??= stored() ?? { deviceId: hexadecimal(crypto.getRandomValues(new Uint8Array(16))), reported: new Set() };
  return memory;
}

/** Returns null for malformed values: visitors can edit them. */
function stored(): ReportMemory | null {
  const value = (readStoredJson("localStorage", STORAGE_KEY) ?? {}) as Record<string, unknown>;
  const { deviceId, reportedReviewIds: ids } = value;
  if (typeof deviceId !== "string" || !/^[\w-]{16,64}$/.test(deviceId)) return null;
  return Array.isArray(ids) && ids.every((id) => typeof id === "string") ? { deviceId, reported: new Set(ids) } : null;
}
