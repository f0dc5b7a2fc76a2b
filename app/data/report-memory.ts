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

/** The ids of the reviews reported from this device. The same set until one is added. For the browser only. (spec 3) */
export function reportedReviews(): ReadonlySet<string> {
  currentMemory();
  return reported;
}

/** Remembers that this device has reported a review. (spec 4) */
export function rememberReported(reviewId: string): void {
  // Another tab may have reported something since this one read.
  const current = stored() ?? currentMemory();
  if (!current.reportedReviewIds.includes(reviewId)) {
    adopt({ ...current, reportedReviewIds: [...current.reportedReviewIds, reviewId] });
  }
  save();
  for (const listener of listeners) listener();
}

/** Calls back whenever a report is remembered, in this tab or another one. Returns the way to stop it. */
export function subscribeToReports(listener: () => void): () => void {
  function readAgain(event: StorageEvent) {
    if (event.key !== STORAGE_KEY) return;
    const changed = stored();
    if (changed) adopt(changed);
    listener();
  }
  listeners.add(listener);
  window.addEventListener("storage", readAgain);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", readAgain);
  };
}

/**
 * A value of 32 to 64 characters that stands for this device: the SHA-256 of its traits and of a random id kept here, so
 * that two equal phones differ and the value means nothing elsewhere. (spec 3, 7)
 */
export async function deviceFingerprint(): Promise<string> {
  const { deviceId } = currentMemory();
  save();
  // Browsers keep crypto.subtle from pages that did not come over HTTPS, such as a phone trying out a development server.
  if (!crypto.subtle) return deviceId;
  prepareFingerprint();
  const late = new Promise<string>((resolve) => {
    setTimeout(() => resolve(""), TRAITS_TIMEOUT);
  });
  return sha256(`${await Promise.race([traits, late])}:${deviceId}`);
}

/** How long a report waits for the traits of its device, in ms: on a busy phone they take seconds. */
const TRAITS_TIMEOUT = 1_500;

let traits: Promise<string> | null = null;

/** Starts looking for what deviceFingerprint needs, so that a report need not wait for it. Never fails. */
export function prepareFingerprint(): void {
  traits ??= visitorId().then((id) => {
    // What could not be fetched is tried again with the next report.
    if (id === "") traits = null;
    return id;
  });
}

// Some content blockers refuse the library. The random id alone still tells this device from others.
async function visitorId(): Promise<string> {
  try {
    const { load } = await import("@fingerprintjs/fingerprintjs");
    // The library sends telemetry from one visit in a thousand unless told not to.
    const agent = await load({ monitoring: false });
    return (await agent.get()).visitorId;
  } catch {
    return "";
  }
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return hexadecimal(new Uint8Array(digest));
}

function hexadecimal(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
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

function save(): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(memory));
  } catch {
    // Full or switched off: what is remembered lasts as long as the page.
  }
}

// Visitors can edit local storage: invalid entries are ignored.
function stored(): ReportMemory | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null");
    return isReportMemory(value) ? value : null;
  } catch {
    return null;
  }
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
