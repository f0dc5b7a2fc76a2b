// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from "@testing-library/react";
import { createRoutesStub } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { homeCities } from "~/data/homes";
import { pageBackend } from "~/data/page-backend";
import { loadPopularCities } from "./load-popular-cities";
import { PopularCities } from "./popular-cities";

vi.mock("~/data/homes");

const DATABASE = { call: async () => null, publicUrl: "", publishableKey: "" };

beforeEach(() => {
  vi.resetAllMocks();
});

afterEach(cleanup);

test("“Browse homes by city” leads to the cities with the most homes and to all", { tags: ["10.91"] }, async () => {
  await show([
    { city: "Bengaluru", homeCount: 1200 },
    { city: "Pune", homeCount: 1 },
  ]);
  const section = within(screen.getByRole("region", { name: "Browse homes by city" }));
  const links = section.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["All cities", "/homes"],
    ["Bengaluru 1,200 homes", "/homes/bengaluru"],
    ["Pune 1 home", "/homes/pune"],
  ]);
});

test.each([{ cities: [] }, { cities: "failed" as const }])(
  "there is no such part where there are no cities: $cities",
  async ({ cities }) => {
    await show(cities);
    expect(screen.queryByRole("region")).toBeNull();
  },
);

test("Home gets the eight cities with the most homes", { tags: ["10.91"] }, async () => {
  const cities = Array.from({ length: 20 }, (_, index) => ({ city: `City ${index}`, homeCount: 20 - index }));
  vi.mocked(homeCities).mockResolvedValue(cities);
  expect(await loadPopularCities(pageBackend(DATABASE))).toEqual(cities.slice(0, 8));
});

test("cities that cannot be read do not take Home down, but the log hears of it", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.mocked(homeCities).mockRejectedValue(new Error("The database could not be reached."));
  expect(await loadPopularCities(pageBackend(DATABASE))).toBe("failed");
  expect(log).toHaveBeenCalledWith("The cities could not be read: The database could not be reached.");
});

test("where browsers keep the reviews there are no cities to browse", async () => {
  expect(await loadPopularCities(pageBackend(null))).toEqual([]);
  expect(homeCities).not.toHaveBeenCalled();
});

async function show(cities: Awaited<ReturnType<typeof loadPopularCities>>) {
  const Page = createRoutesStub([{ path: "/", Component: () => <PopularCities cities={cities} /> }]);
  await act(async () => {
    render(<Page />);
  });
}
