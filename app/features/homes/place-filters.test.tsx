// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { parsePlaceQuery } from "~/domain/place-query";
import { PlaceFilters } from "./place-filters";

test("where nothing matches the page says which filter to drop, and what that leaves", { tags: ["10.30"] }, () => {
  show("sort=best&kind=pg&pets=yes&water=all_day", { missing: { pets: 3 }, matchingCount: 0 });
  expect(screen.getByText("No home here has all of these.")).toBeTruthy();
  const way = screen.getByRole("link", { name: "Without “Pets welcome”: 3 homes" });
  expect(way.getAttribute("href")).toBe("/homes/pune?sort=best&kind=pg&water=all_day");
  expect(screen.queryByRole("link", { name: /Without “Water/ })).toBeNull();
});

test("while not all homes were looked at, none is said to match", { tags: ["10.30"] }, () => {
  show("pets=yes", { missing: { pets: 3 }, next: "x" });
  expect(screen.getByText("None of the homes looked through so far has all of these.")).toBeTruthy();
  expect(screen.queryByRole("link", { name: /^Without “/ })).toBeNull();
});

function show(asked: string, changes: object) {
  const view = {
    ...{ city: "Pune", locality: null, localities: [], homeCount: 9, homes: [], next: null, figures: null },
    ...{ isLaterPage: false, query: parsePlaceQuery(new URLSearchParams(asked)), traits: { "kind:pg": 4 } },
    ...{ matchingCount: null, missing: {}, ...changes },
  };
  const element = <PlaceFilters path="/homes/pune" view={view} />;
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
}
