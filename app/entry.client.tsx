import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { fallBackWithoutScripts } from "~/features/site/inline-scripts";

/** Handles errors outside StalePage, and errors that a route's ErrorBoundary caught. */
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
