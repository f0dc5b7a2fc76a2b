import { ShareButton } from "./share-button";
import { homePath } from "~/domain/home";
import type { PropertyName } from "~/domain/property-group";
import { ButtonLink } from "~/ui/button";

/** Shares a home by the share sheet or, on a device without one, by WhatsApp or a copied URL. Renders in browsers only. (spec 10) */
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
