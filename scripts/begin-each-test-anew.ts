import { afterEach, expect, vi } from "vitest";

const isOfComponents = typeof document !== "undefined" && /\.test\.tsx$/.test(expect.getState().testPath ?? "");
const library = isOfComponents ? await import("@testing-library/react") : null;
const toasts = isOfComponents ? await import("~/ui/toast") : null;

// It waits for what must happen, not for how fast this machine is: a busy one may stand still for seconds.
library?.configure({ asyncUtilTimeout: 10_000 });

// What a test leaves behind is gone before the next one: what it rendered, said, replaced and stored, and the clock that it moved.
afterEach(() => {
  library?.cleanup();
  toasts?.clearToasts();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  if (typeof document === "undefined") return;
  localStorage.clear();
  sessionStorage.clear();
  delete window.__gharsach;
});
