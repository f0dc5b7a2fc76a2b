import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { goOnWithoutScripts } from "~/features/site/inline-scripts";

/** Of errors inside KeptPage only those come here for which a route's own boundary has put its words in the page's place. */
function replaceByServedPage(error: unknown) {
  console.error(error);
  goOnWithoutScripts(false);
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
    { onCaughtError: replaceByServedPage, onUncaughtError: replaceByServedPage },
  );
});
