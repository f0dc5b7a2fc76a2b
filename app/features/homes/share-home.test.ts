import { afterEach, expect, test, vi } from "vitest";
import { shareHome } from "./share-home";

const URL_OF_HOME = "https://gharsach.in/homes/pune/baner/a-1a2b3c4d";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a phone shares in its own way", { tags: ["10.29"] }, async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>(async () => {});
  vi.stubGlobal("navigator", { share });
  expect(await shareHome("A", URL_OF_HOME)).toBe("shared");
  expect(share).toHaveBeenCalledWith({ title: "A", url: URL_OF_HOME });
});

test("who closes the phone's list is told nothing, and nothing is copied", { tags: ["10.29"] }, async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {});
  const share = async () => Promise.reject(new DOMException("", "AbortError"));
  vi.stubGlobal("navigator", { share, clipboard: { writeText } });
  expect(await shareHome("A", URL_OF_HOME)).toBe("cancelled");
  expect(writeText).not.toHaveBeenCalled();
});

test("without such a list, and where it fails, the address is copied", { tags: ["10.29"] }, async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {});
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  expect(await shareHome("A", URL_OF_HOME)).toBe("copied");
  vi.stubGlobal("navigator", { share: async () => Promise.reject(new TypeError()), clipboard: { writeText } });
  expect(await shareHome("A", URL_OF_HOME)).toBe("copied");
  expect(writeText.mock.calls).toEqual([[URL_OF_HOME], [URL_OF_HOME]]);
});

test("a browser that lets nothing be copied breaks nothing", { tags: ["10.29"] }, async () => {
  vi.stubGlobal("navigator", { clipboard: { writeText: async () => Promise.reject(new Error("denied")) } });
  expect(await shareHome("A", URL_OF_HOME)).toBe("failed");
  vi.stubGlobal("navigator", {});
  expect(await shareHome("A", URL_OF_HOME)).toBe("failed");
});
