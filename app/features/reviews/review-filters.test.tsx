// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider, useLoaderData } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { parseReviewQuery } from "~/domain/review-query";
import type { ReviewList } from "./read-review-list";
import { ReviewFilters } from "./review-filters";
import { testGroup, testList } from "./test-list";
// Load these modules before the tests: dynamic imports do not follow fake timers.
import "./find-places";
import "~/ui/suggestion-list";
import { suggestHomes } from "~/data/supabase-actions";

vi.mock("~/data/visitor-suggestions");

const AMALTAS = { propertyId: "1a2b3c4d-0", propertyName: "Amaltas Court", locality: "HSR Layout", city: "Bengaluru" };

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {};
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.mocked(suggestHomes).mockResolvedValue({
    homes: [{ ...AMALTAS, count: 12, totalRating: 52 }],
    localities: [{ locality: "Amalnagar", city: "Pune", homeCount: 1 }],
    cities: [{ city: "Amravati", homeCount: 1204 }],
  });
});

test("searches once, 300 ms after the last letter, without a history entry", async () => {
  const { router, visited } = await open("/", "/reviews");
  type("l");
  await after(299);
  type("la");
  await after(299);
  expect(visited()).toEqual(["/reviews"]);
  await after(1);
  expect(visited()).toEqual(["/reviews", "/reviews?q=la"]);
  await act(() => router.navigate(-1));
  expect(address(router)).toBe("/");
});

test("searches at once after a choice from a list, and goes back", { tags: ["2.51"] }, async () => {
  const { router } = await open("/reviews");
  type("lake");
  fireEvent.change(citySelect(), { target: { value: "Pune" } });
  await after(0);
  expect(address(router)).toBe("/reviews?q=lake&city=Pune");
  await after(1000);
  expect(address(router)).toBe("/reviews?q=lake&city=Pune");
  fireEvent.change(sortSelect(), { target: { value: "verified" } });
  await after(0);
  expect(address(router)).toBe("/reviews?q=lake&city=Pune&sort=verified");

  await act(() => router.navigate(-1));
  expect(sortSelect().value).toBe("recent");
  await act(() => router.navigate(-1));
  expect(citySelect().value).toBe("all");
  expect(searchBox().value).toBe("");
});

test("announces that reviews are loading, and how many were found", { tags: ["2.63"] }, async () => {
  const { release } = await open("/reviews");
  const status = screen.getByRole("status");
  expect(status.textContent).toBe("1 property");
  const answer = release.hold();
  type("lake");
  await after(300);
  expect(status.textContent).toBe("Loading reviews...");
  answer();
  await after(0);
  expect(status.textContent).toBe("At least 2 properties");
});

test("suggests places of the chosen city, and opens one instead of searching", { tags: ["10.53"] }, async () => {
  const { router } = await open("/reviews?city=Pune");
  searchBox().focus();
  type("amalt");
  for (const ms of [0, 200]) await after(ms);
  expect(suggestHomes).toHaveBeenCalledWith("amalt", "Pune", expect.any(AbortSignal));
  const options = within(screen.getByRole("listbox")).getAllByRole("option");
  expect(options.map((option) => option.textContent)).toEqual([
    "Amaltas CourtHSR Layout, Bengaluru · 4.3 of 5 · 12 reviews",
    "Amalnagar, Pune1 home",
    "Amravati1,204 homes",
  ]);
  for (const key of ["ArrowDown", "Enter"]) fireEvent.keyDown(searchBox(), { key });
  await after(1000);
  expect(address(router)).toBe("/homes/bengaluru/hsr-layout/amaltas-court-1a2b3c4d");
});

test(
  "suggests a place before homes if its name begins with the text, and a search if it has no reviews",
  { tags: ["10.401", "10.403"] },
  async () => {
    vi.mocked(suggestHomes).mockResolvedValue({
      homes: [{ ...AMALTAS, propertyName: "HSR Heights", count: 12, totalRating: 52 }],
      localities: [{ locality: "HSR Layout", city: "Bengaluru", homeCount: 0 }],
      cities: [],
    });
    const { router } = await open("/reviews");
    searchBox().focus();
    type("hsrlay");
    for (const ms of [0, 200]) await after(ms);
    const options = within(screen.getByRole("listbox")).getAllByRole("option");
    expect(options.map((option) => option.textContent)).toEqual([
      "HSR Layout, BengaluruNo reviews yet",
      "HSR HeightsHSR Layout, Bengaluru · 4.3 of 5 · 12 reviews",
    ]);
    for (const key of ["ArrowDown", "Enter"]) fireEvent.keyDown(searchBox(), { key });
    await after(1000);
    expect(address(router)).toBe("/reviews?q=HSR+Layout%2C+Bengaluru");
  },
);

async function open(...addresses: string[]) {
  let gate = Promise.resolve();
  const release = {
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
  };
  const router = createMemoryRouter(
    [
      { path: "*", Component: () => "another page" },
      {
        path: "/reviews",
        Component: Filters,
        HydrateFallback: () => null,
        loader: async ({ request }) => {
          await gate;
          return listAt(new URL(request.url));
        },
      },
    ],
    { initialEntries: addresses },
  );
  const seen: string[] = [];
  router.subscribe(() => {
    if (seen.at(-1) !== address(router)) seen.push(address(router));
  });
  render(<RouterProvider router={router} />);
  await after(0);
  return { router, visited: () => seen, release };
}

function Filters() {
  return <ReviewFilters list={useLoaderData<ReviewList>()} />;
}

function listAt(url: URL): ReviewList {
  const query = parseReviewQuery(url.searchParams);
  const groups = query.search ? [testGroup({ propertyId: "p1" }), testGroup({ propertyId: "p2" })] : [testGroup()];
  return testList({ query, cities: ["Bengaluru", "Pune"], groups, next: query.search ? "c2" : null });
}

async function after(milliseconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
  // Dynamic imports need the event loop.
  await act(() => new Promise((done) => setImmediate(done)));
}

function type(text: string) {
  fireEvent.input(searchBox(), { target: { value: text } });
}

function searchBox() {
  return screen.getByRole<HTMLInputElement>("combobox", { name: "Search reviews" });
}

function citySelect() {
  return screen.getByLabelText<HTMLSelectElement>("Filter by city");
}

function sortSelect() {
  return screen.getByLabelText<HTMLSelectElement>("Sort by");
}

function address(router: ReturnType<typeof createMemoryRouter>) {
  return router.state.location.pathname + router.state.location.search;
}
