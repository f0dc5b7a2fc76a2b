import { type ComponentType, lazy, type LazyExoticComponent } from "react";

/** How far below the seen part of the page its next parts come alive. */
const NEAR = "400px";
const RETRY_MS = 5_000;

/**
 * A part of a page that is rendered with it on the server, but whose code a browser loads only when the reader comes near
 * the element with this id, which stands in that part. Where the element is not on the page yet, because the page is made
 * in the browser, the code is loaded at once. Without a connection the part stays as the server made it, and the code is
 * asked for again. Put it in a Suspense.
 */
export function lazyWhenNear<Props>(
  elementId: string,
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    await comesNear(elementId);
    return { default: await untilLoaded(load) };
  });
}

function comesNear(elementId: string): Promise<void> {
  const element = typeof document === "undefined" ? null : document.getElementById(elementId);
  if (!element || typeof IntersectionObserver === "undefined") return Promise.resolve();
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
  });
}

async function untilLoaded<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      // On the server there is nothing to wait for.
      if (typeof window === "undefined") throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, RETRY_MS);
      });
    }
  }
}
