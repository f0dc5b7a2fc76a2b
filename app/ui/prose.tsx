import type { MouseEvent } from "react";
import { useNavigate } from "react-router";

/** HTML that the server made from Markdown. The router follows its links to other pages of the site. */
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

/** Returns the path of a clicked link on this site; null if the browser should handle the click. */
function pathToFollow(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.target || link.origin !== location.origin) return null;
  const isOnThisPage = link.pathname === location.pathname && link.search === location.search;
  return isOnThisPage && link.hash ? null : link.pathname + link.search + link.hash;
}
