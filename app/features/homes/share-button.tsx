import { type Home, homePath } from "~/domain/home";
import { Button } from "~/ui/button";
import { showToast } from "~/ui/toast";
import { shareHome } from "./share-home";
import { SHARE_TOASTS } from "./share-wording";

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
