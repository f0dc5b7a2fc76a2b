import type { MouseEvent, ReactNode } from "react";
import { ButtonLink } from "~/ui/button";
import type { More } from "./use-more";

/** Links to the next page, for visitors without JavaScript and for new tabs. Otherwise a click loads it into this page. */
export function MoreLink({
  to,
  more: { isLoading, failure, load },
  className = "",
  children,
}: {
  to: string;
  more: Pick<More<object>, "isLoading" | "failure" | "load">;
  className?: string | undefined;
  children: ReactNode;
}) {
  function loadHere(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!isLoading) load();
  }

  return (
    <div className={`col-span-full flex flex-col items-center gap-2 ${className}`}>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {failure && `Error loading reviews: ${failure}`}
      </p>
      <ButtonLink
        to={to}
        rel="next"
        prefetch="none"
        variant="secondary"
        aria-disabled={isLoading || undefined}
        onClick={loadHere}
      >
        {isLoading ? "Loading reviews..." : children}
      </ButtonLink>
    </div>
  );
}
