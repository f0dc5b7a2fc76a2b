import { expect, test, vi } from "vitest";
import { sharePage } from "./share-button";

const URL_OF_HOME = "https://gharsach.in/homes/pune/baner/a-1a2b3c4d";

const FAILS = async () => Promise.reject(new TypeError());
const CLOSED = async () => Promise.reject(new DOMException("", "AbortError"));
const works = vi.fn<(shared: unknown) => Promise<void>>(async () => {});

test.each([
  ["a phone shares in its own way", { share: works }, "shared", { title: "A", url: URL_OF_HOME }],
  ["who closes its list is told nothing", { share: CLOSED, clipboard: { writeText: works } }, "cancelled", null],
  ["without such a list the address is copied", { clipboard: { writeText: works } }, "copied", URL_OF_HOME],
  ["and where it fails", { share: FAILS, clipboard: { writeText: works } }, "copied", URL_OF_HOME],
  ["what lets nothing be copied breaks nothing", { clipboard: { writeText: FAILS } }, "failed", null],
  ["nor what has no way to", {}, "failed", null],
])("%s", { tags: ["10.29"] }, async (_, navigator, outcome, shared) => {
  vi.stubGlobal("navigator", navigator);
  expect(await sharePage("A", URL_OF_HOME)).toBe(outcome);
  expect(works.mock.calls).toEqual(shared === null ? [] : [[shared]]);
});
