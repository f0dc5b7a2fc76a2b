import type { ComponentProps } from "react";
import { Button } from "~/ui/button";
import { showToast, type ToastMessage } from "~/ui/toast";

/** What a visitor sees; their own choice in the phone's list needs no word. */
const SHARE_TOASTS = {
  copied: { title: "Link copied" },
  failed: {
    title: "The link could not be copied",
    description: "Copy it from the address bar of your browser.",
    variant: "destructive",
  },
} satisfies Record<Exclude<ShareOutcome, "shared" | "cancelled">, ToastMessage>;

/** Gives the page to the phone's own way of sharing, or copies its address. Without JavaScript it could do nothing. (spec 10) */
export function ShareButton({
  title,
  path,
  size,
}: { title: string; path: string } & Pick<ComponentProps<typeof Button>, "size">) {
  async function share() {
    const outcome = await sharePage(title, window.location.origin + path);
    if (outcome === "copied" || outcome === "failed") showToast(SHARE_TOASTS[outcome]);
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
