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

test.each([
  [
    "a passing fault can be tried again at the same address",
    "/reviews?after=c1",
    false,
    ["/reviews?after=c1", "/reviews"],
  ],
  ["where that is all reviews, it is the only one", "/reviews", false, ["/reviews"]],
  ["a wrong address leads to all reviews and not to itself", "/reviews?after=junk", true, ["/reviews"]],
])(
  "a list that failed is said in its place and in a toast: %s",
  { tags: ["2.64", "8.1", "8.9"] },
  (_, at, isAddressWrong, links) => {
    render(
      <MemoryRouter initialEntries={[at]}>
        <ReviewsFailure failure={{ failure: "No answer.", isAddressWrong }} />
      </MemoryRouter>,
    );
    expect(screen.getByText("Error loading reviews: No answer.")).toBeTruthy();
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(links);
    expect(currentToasts()).toMatchObject([
      { title: "Error", description: "Could not fetch reviews.", variant: "destructive", state: "open" },
    ]);
  },
);
