import type { MouseEvent, ReactNode } from "react";
import { ButtonLink } from "~/ui/button";

/**
 * A link to the page with more, for visitors without JavaScript and for new tabs; otherwise it loads more into
 * this page.
 */
export function MoreLink({
  to,
  isLoading,
  failure,
  onLoad,
  children,
}: {
  to: string;
  isLoading: boolean;
  failure: string | null;
  onLoad: () => void;
  children: ReactNode;
}) {
  function load(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!isLoading) onLoad();
  }

  return (
    <div className="flex flex-col items-center gap-2">
      <p role="alert" className="text-sm text-danger empty:hidden">
        {failure && `Error loading reviews: ${failure}`}
      </p>
      <ButtonLink to={to} prefetch="none" variant="secondary" aria-disabled={isLoading || undefined} onClick={load}>
        {isLoading ? "Loading reviews..." : children}
      </ButtonLink>
    </div>
  );
}
