import "./test-window";
import { beforeEach, expect, test, vi } from "vitest";
import { sessionStore } from "./session-store";

const KEY = "gharsach-auth";

beforeEach(() => {
  sessionStore.removeItem(KEY);
});

test("reads a session in full storage, and keeps a refreshed one as long as the page", () => {
  localStorage.setItem(KEY, "session");
  const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  });
  expect(sessionStore.getItem(KEY)).toBe("session");
  sessionStore.setItem(KEY, "renewed");
  expect(sessionStore.getItem(KEY)).toBe("renewed");
  expect(localStorage.getItem(KEY)).toBeNull();

  setItem.mockRestore();
  sessionStore.setItem(KEY, "renewed again");
  expect(localStorage.getItem(KEY)).toBe("renewed again");
  sessionStore.removeItem(KEY);
  expect([localStorage.getItem(KEY), sessionStore.getItem(KEY)]).toEqual([null, null]);
});

test("keeps a session as long as the page if storage is forbidden", () => {
  vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  });
  expect(sessionStore.getItem(KEY)).toBeNull();
  sessionStore.setItem(KEY, "session");
  expect(sessionStore.getItem(KEY)).toBe("session");
  sessionStore.removeItem(KEY);
  expect(sessionStore.getItem(KEY)).toBeNull();
});
