import { type ComponentProps, useSyncExternalStore } from "react";
import { noShortlist, setShortlisted, shortlist, subscribeToShortlist } from "~/data/shortlist";
import type { PropertyName } from "~/domain/property-group";
import { Button } from "~/ui/button";

/** Returns the shortlist of this device, the last added first; empty on the server. */
export function useShortlist(): readonly PropertyName[] {
  return useSyncExternalStore(subscribeToShortlist, shortlist, noShortlist);
}

/** A toggle button (WAI-ARIA APG), pressed while the home is on the shortlist of this device. (spec 10) */
export function ShortlistButton({
  home,
  variant = "secondary",
}: { home: PropertyName } & Pick<ComponentProps<typeof Button>, "variant">) {
  const isListed = useShortlist().some(({ propertyId }) => propertyId === home.propertyId);
  return (
    <Button
      aria-pressed={isListed}
      variant={variant}
      size="sm"
      onClick={() => setShortlisted(home, !isListed)}
      className={`noscript:hidden ${isListed ? "icon icon-tick" : ""}`}
    >
      <span>
        Shortlist<span className="sr-only"> {home.propertyName}</span>
      </span>
    </Button>
  );
}
