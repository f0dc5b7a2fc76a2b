import { expect, test, vi } from "vitest";
import { sharePage } from "./share-button";

const URL_OF_HOME = "https://gharsach.in/homes/pune/baner/a-1a2b3c4d";

const FAILS = async () => Promise.reject(new TypeError());
const CLOSED = async () => Promise.reject(new DOMException("", "AbortError"));
const works = vi.fn<(shared: unknown) => Promise<void>>(async () => {});

test.each([
  ["opens the share sheet", { share: works }, "shared", { title: "A", url: URL_OF_HOME }],
  ["says nothing if the visitor closes it", { share: CLOSED, clipboard: { writeText: works } }, "cancelled", null],
  ["copies the URL if there is no share sheet", { clipboard: { writeText: works } }, "copied", URL_OF_HOME],
  ["copies the URL if sharing fails", { share: FAILS, clipboard: { writeText: works } }, "copied", URL_OF_HOME],
  ["fails quietly if copying fails", { clipboard: { writeText: FAILS } }, "failed", null],
  ["fails quietly if the browser can do neither", {}, "failed", null],
])("%s", { tags: ["10.29"] }, async (_, navigator, outcome, shared) => {
  vi.stubGlobal("navigator", navigator);
  expect(await sharePage("A", URL_OF_HOME)).toBe(outcome);
  expect(works.mock.calls).toEqual(shared === null ? [] : [[shared]]);
});
