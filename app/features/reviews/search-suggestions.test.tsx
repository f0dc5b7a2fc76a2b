// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
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
  const home = { propertyId: "1a2b3c4d-0", propertyName: "Amaltas Court", locality: "HSR Layout", city: "Bengaluru" };
  suggest.mockResolvedValue({
    homes: [{ ...home, count: 12, totalRating: 52 }],
    localities: [{ locality: "Amalnagar", city: "Pune", homeCount: 1 }],
    cities: [{ city: "Amravati", homeCount: 1204 }],
  });
});

test(
  "what is in the chosen city is suggested, leads to its page, and the search under way is dropped",
  { tags: ["10.53"] },
  async () => {
    const router = await type("amalt", "/reviews?city=Pune");
    expect(suggest).toHaveBeenCalledWith("amalt", "Pune", expect.any(AbortSignal));
    const options = within(screen.getByRole("listbox")).getAllByRole("option");
    expect(options.map((option) => option.textContent)).toEqual([
      "Amaltas CourtHSR Layout, Bengaluru · 4.3 of 5 · 12 reviews",
      "Amalnagar, Pune1 home",
      "Amravati1,204 homes",
    ]);
    for (const key of ["ArrowDown", "Enter"])
      fireEvent.keyDown(screen.getByRole("combobox", { name: /^Search/ }), { key });
    await after(1000);
    expect(router.state.location.pathname).toBe("/homes/bengaluru/hsr-layout/amaltas-court-1a2b3c4d");
  },
);

/** Types this into the search of the list at an address, and waits for what it suggests. */
async function type(value: string, address: string) {
  const query = parseReviewQuery(new URLSearchParams(address.split("?")[1]));
  const router = createMemoryRouter(
    [
      { path: "/reviews", element: <ReviewFilters list={testList({ cities: ["Pune"], query })} /> },
      { path: "*", element: "another page" },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  await after(0);
  const field = screen.getByRole("combobox", { name: /^Search/ });
  field.focus();
  fireEvent.input(field, { target: { value } });
  await after(0);
  await after(200);
  return router;
}

async function after(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
  // Modules come by way of the event loop.
  await act(() => new Promise((done) => setImmediate(done)));
}
