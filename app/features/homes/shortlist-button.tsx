import { useSyncExternalStore } from "react";
import { noShortlist, setShortlisted, shortlist, subscribeToShortlist } from "~/data/shortlist";
import { comparePath } from "~/domain/home";
import type { PropertyName } from "~/domain/property-group";
import { Link } from "~/ui/link";

/** The homes that a visitor has put on this device's shortlist, the last added first; none on the server. */
export function useShortlist(): readonly PropertyName[] {
  return useSyncExternalStore(subscribeToShortlist, shortlist, noShortlist);
}

/** Puts a home on the shortlist of this device or takes it off, and leads to the comparison. It needs scripts. (spec 10) */
export function ShortlistButton({ home, look }: { home: PropertyName; look: string }) {
  const homes = useShortlist();
  const isListed = homes.some(({ propertyId }) => propertyId === home.propertyId);
  return (
    <>
      <button type="button" className={`${look} noscript:hidden`} onClick={() => setShortlisted(home, !isListed)}>
        {isListed ? "Remove from shortlist" : "Add to shortlist"}
        <span className="sr-only"> {home.propertyName}</span>
      </button>
      {isListed && (
        <Link
          to={comparePath(homes.map(({ propertyId }) => propertyId))}
          className="link inline-flex min-h-target items-center text-sm font-semibold"
        >
          {homes.length === 1 ? "Your shortlist" : `Compare your shortlist (${homes.length})`}
        </Link>
      )}
    </>
  );
}
