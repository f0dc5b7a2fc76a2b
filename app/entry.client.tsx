import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { fallBackWithoutScripts } from "~/features/site/inline-scripts";

/**
 * Logs an error and reloads the page once without scripts. React calls this for errors outside StalePage and for errors that a
 * route's ErrorBoundary caught.
 */
function replaceByServedPage(error: unknown) {
  console.error(error);
  fallBackWithoutScripts(false);
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
