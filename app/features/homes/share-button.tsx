import type { ComponentProps } from "react";
import { Button, ButtonLink } from "~/ui/button";
import { showToast } from "~/ui/toast";
import { homePath } from "~/domain/home";
import type { PropertyName } from "~/domain/property-group";

/** Shares a page by the share sheet of the device, or copies its URL. Hidden without JavaScript, which it needs. (spec 10) */
export function ShareButton({
  title,
  path,
  size,
}: { title: string; path: string } & Pick<ComponentProps<typeof Button>, "size">) {
  async function share() {
    const url = window.location.origin + path;
    const outcome = await sharePage(title, url);
    // No toast if the page was shared or the visitor cancelled: the share sheet shows both.
    if (outcome === "copied") showToast({ title: "Link copied" });
    if (outcome === "failed") {
      showToast({
        title: "The link could not be copied",
        description: `Copy it here: ${url}`,
        variant: "destructive",
        // Time to copy it by hand.
        duration: 30_000,
      });
    }
  }

  return (
    <Button variant="secondary" size={size} onClick={share} className="noscript:hidden">
      Share
    </Button>
  );
}

/** `cancelled`: the visitor closed the share sheet. */
export type ShareOutcome = "shared" | "cancelled" | "copied" | "failed";

/** Opens the share sheet of the device, or copies the URL. (spec 10) */
export async function sharePage(title: string, url: string): Promise<ShareOutcome> {
  // Missing on some desktops, and on pages without HTTPS.
  if (typeof navigator.share === "function") {
    try {
      await navigator.share({ title, url });
      return "shared";
    } catch (error) {
      if (error instanceof Error && error.name === "AbortError") return "cancelled";
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch {
    return "failed";
  }
}

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
