import { useSyncExternalStore } from "react";
import { noShortlist, shortlist, subscribeToShortlist } from "~/data/shortlist";
import { comparePath } from "~/domain/home";
import type { PropertyName } from "~/domain/property-group";
import { counted } from "~/ui/counted";
import { Link } from "~/ui/link";

/** Returns the shortlist of this device, the last added first; empty on the server. */
export function useShortlist(): readonly PropertyName[] {
  return useSyncExternalStore(subscribeToShortlist, shortlist, noShortlist);
}

/** The link in the header to the comparison of the shortlisted homes. The browser fills in their number. (spec 10) */
export function ShortlistSign() {
  const homes = useShortlist();
  return (
    <Link
      to={comparePath(homes.map(({ propertyId }) => propertyId))}
      aria-label={homes.length === 0 ? "Shortlist" : `Shortlist, ${counted(homes.length, "home")}`}
      className="shortlist-sign"
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M6 3h12v18l-6-4.5L6 21z" />
      </svg>
      {homes.length > 0 && <span aria-hidden="true">{homes.length}</span>}
    </Link>
  );
}
