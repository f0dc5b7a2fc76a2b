// @vitest-environment jsdom
import { cleanup, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { parsePlaceQuery } from "~/domain/place-query";
import { testHomeSummary } from "~/domain/test-home";
import { renderPart } from "~/ui/test-page";
import { PlaceFilters, PlaceSort } from "./place-filters";

test("suggests which filter to drop if no home matches", { tags: ["10.30"] }, () => {
  show("sort=latest&kind=pg&pets=yes&water=all_day", { missing: { pets: 3 }, matchingCount: 0 });
  expect(screen.getByText("No home here matches all filters.")).toBeTruthy();
  const link = screen.getByRole("link", { name: "Without “Pets welcome”: 3 homes" });
  expect(link.getAttribute("href")).toBe("/homes/pune?sort=latest&kind=pg&water=all_day");
  expect(screen.queryByRole("link", { name: /Without “Water/ })).toBeNull();
});

test("suggests no filter to drop before all homes were looked at", { tags: ["10.30"] }, () => {
  show("pets=yes", { missing: { pets: 3 }, next: "x" });
  expect(screen.getByText("None of the homes checked so far matches all filters.")).toBeTruthy();
  expect(screen.queryByRole("link", { name: /^Without “/ })).toBeNull();
});

test("shows how many homes a choice has, if it is known", { tags: ["10.30"] }, () => {
  const traits = { "kind:pg": 4, "pets:yes": 2 };
  const labels = () => [
    ...within(filters())
      .getAllByRole("option", { hidden: true })
      .map(({ textContent }) => textContent),
    ...screen.queryAllByRole("checkbox", { hidden: true }).map((box) => box.parentElement?.textContent),
  ];
  show("", { traits });
  expect(labels()).toEqual(["Any", "PG or shared room (4)", "Pets welcome (2)"]);
  cleanup();
  // The number of matches is current. The figures are of the last refresh.
  show("kind=pg", { traits, matchingCount: 5, homes: [testHomeSummary()] });
  expect(labels()).toEqual(["Any", "PG or shared room (5)", "Pets welcome"]);
  cleanup();
  show("kind=flat", { traits: {}, matchingCount: 0, homeCount: 1 });
  expect(labels()).toEqual(["Any", "Flat"]);
  expect(screen.getByText("No home here matches all filters.")).toBeTruthy();
});

test("counts the chosen filters on the button that opens them", { tags: ["10.511"] }, () => {
  show("kind=pg&pets=yes", {});
  const button = screen.getByRole("button", { name: "Filter (2)" });
  expect(button.getAttribute("popovertarget")).toBe(filters().id);
  expect(screen.getByRole("combobox", { name: "Sort by" }).getAttribute("form")).toBe("place-filter");
});

/** The form. Test browsers give no names to closed popovers. */
function filters(): HTMLElement {
  return screen.getByRole("form", { hidden: true });
}

function show(asked: string, changes: object) {
  const view = {
    ...{ city: "Pune", locality: null, localities: [], homeCount: 9, homes: [], next: null, figures: null },
    ...{ isLaterPage: false, query: parsePlaceQuery(new URLSearchParams(asked)), traits: { "kind:pg": 4 } },
    ...{ matchingCount: null, missing: {}, ...changes },
  };
  renderPart(
    <>
      <PlaceFilters path="/homes/pune" view={view} />
      <PlaceSort path="/homes/pune" view={view} />
    </>,
  );
}
