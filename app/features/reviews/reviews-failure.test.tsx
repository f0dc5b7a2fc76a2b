// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { clearToasts, currentToasts } from "~/ui/toast";
import { ReviewsFailure } from "./reviews-failure";

afterEach(() => {
  cleanup();
  clearToasts();
});

test("a list that could not be loaded is shown in its place and in a toast", { tags: ["2.64", "8.1", "8.9"] }, () => {
  linksAfter({ failure: "The database could not be reached.", isAddressWrong: false }, "/reviews");
  expect(screen.getByText("Error loading reviews: The database could not be reached.")).toBeTruthy();
  expect(currentToasts()).toMatchObject([
    { title: "Error", description: "Could not fetch reviews.", variant: "destructive", state: "open" },
  ]);
  expect(screen.queryByRole("article")).toBeNull();
});

test("a passing fault can be tried again at the same address", () => {
  expect(linksAfter({ failure: "Failed to fetch", isAddressWrong: false }, "/reviews?after=c1")).toEqual([
    ["Try again", "/reviews?after=c1"],
    ["All reviews", "/reviews"],
  ]);
});

test("a wrong address leads to all reviews and not to itself", () => {
  expect(linksAfter({ failure: "No such page.", isAddressWrong: true }, "/reviews?after=junk")).toEqual([
    ["All reviews", "/reviews"],
  ]);
});

function linksAfter(failure: Parameters<typeof ReviewsFailure>[0]["failure"], at: string) {
  render(
    <MemoryRouter initialEntries={[at]}>
      <ReviewsFailure failure={failure} />
    </MemoryRouter>,
  );
  return screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
}
