// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Stars } from "./star-rating";

afterEach(cleanup);

test("a whole number fills that many stars", () => {
  expect(shapes(4)).toEqual(["full", "full", "full", "full", "empty"]);
  expect(shapes(5)).toEqual(["full", "full", "full", "full", "full"]);
});

test("half a star is filled by half", () => {
  expect(shapes(3.5)).toEqual(["full", "full", "full", "part 12", "empty"]);
});

test("the number is said as it is", () => {
  render(<Stars rating={3.5} />);
  expect(screen.getByRole("img", { name: "3.5 out of 5 stars" })).toBeTruthy();
});

function shapes(rating: number) {
  const { container } = render(<Stars rating={rating} />);
  const stars = container.querySelectorAll("[role=img] > svg");
  const found = [...stars].map((star) => {
    const part = star.querySelector("svg");
    if (part) return `part ${part.getAttribute("width")}`;
    return star.querySelector("path")?.getAttribute("fill") === "none" ? "empty" : "full";
  });
  cleanup();
  return found;
}
