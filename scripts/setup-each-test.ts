import { afterEach, expect, vi } from "vitest";

const isComponentTest = typeof document !== "undefined" && /\.test\.tsx$/.test(expect.getState().testPath ?? "");
const library = isComponentTest ? await import("@testing-library/react") : null;
const toasts = isComponentTest ? await import("~/ui/toast") : null;

// A busy machine can pause for seconds.
library?.configure({ asyncUtilTimeout: 10_000 });

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
