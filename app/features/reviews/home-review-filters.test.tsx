// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { parseHomeQuery } from "~/domain/home-query";
import { renderPart } from "~/ui/test-page";
import { HomeReviewFilters } from "./home-review-filters";
import { HomeTopics } from "./home-review-filters";

const FIGURES = {
  ...{ "rating:4": 3, "rating:5": 2, "photos:5": 1, "size:2bhk": 2, "move_in_year:2021": 1, "topic:water": 2 },
  ...{ "deposit_back:all": 1, "deposit_back:living_there": 4 },
};

test("offers filters in words, each with its number of reviews", { tags: ["10.46"] }, () => {
  expect(offered("")).toEqual([
    ...["Newest", "Highest", "Lowest", "Stars", "5 stars (2)", "4 stars (3)", "Deposit", "Back: all (1)"],
    ...["Size", "2 BHK (2)", "Moved in", "2021 (1)", "Verified, with photos (1)", "Water (2)"],
  ]);
});

test("shows no number beside a second filter", { tags: ["10.46"] }, () => {
  expect(offered("size=2bhk").filter((label) => /\d\)$/.test(label))).toEqual(["2 BHK (2)"]);
  expect(offered("size=2bhk&stars=4").filter((label) => /\d\)$/.test(label))).toEqual([]);
});

test("labels the filters of a shared link that no review matches", { tags: ["10.46"] }, () => {
  const asked = "deposit_back=waiting&size=bed&year=1999&topic=power&stars=1";
  const labels = offered(asked);
  for (const label of ["Back: still waiting", "A bed", "1999", "Power", "1 star"]) expect(labels).toContain(label);
  // No option for answers that do not describe the home.
  expect(offered("deposit_back=living_there")).toEqual(offered(""));
});

/** Returns the labels of all options. */
function offered(asked: string): string[] {
  cleanup();
  const props = { path: "/home", query: parseHomeQuery(new URLSearchParams(asked)), figures: FIGURES };
  renderPart(
    <>
      <HomeReviewFilters {...props} />
      <HomeTopics {...props} />
    </>,
  );
  return [
    ...screen.getAllByRole("option").map(({ textContent }) => textContent),
    ...screen.queryAllByRole("checkbox").map((box) => box.parentElement?.textContent ?? ""),
    ...screen.getAllByRole("link").map(({ textContent }) => textContent),
  ];
}
