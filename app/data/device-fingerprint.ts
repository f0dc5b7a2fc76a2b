import { ownDeviceId } from "./report-memory";
import { hexadecimal } from "./uuid";

/**
 * A value of 32 to 64 characters that stands for this device: the SHA-256 of its traits and of a random id kept here, so
 * that two equal phones differ and the value means nothing elsewhere. (spec 3, 7)
 */
export async function deviceFingerprint(): Promise<string> {
  const deviceId = ownDeviceId();
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
