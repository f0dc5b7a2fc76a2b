// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { testHome } from "~/domain/test-home";
import { renderPart } from "~/ui/test-page";
import { ComparePage } from "./compare-page";

test("marks better and worse homes, and ends with what none answers", { tags: ["10.60", "10.516"] }, () => {
  const [good, bad] = ["a", "b"].map((digit) => ({ propertyId: digit.repeat(8), propertyName: `Home ${digit}` }));
  const homes = [
    testHome({ ...good, figures: { "water:all_day": 9, "water:short": 1 } }),
    testHome({ ...bad, figures: { "water:short": 10 } }),
  ];
  renderPart(<ComparePage homes={homes} missing={0} />);
  const row = screen.getByRole("rowheader", { name: "Water all day" }).closest("tbody");
  expect(Array.from(row?.querySelectorAll("td") ?? [], ({ textContent }) => textContent)).toEqual([
    "9 of 10Better",
    "0 of 10Worse",
  ]);
  expect(screen.getByText("Not answered yet (32)").nextSibling?.textContent).toContain("Quiet · No damp");
  expect(screen.getByRole("link", { name: /^Remove ?Home a$/ }).getAttribute("href")).toBe("/compare?homes=bbbbbbbb");
});
