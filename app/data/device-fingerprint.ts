import { ownDeviceId } from "./report-memory";
import { hexadecimal } from "./uuid";

/**
 * Returns 64 hexadecimal digits that identify this device: the SHA-256 of its traits and a random stored id, so that two equal
 * phones differ and the value means nothing elsewhere. Without HTTPS, returns the stored id alone. (spec 3, 7)
 */
export async function deviceFingerprint(): Promise<string> {
  const deviceId = ownDeviceId();
  // Without HTTPS, as on a phone that opens a development server, browsers have no crypto.subtle.
  if (!crypto.subtle) return deviceId;
  prepareFingerprint();
  const late = new Promise<string>((resolve) => {
    setTimeout(() => resolve(""), TRAITS_TIMEOUT);
  });
  return sha256(`${await Promise.race([traits, late])}:${deviceId}`);
}

/** How long a report waits for the device's traits, in ms: on a busy phone they take seconds. */
const TRAITS_TIMEOUT = 1_500;

let traits: Promise<string> | null = null;

/** Starts to read the device's traits, so that a report need not wait for them. Never throws. */
export function prepareFingerprint(): void {
  traits ??= visitorId().then((id) => {
    // The next report retries a failed download.
    if (id === "") traits = null;
    return id;
  });
}

// Some content blockers refuse the library. The random id alone still identifies this device.
async function visitorId(): Promise<string> {
  try {
    const { load } = await import("@fingerprintjs/fingerprintjs");
    // By default the library sends telemetry from one visit in a thousand.
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
