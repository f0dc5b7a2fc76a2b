import type { ComponentProps } from "react";
import { Button } from "~/ui/button";
import { showToast } from "~/ui/toast";

/** Gives the page to the phone's own way of sharing, or copies its address. Without JavaScript it could do nothing. (spec 10) */
export function ShareButton({
  title,
  path,
  size,
}: { title: string; path: string } & Pick<ComponentProps<typeof Button>, "size">) {
  async function share() {
    const url = window.location.origin + path;
    const outcome = await sharePage(title, url);
    // One's own choice in the phone's list needs no word.
    if (outcome === "copied") showToast({ title: "Link copied" });
    if (outcome === "failed") {
      showToast({
        title: "The link could not be copied",
        description: `Copy it here: ${url}`,
        variant: "destructive",
        // Long enough to copy it by hand.
        duration: 30_000,
      });
    }
  }

  return (
    <Button variant="secondary" size={size} onClick={share} className="noscript:hidden">
      Share
    </Button>
  );
}

/** `cancelled`: the visitor closed the phone's list of ways to share. */
export type ShareOutcome = "shared" | "cancelled" | "copied" | "failed";

/** Shares an address by what the device offers, else copies it. (spec 10) */
export async function sharePage(title: string, url: string): Promise<ShareOutcome> {
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
