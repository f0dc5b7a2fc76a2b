// @vitest-environment jsdom
import { cleanup, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "~/ui/test-page";
import { Footer } from "./footer";
import { Header } from "./header";

test("links members to the review form, and visitors not", { tags: ["2.108"] }, () => {
  renderHeader({ canSubmit: true });
  expect(linksOf("Main")).toEqual(["Home", "Reviews", "Submit Review", "Blog"]);
  cleanup();
  renderHeader({ canSubmit: false });
  expect(linksOf("Main")).toEqual(["Home", "Reviews", "Blog"]);
});

test("marks the open page, and hides the members' link until the session is known", () => {
  renderHeader({ canSubmit: false, isLoading: true, at: "/reviews?city=Pune" });
  expect(screen.getByText("Submit Review").closest("li")?.className).toBe("hidden in-data-session-hint:block");
  expect(screen.getByRole("link", { name: "Reviews" }).ariaCurrent).toBe("page");
  expect(screen.getByRole("link", { name: "Home" }).ariaCurrent).toBeNull();
});

test("links to cities, deposits and comparison, and marks the current one", { tags: ["10.544"] }, () => {
  renderHeader({ canSubmit: false, at: "/homes/pune" });
  expect(linksOf("Homes and deposits")).toEqual(["By city", "Deposits", "Compare"]);
  expect(screen.getByRole("link", { name: "By city" }).ariaCurrent).toBe("page");
  expect(screen.getByRole("link", { name: "Deposits" }).ariaCurrent).toBeNull();
});

test("keeps a footer without duplicate keys or names for a site called like a column", () => {
  renderPart(<Footer siteName="Homes" contactEmail="hello@flatfacts.example" />);
  expect(screen.getAllByRole("navigation", { name: "Homes" })).toHaveLength(2);
});

test("groups the links of the footer in three named columns", { tags: ["2.113"] }, () => {
  renderPart(<Footer siteName="Flat Facts" contactEmail="hello@flatfacts.example" />);
  expect(linksOf("Homes")).toEqual(["Homes by city", "All reviews", "Deposits", "Compare homes"]);
  expect(linksOf("Rules")).toEqual(["Review Policy", "Terms", "Privacy"]);
  expect(linksOf("Flat Facts")).toEqual(["About", "Transparency", "Complaints", "Contact"]);
  expect(screen.getByRole("link", { name: "Contact" }).getAttribute("href")).toBe("mailto:hello@flatfacts.example");
});

function renderHeader({ at = "/", ...props }: { canSubmit: boolean; isLoading?: boolean; at?: string }) {
  return renderPart(<Header siteName="GharSach" account={null} {...props} />, at);
}

function linksOf(navigation: string) {
  const links = within(screen.getByRole("navigation", { name: navigation })).getAllByRole("link");
  return links.map((link) => link.textContent);
}
