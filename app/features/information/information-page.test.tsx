// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { InformationPage } from "./information-page";
import { loadInformationPage } from "./load-information-page";

afterEach(cleanup);

test("a page shows its title, its text and when it was last updated", () => {
  show("/privacy");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toContain("Privacy");
  expect(screen.getAllByRole("heading", { level: 2 }).length).toBeGreaterThan(2);
  expect(screen.getByText(/^Last updated/).textContent).toMatch(/^Last updated \d{1,2} [A-Z][a-z]{2,3} 20\d\d$/);
});

test("there is a text for each of the five addresses, and for no other", () => {
  for (const path of ["/about", "/review-policy", "/terms", "/privacy", "/how-reviews-are-checked"]) {
    expect(loadInformationPage(path)?.path).toBe(path);
  }
  expect(loadInformationPage("/imprint")).toBeNull();
});

function show(path: string) {
  const page = loadInformationPage(path);
  if (!page) throw new Error(`There is no page ${path}.`);
  render(
    <MemoryRouter>
      <InformationPage page={page} />
    </MemoryRouter>,
  );
}
