// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { InfoCards } from "./info-cards";

afterEach(cleanup);

test.each([
  { email: "asha.r@example.in", hasAccounts: true, says: "Logged in as asha.r@example.in", links: [] },
  {
    email: null,
    hasAccounts: true,
    says: "Log in or sign up to keep",
    links: ["/login?next=%2Fsubmit-review", "/signup"],
  },
  { email: null, hasAccounts: false, says: "This site has no accounts, and you do not need one.", links: [] },
])(
  "a card names the account, or invites to one where there are accounts: $says",
  { tags: ["2.86"] },
  ({ says, links, ...props }) => {
    const { container } = render(<InfoCards {...props} />, { wrapper: MemoryRouter });
    expect(container.textContent).toContain(says);
    expect([...container.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual(links);
  },
);
