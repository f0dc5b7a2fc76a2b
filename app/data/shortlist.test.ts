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

test("keeps all homes for the visit if storage is full", { tags: ["10.518"] }, () => {
  localStorage.setItem("gharsach-shortlist", JSON.stringify([HOME]));
  window.dispatchEvent(new StorageEvent("storage", { key: "gharsach-shortlist" }));
  const full = vi.spyOn(localStorage, "setItem").mockImplementation(() => {
    throw new Error("QuotaExceededError");
  });
  for (const propertyId of ["h2", "h3"]) setShortlisted({ ...HOME, propertyId }, true);
  expect(shortlist().map(({ propertyId }) => propertyId)).toEqual(["h3", "h2", "h1"]);
  full.mockRestore();
  setShortlisted({ ...HOME, propertyId: "h2" }, false);
  expect(JSON.parse(localStorage.getItem("gharsach-shortlist") ?? "").length).toBe(2);
});

test.each(["{}", '"h1"', "[null, 1, {}]"])("treats %s in storage as an empty shortlist", (stored) => {
  localStorage.setItem("gharsach-shortlist", stored);
  window.dispatchEvent(new StorageEvent("storage", { key: "gharsach-shortlist" }));
  expect(shortlist()).toEqual([]);
});
