import { ShareButton } from "./share-button";
import { homePath } from "~/domain/home";
import type { PropertyName } from "~/domain/property-group";
import { ButtonLink } from "~/ui/button";

/**
 * Shares a home by what the device offers, or, where it offers nothing, by WhatsApp or a copied address. To be rendered in the browser
 * alone, which knows what there is. (spec 10)
 */
export function ShareHome({ home }: { home: PropertyName }) {
  const path = homePath(home);
  const text = `${home.propertyName}: what tenants say ${window.location.origin}${path}`;
  return (
    <>
      <ShareButton title={home.propertyName} path={path} size="sm" />
      {typeof navigator.share !== "function" && (
        <ButtonLink
          to={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
          variant="secondary"
          size="sm"
        >
          <span>
            <span className="max-sm:sr-only">Share on </span>WhatsApp
          </span>
        </ButtonLink>
      )}
    </>
  );
}
