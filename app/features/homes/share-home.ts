/** `cancelled`: the visitor closed the phone's list of ways to share. */
export type ShareOutcome = "shared" | "cancelled" | "copied" | "failed";

/** Shares an address by what the device offers, else copies it. (spec 10) */
export async function shareHome(title: string, url: string): Promise<ShareOutcome> {
  // Missing on some desktops and on pages without HTTPS: there the address is copied.
  if (typeof navigator.share === "function") {
    try {
      await navigator.share({ title, url });
      return "shared";
    } catch (error) {
      if (error instanceof Error && error.name === "AbortError") return "cancelled";
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch {
    return "failed";
  }
}
