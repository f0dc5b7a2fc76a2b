import "./test-window";
import { expect, test, vi } from "vitest";
import { setShortlisted, shortlist, subscribeToShortlist } from "./shortlist";

const HOME = { propertyId: "h1", propertyName: "Lakeview Residency", locality: "Indiranagar", city: "Bengaluru" };

test("updates the shortlist from other tabs", { tags: ["10.61"] }, () => {
  const listener = vi.fn<() => void>();
  subscribeToShortlist(listener);
  setShortlisted(HOME, true);
  const other = { ...HOME, propertyId: "h2" };
  for (const stored of [[other, HOME], [other], []]) {
    localStorage.setItem("gharsach-shortlist", JSON.stringify(stored));
    window.dispatchEvent(new StorageEvent("storage", { key: "gharsach-shortlist" }));
    expect(shortlist()).toEqual(stored);
  }
  expect(listener).toHaveBeenCalledTimes(4);
});

test.each(["{}", '"h1"', "[null, 1, {}]"])("treats %s in storage as an empty shortlist", (stored) => {
  localStorage.setItem("gharsach-shortlist", stored);
  window.dispatchEvent(new StorageEvent("storage", { key: "gharsach-shortlist" }));
  expect(shortlist()).toEqual([]);
});
