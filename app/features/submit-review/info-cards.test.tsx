// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { InfoCards } from "./info-cards";

afterEach(cleanup);

test("two cards say that the review is safe and whose site this is", { tags: ["2.85"] }, () => {
  show({ email: "asha.r@example.in", hasAccounts: true });
  expect(screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent)).toEqual([
    "Safe & Anonymous",
    "Community Powered",
  ]);
});

test("a card names the account, or invites those without one to log in or sign up", { tags: ["2.86"] }, () => {
  show({ email: "asha.r@example.in", hasAccounts: true });
  expect(screen.getByText("asha.r@example.in").closest("p")?.textContent).toBe("Logged in as asha.r@example.in");
  expect(screen.queryByRole("link")).toBeNull();
  cleanup();
  show({ email: null, hasAccounts: true });
  expect(screen.queryByText(/^Logged in as/)).toBeNull();
  expect(screen.getByRole("link", { name: "Log in" }).getAttribute("href")).toBe("/login?next=%2Fsubmit-review");
  expect(screen.getByRole("link", { name: "sign up" }).getAttribute("href")).toBe("/signup");
});

test("a site without accounts offers none", () => {
  show({ email: null, hasAccounts: false });
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText("This site has no accounts, and you do not need one.")).toBeTruthy();
});

function show(props: Parameters<typeof InfoCards>[0]) {
  render(
    <MemoryRouter>
      <InfoCards {...props} />
    </MemoryRouter>,
  );
}
