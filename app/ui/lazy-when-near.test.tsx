// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { hydrateRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lazyWhenNear } from "./lazy-when-near";

let comeNear: () => void = () => {};
const load = vi.fn<() => Promise<() => React.JSX.Element>>();

beforeEach(() => {
  load.mockReset().mockResolvedValue(() => <p id="part">alive</p>);
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        comeNear = () => callback([{ isIntersecting: true }]);
      }
      observe() {}
      disconnect() {}
    },
  );
});

afterEach(() => {
  cleanup();
  document.body.innerHTML = "";
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a part that the server made stays as it is until the reader comes near", async () => {
  const root = hydrate();
  await act(async () => {});
  expect(load).not.toHaveBeenCalled();
  expect(document.getElementById("part")?.textContent).toBe("alive");
  comeNear();
  await act(async () => {});
  expect(load).toHaveBeenCalledOnce();
  act(() => root.unmount());
});

test("on a page made in the browser the part is loaded at once", async () => {
  const Part = lazyWhenNear("part", load);
  render(
    <Suspense>
      <Part />
    </Suspense>,
  );
  expect(await screen.findByText("alive")).toBeTruthy();
});

test("without a connection the code is asked for again, and the page does not break", async () => {
  vi.useFakeTimers();
  load.mockRejectedValueOnce(new TypeError("Failed to fetch dynamically imported module"));
  const root = hydrate();
  await act(async () => {});
  comeNear();
  await act(async () => {});
  expect(load).toHaveBeenCalledTimes(1);
  expect(document.getElementById("part")?.textContent).toBe("alive");
  await act(() => vi.advanceTimersByTimeAsync(4_999));
  expect(load).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(load).toHaveBeenCalledTimes(2);
  act(() => root.unmount());
});

function hydrate() {
  const container = document.createElement("div");
  container.innerHTML = '<!--$--><p id="part">alive</p><!--/$-->';
  document.body.append(container);
  const Part = lazyWhenNear("part", load);
  return hydrateRoot(
    container,
    <Suspense>
      <Part />
    </Suspense>,
  );
}
