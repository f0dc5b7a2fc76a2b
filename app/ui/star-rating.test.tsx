// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { cleanup, render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Star, Stars } from "./star-rating";

test("fills as much as the rating", () => {
  expect(filled(4)).toBe(starsApart(4));
  expect(filled(5)).toBe(starsApart(5));
  // A star starts at 1.8 of 24 units and is 20.4 wide.
  expect(filled(3.5)).toBeCloseTo(starsApart(3) + (12 / 24) * 1.15, 2);
});

test("draws the same star in the stylesheet", () => {
  const css = readFileSync("app/ui/icons.css", "utf8");
  const { container } = render(<Star isFilled />);
  const shape = container.querySelector("path")?.getAttribute("d") ?? "";
  expect(shape).not.toBe("");
  expect(readFileSync("app/ui/icons.svg", "utf8").split(`d="${shape}"`)).toHaveLength(3);
  expect(css).toMatch(/\.stars \{[^}]*height: 1\.15em;/);
  expect(css).toMatch(/\.stars \{[^]*?mask-size: 1\.2458em /);
});

/** Returns the filled width in em. */
function filled(rating: number): number {
  const { container } = render(<Stars rating={rating} />);
  const width = Number.parseFloat(
    container.querySelector<HTMLElement>("[role=img]")?.style.getPropertyValue("--filled") ?? "",
  );
  cleanup();
  return Number(width.toFixed(3));
}

function starsApart(count: number): number {
  return Number(((count * 26 * 1.15) / 24).toFixed(3));
}
