// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider, useLoaderData } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { setCacheBypassCookie } from "~/data/cache-bypass-cookie";
import { countEmptySearch } from "~/data/empty-searches";
import { testReview } from "~/domain/test-review";
import type { LoadFailure } from "./load-more-reviews";
import type { NothingFoundProps } from "./nothing-found";
import type { ReviewList } from "./read-review-list";
import { PropertyList } from "./property-list";
import { testGroup, testList } from "./test-list";

vi.mock("~/data/empty-searches");

type Answer = ReviewList | LoadFailure;
const observers = new Set<TestObserver>();

beforeEach(() => {
  // Makes cached lists stale, also those of other tests.
  setCacheBypassCookie();
  observers.clear();
  Element.prototype.scrollIntoView = () => {};
  vi.stubGlobal("IntersectionObserver", TestObserver);
});

test.each([
  [{ count: 14 }, [], "All 14 reviews of this home"],
  [{ count: 14, matchingCount: 2 }, ["2 of 14 match"], "Show all that match"],
  [{ count: 14, matchingCount: 1 }, ["1 of 14 matches"], null],
  [{ count: 5000, matchingCount: 101 }, ["More than 100 of 5000 match"], "Show all that match"],
])("links a home to its page and says how many reviews match: %o", { tags: ["10.86"] }, async (counts, lines, rest) => {
  await open({ "": testList({ groups: [testGroup({ propertyId: "1a2b3c4d-0000", totalRating: 13, ...counts })] }) });
  const heading = within(screen.getByRole("heading", { level: 2, name: "Lakeview Residency" }));
  expect(heading.getByRole("link").getAttribute("href")).toBe(
    "/homes/bengaluru/indiranagar/lakeview-residency-1a2b3c4d",
  );
  expect(screen.queryAllByText(/match(es)?$/, { selector: "p" }).map((line) => line.textContent)).toEqual(lines);
  expect(screen.queryByRole("link", { name: /^(Show|All \d)/ })?.textContent ?? null).toBe(rest);
});

test("leads somewhere if nothing matches", { tags: ["10.59", "10.430"] }, async () => {
  const similar = [{ propertyId: "p7", propertyName: "Amaltas Court", locality: "HSR Layout", city: "Bengaluru" }];
  const query = { search: "whitefeld", city: "Bengaluru", sort: "verified" } as const;
  const suggestions = {
    similar,
    place: { city: "Bengaluru", locality: "Whitefield" },
    nearby: [{ locality: "Marathahalli", city: "Bengaluru", homeCount: 1 }],
    write: "/submit-review?locality=Whitefield&city=Bengaluru",
  };
  const guide = { title: "Before you rent in Bengaluru", path: "/blog/bengaluru" };
  await open({ "": testList({ query, suggestions, guide }) }, "", { loadFollowPlace: async () => FollowButton });
  expect(await screen.findByText("Did you mean …")).toBeTruthy();
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(Object.fromEntries(links)).toEqual({
    "Amaltas Court, HSR Layout, Bengaluru": "/reviews?property=p7",
    "Clear search": "/reviews?city=Bengaluru&sort=verified",
    "All cities": "/reviews?q=whitefeld&sort=verified",
    "Include unverified reviews": "/reviews?q=whitefeld&city=Bengaluru",
    "Marathahalli1 home": "/homes/bengaluru/marathahalli",
    "Write the first review": "/submit-review?locality=Whitefield&city=Bengaluru",
    "Before you rent in Bengaluru": "/blog/bengaluru",
  });
  expect(screen.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
    "Nearest places with reviews",
    "Tell me when someone reviews a home in Whitefield",
    "Have you lived in Whitefield?",
  ]);
  expect(await screen.findByRole("button", { name: "Follow Whitefield, Bengaluru" })).toBeTruthy();
  expect(countEmptySearch).toHaveBeenCalledExactlyOnceWith("Bengaluru", "Whitefield");
});

test("adds each review of a property once, and focuses the first new one", async () => {
  const [r1, r2, r3] = [testReview({ id: "r1" }), testReview({ id: "r2" }), testReview({ id: "r3" })];
  await open({
    "?sort=rating": testList({
      query: { search: "", city: "", sort: "rating" },
      groups: [testGroup({ reviews: [r1], count: 3 })],
    }),
    "?sort=rating&property=p1": testList({ groups: [testGroup({ reviews: [r1, r2], count: 3 })], next: "c2" }),
    "?sort=rating&property=p1&after=c2": testList({ groups: [testGroup({ reviews: [r3], count: 3 })] }),
  });
  const link = screen.getByRole("link", { name: "All 3 reviews of this home" });
  expect(link.getAttribute("href")).toBe("/reviews?sort=rating&property=p1");
  fireEvent.click(link);
  await waitFor(() => expect(cards()).toEqual(["review-r1", "review-r2"]));
  expect(document.activeElement?.id).toBe("review-r2");
  fireEvent.click(screen.getByRole("link", { name: "Show more reviews" }));
  await waitFor(() => expect(cards()).toEqual(["review-r1", "review-r2", "review-r3"]));
  expect(screen.queryByRole("link", { name: /^(Show|All \d)/ })).toBeNull();
});

test("links to more results of the relaxed search", { tags: ["10.230"] }, async () => {
  const query = { search: "hsr sector 2", city: "Pune", sort: "recent" } as const;
  const groups = [testGroup({ count: 2 })];
  await open({ "": testList({ query, searched: { ...query, search: "hsr" }, groups, next: "c2" }) });
  const links = screen.getAllByRole("link", { name: /^(Show|All)/ }).map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/reviews?q=hsr&city=Pune&property=p1", "/reviews?q=hsr&city=Pune&after=c2"]);
});

test("keeps the list if more reviews fail to load, and retries", { tags: ["2.63"] }, async () => {
  const answers: Record<string, Answer> = {
    "": testList({ groups: [testGroup({ count: 2 })] }),
    "?property=p1": { failure: "Failed to fetch", isAddressWrong: false },
  };
  await open(answers);
  fireEvent.click(screen.getByRole("link", { name: "All 2 reviews of this home" }));
  expect((await screen.findByText("Error loading reviews: Failed to fetch")).getAttribute("role")).toBe("alert");
  expect(cards()).toEqual(["review-p1-r1"]);
  answers["?property=p1"] = testList({
    groups: [testGroup({ reviews: [testReview({ id: "p1-r1" }), testReview({ id: "r9" })] })],
  });
  fireEvent.click(screen.getByRole("link", { name: "All 2 reviews of this home" }));
  await waitFor(() => expect(cards()).toEqual(["review-p1-r1", "review-r9"]));
});

test("restores all loaded groups on Back, without moving the focus", async () => {
  const { router } = await open({
    "": testList({ groups: [testGroup({ propertyId: "p1", propertyName: "A", count: 2 })], next: "c2" }),
    "?property=p1": testList({ groups: [testGroup({ reviews: [testReview({ id: "r9" })], count: 2 })] }),
    "?after=c2": testList({ groups: [testGroup({ propertyId: "p1" }), testGroup({ propertyId: "p2" })] }),
    "?q=x": testList({ query: { search: "x", city: "", sort: "recent" }, groups: [testGroup({ propertyId: "p3" })] }),
  });
  fireEvent.click(screen.getByRole("link", { name: "All 2 reviews of this home" }));
  await waitFor(() => expect(cards()).toEqual(["review-p1-r1", "review-r9"]));
  await scrollNear();
  await waitFor(() => expect(cards()).toEqual(["review-p1-r1", "review-r9", "review-p2-r1"]));
  await act(() => router.navigate("/reviews?q=x"));
  expect(cards()).toEqual(["review-p3-r1"]);
  await act(() => router.navigate(-1));
  expect(cards()).toEqual(["review-p1-r1", "review-r9", "review-p2-r1"]);
  expect(document.activeElement).toBe(document.body);

  // A link is a new visit. The visitor's own change makes cached lists stale.
  await act(() => router.navigate("/reviews?q=x"));
  await act(() => router.navigate("/reviews"));
  expect(cards()).toEqual(["review-p1-r1"]);
  await act(() => router.navigate(-1));
  await act(() => router.navigate(-1));
  expect(cards()).toEqual(["review-p1-r1", "review-r9", "review-p2-r1"]);
  setCacheBypassCookie();
  await act(() => router.navigate("/reviews?q=x"));
  await act(() => router.navigate(-1));
  expect(cards()).toEqual(["review-p1-r1"]);
});

test("retries the review of the URL if it cannot be loaded", async () => {
  const answers: Record<string, Answer> = {
    "": testList({ groups: [testGroup()] }),
    "?review=far": { failure: "Failed to fetch", isAddressWrong: false },
  };
  await open(answers, "#review-far.");
  expect(await screen.findByText("Error loading reviews: Failed to fetch")).toBeTruthy();
  answers["?review=far"] = testList({
    groups: [testGroup({ propertyId: "p2", reviews: [testReview({ id: "far" })] })],
    focus: { kind: "review", id: "far" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(marked()).toEqual(["review-far"]));
});

function FollowButton({ city, locality }: { city: string; locality: string }) {
  return <button>{`Follow ${locality}, ${city}`}</button>;
}

async function open(answers: Record<string, Answer>, hash = "", props: Partial<NothingFoundProps> = {}) {
  const router = createMemoryRouter(
    [
      {
        path: "/reviews",
        HydrateFallback: () => null,
        Component: () => <PropertyList list={useLoaderData<ReviewList>()} {...props} />,
        loader: ({ request }) =>
          answers[new URL(request.url).search] ?? { failure: "Nothing to answer with", isAddressWrong: false },
      },
    ],
    { initialEntries: [`/reviews${Object.keys(answers)[0]}${hash}`] },
  );
  await act(async () => {
    render(<RouterProvider router={router} />);
  });
  return { router };
}

class TestObserver {
  readonly intersect: () => void;

  constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
    this.intersect = () => callback([{ isIntersecting: true }]);
  }

  observe() {
    observers.add(this);
  }

  disconnect() {
    observers.delete(this);
  }
}

/** Scrolls the only observed link near the screen. */
async function scrollNear() {
  await waitFor(() => expect(observers.size).toBe(1));
  act(() => {
    for (const observer of observers) observer.intersect();
  });
}

function cards() {
  return screen.getAllByRole("article").map((card) => card.id);
}

function marked() {
  return screen
    .getAllByRole("article")
    .filter((card) => card.getAttribute("aria-current") === "true")
    .map((card) => card.id);
}
