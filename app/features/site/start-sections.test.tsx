// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { ClosingCall } from "./closing-call";
import { FeatureCards } from "./feature-cards";

afterEach(cleanup);

test("three cards lead to what they name, and the last call to writing a review", { tags: ["2.47", "2.50"] }, () => {
  const sections = [<FeatureCards key="cards" hasDatabase />, <ClosingCall key="call" submitTo="/submit-review" />];
  render(sections, { wrapper: MemoryRouter });
  const outline = screen
    .getAllByRole("heading", { level: 2 })
    .map((heading) => [heading.textContent, heading.closest("li, section")?.querySelector("a")?.getAttribute("href")]);
  expect(outline).toEqual([
    ["Verified & Anonymous", "/review-policy"],
    ["Community Driven", "/reviews"],
    ["Informative Guides", "/blog"],
    ["Make Your Voice Heard", "/submit-review"],
  ]);
  expect(screen.getByRole("link", { name: "Submit a Review" })).toBeTruthy();
});
