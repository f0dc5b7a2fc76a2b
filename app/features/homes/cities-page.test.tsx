// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "~/ui/test-page";
import { CitiesPage } from "./cities-page";

test("shows the score, the counts and the deposits of each city", { tags: ["10.20", "10.510"] }, () => {
  const depositBack = { question: "deposit_back" as const, answer: "all", count: 15, of: 24 };
  renderPart(
    <CitiesPage
      cities={[
        { city: "Bengaluru", homeCount: 7, isThin: false, count: 41, totalRating: 156, depositBack },
        { city: "Kochi", homeCount: 1, isThin: true, count: 0, totalRating: 0, depositBack: null },
      ]}
    />,
  );
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Bengaluru3.8 41 reviews of 7 homes15 of 24 got all of the deposit back",
    "Kochi1 home",
  ]);
});
