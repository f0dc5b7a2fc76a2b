import { type Home, homePath } from "~/domain/home";
import { Button } from "~/ui/button";
import { showToast, type ToastMessage } from "~/ui/toast";
import { shareHome, type ShareOutcome } from "./share-home";

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
export function ShareButton({ home }: { home: Home }) {
  async function share() {
    const outcome = await shareHome(home.propertyName, window.location.origin + homePath(home));
    if (outcome === "copied" || outcome === "failed") showToast(SHARE_TOASTS[outcome]);
  }

  return (
    <Button variant="secondary" size="sm" onClick={share} className="noscript:hidden">
      Share
    </Button>
  );
}
