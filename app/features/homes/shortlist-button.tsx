import { setShortlisted } from "~/data/shortlist";
import { comparePath } from "~/domain/home";
import type { PropertyName } from "~/domain/property-group";
import { Link } from "~/ui/link";
import { useShortlist } from "./shortlist-sign";

/** Adds a home to the shortlist of this device or removes it, and links to the comparison. (spec 10) */
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
