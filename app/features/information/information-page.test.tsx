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
    expect(loadInformationPage(path, null)?.path).toBe(path);
  }
  expect(loadInformationPage("/imprint", null)).toBeNull();
});

test("the policy pages name the grievance officer of the settings", { tags: ["11.54"] }, () => {
  for (const path of ["/review-policy", "/terms", "/privacy"]) {
    const html = loadInformationPage(path, { name: "Asha <Rao>", email: "asha@example.in" })?.html ?? "";
    expect(html).toContain('Asha &lt;Rao>, <a href="mailto:asha@example.in">asha@example.in</a>');
    expect(html).not.toContain("{officer}");
    expect(loadInformationPage(path, null)?.html).toContain('GharSach, <a href="mailto:hello@gharsach.in">');
  }
});

function show(path: string) {
  const page = loadInformationPage(path, null);
  if (!page) throw new Error(`There is no page ${path}.`);
  render(
    <MemoryRouter>
      <InformationPage page={page} />
    </MemoryRouter>,
  );
}
