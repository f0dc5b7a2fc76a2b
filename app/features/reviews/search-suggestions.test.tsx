// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { parseReviewQuery } from "~/domain/review-query";
import { ReviewFilters } from "./review-filters";
import { testList } from "./test-list";
// Downloaded at the first key; here they must not take longer than the clock of these tests.
import "./find-places";
import "~/ui/suggestion-list";
import { suggestHomes } from "~/data/supabase-actions";

vi.mock("~/data/visitor-suggestions");
const suggest = vi.mocked(suggestHomes);

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {};
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  suggest.mockReset().mockResolvedValue({
    homes: [
      {
        propertyId: "1a2b3c4d-0000-4000-8000-000000000000",
        propertyName: "Amaltas Court",
        locality: "HSR Layout",
        city: "Bengaluru",
        count: 12,
        totalRating: 52,
      },
    ],
    localities: [{ locality: "Amalnagar", city: "Pune", homeCount: 1 }],
    cities: [{ city: "Amravati", homeCount: 1204 }],
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test(
  "homes, localities and cities lead to their pages, and the search under way is dropped",
  { tags: ["10.53"] },
  async () => {
    const { router, visited } = await open("/reviews");
    await type("amalt");
    await after(200);
    expect(
      within(screen.getByRole("listbox"))
        .getAllByRole("option")
        .map((option) => option.textContent),
    ).toEqual([
      "Amaltas CourtHSR Layout, Bengaluru · 4.3 of 5 · 12 reviews",
      "Amalnagar, Pune1 home",
      "Amravati1,204 homes",
    ]);
    fireEvent.keyDown(searchBox(), { key: "ArrowDown" });
    fireEvent.keyDown(searchBox(), { key: "Enter" });
    await after(1000);
    expect(visited()).toEqual(["/homes/bengaluru/hsr-layout/amaltas-court-1a2b3c4d"]);
    expect(router.state.location.pathname).toBe("/homes/bengaluru/hsr-layout/amaltas-court-1a2b3c4d");
  },
);

test("in a city only what is there is suggested", { tags: ["10.53"] }, async () => {
  await open("/reviews?city=Pune");
  await type("amalt");
  await after(200);
  expect(suggest).toHaveBeenCalledWith("amalt", "Pune", expect.any(AbortSignal));
});

async function open(address: string) {
  const query = parseReviewQuery(new URLSearchParams(address.split("?")[1]));
  const element = <ReviewFilters list={testList({ cities: ["Pune"], query })} />;
  const router = createMemoryRouter(
    [
      { path: "/reviews", element },
      { path: "*", element: "another page" },
    ],
    { initialEntries: [address] },
  );
  const seen: string[] = [];
  router.subscribe(({ location }) => {
    const next = location.pathname + location.search;
    if (seen.at(-1) !== next) seen.push(next);
  });
  render(<RouterProvider router={router} />);
  await after(0);
  searchBox().focus();
  return { router, visited: () => seen };
}

function searchBox() {
  return screen.getByRole<HTMLInputElement>("combobox", { name: "Search reviews" });
}

async function type(text: string) {
  fireEvent.input(searchBox(), { target: { value: text } });
  await after(0);
}

async function after(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  // Modules come by way of the event loop.
  await act(() => new Promise((done) => setImmediate(done)));
}
