import type { MouseEvent } from "react";
import { useNavigate } from "react-router";

/** A text that was made into HTML on the server. Its links to other pages of the site need no page load. */
export function Prose({ html }: { html: string }) {
  const navigate = useNavigate();

  function followLink(event: MouseEvent) {
    const to = pathToFollow(event);
    if (to === null) return;
    event.preventDefault();
    void navigate(to);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- its links take the keys, and a key that follows one is a click here
    <div className="prose" onClick={followLink} dangerouslySetInnerHTML={{ __html: html }} />
  );
}

/** Where a click leads on this site; null where the browser should do what it does with any link. */
function pathToFollow(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.origin !== location.origin) return null;
  const isOnThisPage = link.pathname === location.pathname && link.search === location.search;
  return isOnThisPage && link.hash ? null : link.pathname + link.search + link.hash;
}
