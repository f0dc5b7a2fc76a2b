// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { ClosingCall } from "./closing-call";
import { FeatureCards } from "./feature-cards";

afterEach(cleanup);

test("three cards say what to find here and lead there", { tags: ["2.47"] }, () => {
  show(<FeatureCards hasDatabase />);
  const cards = screen.getAllByRole("listitem").map((card) => within(card));
  const outline = cards.map((card) => [
    card.getByRole("heading", { level: 2 }).textContent,
    card.getByRole("link").getAttribute("href"),
  ]);
  expect(outline).toEqual([
    ["Verified & Anonymous", "/review-policy"],
    ["Community Driven", "/reviews"],
    ["Informative Guides", "/blog"],
  ]);
});

test("the last call leads to writing a review", { tags: ["2.50"] }, () => {
  show(<ClosingCall submitTo="/submit-review" />);
  const call = within(screen.getByRole("region", { name: "Make Your Voice Heard" }));
  expect(call.getByRole("link", { name: "Submit a Review" }).getAttribute("href")).toBe("/submit-review");
});

function show(section: ReactNode) {
  render(<MemoryRouter>{section}</MemoryRouter>);
}
