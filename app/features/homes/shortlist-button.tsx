import type { ComponentProps } from "react";
import { setShortlisted } from "~/data/shortlist";
import type { PropertyName } from "~/domain/property-group";
import { Button } from "~/ui/button";
import { useShortlist } from "./shortlist-sign";

/** A toggle button (WAI-ARIA APG), pressed while the home is on the shortlist of this device. (spec 10) */
export function ShortlistButton({
  home,
  variant = "secondary",
  className = "",
}: { home: PropertyName } & Pick<ComponentProps<typeof Button>, "variant" | "className">) {
  const isListed = useShortlist().some(({ propertyId }) => propertyId === home.propertyId);
  return (
    <Button
      aria-pressed={isListed}
      variant={variant}
      size="sm"
      onClick={() => setShortlisted(home, !isListed)}
      className={`${className} noscript:hidden ${isListed ? "icon icon-tick" : ""}`}
    >
      <span>
        Shortlist<span className="sr-only"> {home.propertyName}</span>
      </span>
    </Button>
  );
}
