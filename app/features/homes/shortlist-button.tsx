import { setShortlisted } from "~/data/shortlist";
import type { PropertyName } from "~/domain/property-group";
import { useShortlist } from "./shortlist-sign";

/** Adds a home to the shortlist of this device or removes it. The header links to the comparison. (spec 10) */
export function ShortlistButton({ home, look }: { home: PropertyName; look: string }) {
  const isListed = useShortlist().some(({ propertyId }) => propertyId === home.propertyId);
  return (
    <button type="button" className={`${look} noscript:hidden`} onClick={() => setShortlisted(home, !isListed)}>
      {isListed ? "Remove from shortlist" : "Add to shortlist"}
      <span className="sr-only"> {home.propertyName}</span>
    </button>
  );
}
