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
      // In a window of few letters, as with large text on a phone, narrower.
      className="relative -mr-2 flex size-target shrink-0 items-center justify-center text-ink hover:text-brand max-[16rem]:w-7 sm:ml-1"
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 fill-none stroke-current stroke-2">
        <path d="M6 3h12v18l-6-4.5L6 21z" />
      </svg>
      {homes.length > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-1 right-1 min-w-5 rounded-full bg-brand px-1 text-center text-xs leading-5 font-bold text-on-brand tabular-nums"
        >
          {homes.length}
        </span>
      )}
    </Link>
  );
}
