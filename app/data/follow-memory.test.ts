import "./test-window";
import { expect, test, vi } from "vitest";

const KEY = "gharsach-follows";
const HOME = "/homes/pune/baner/oak-1a2b3c4d";

test("caches what an account follows for an hour, for no other account", { tags: ["10.120"] }, async () => {
  const { rememberFollows, rememberedFollows } = await openPage();
  expect(rememberedFollows("asha")).toBeNull();
  rememberFollows("asha", [HOME]);
  for (const page of [{ rememberedFollows }, await openPage()]) {
    expect(page.rememberedFollows("asha")).toEqual([HOME]);
    expect(page.rememberedFollows("ravi")).toBeNull();
  }
  vi.useFakeTimers({ now: Date.now() + 60 * 60 * 1000 });
  expect(rememberedFollows("asha")).toBeNull();
  vi.useRealTimers();
});

test("updates other tabs", { tags: ["10.120"] }, async () => {
  const [tab, other] = [await openPage(), await openPage()];
  const listener = vi.fn<() => void>();
  other.subscribeToFollows(listener);
  expect(other.rememberedFollows("asha")).toBeNull();
  tab.rememberFollows("asha", [HOME]);
  window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
  expect(other.rememberedFollows("asha")).toEqual([HOME]);
  expect(listener).toHaveBeenCalledOnce();
});

test("ignores malformed storage", async () => {
  for (const junk of ["", "asha", "asha soon /homes", "{}"]) {
    localStorage.setItem(KEY, junk);
    expect((await openPage()).rememberedFollows("asha"), junk).toBeNull();
  }
});

function openPage() {
  vi.resetModules();
  return import("./follow-memory");
}
