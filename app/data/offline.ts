/** The registered worker handles no page but /deposit. */
const WORKER = "/deposit-worker.js";
const SCOPE = "/deposit";

/**
 * Stores the page and its code on the device, so that it opens without a connection. `loadRest` loads the code that the page has not needed
 * yet. Never rejects: private windows and old browsers store nothing.
 */
export async function keepPageOffline(loadRest: () => Promise<unknown>): Promise<void> {
  try {
    // By default, the browser forgets further files after 250.
    performance.setResourceTimingBufferSize(2000);
    await loadRest();
    const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
    const worker = registration.active ?? registration.waiting ?? registration.installing;
    worker?.postMessage(codeOfPage());
  } catch {
    // The page works with a connection.
  }
}

/** Returns the paths of the scripts, styles and fonts that this page has loaded. */
function codeOfPage(): string[] {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  const paths = loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"));
  return [...new Set(paths.map(({ pathname }) => pathname))];
}
