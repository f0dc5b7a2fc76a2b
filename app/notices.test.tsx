// @vitest-environment jsdom
import { render, screen, within } from "@testing-library/react";
import { createRoutesStub } from "react-router";
import { expect, test, vi } from "vitest";
import { NOTICE_LANGUAGES } from "~/domain/notice-languages";
import { NoticeLanguages } from "~/features/site/notice-languages";
import { meta } from "./routes/information";
import SubmitReviewPage from "./routes/submit-review";

vi.mock("~/features/account/auth-provider", () => ({
  useAuth: () => ({ user: { id: "1" }, hasAccounts: true, isLoading: false }),
  useLogOutMark: () => ({ loggedOutAt: null, markLogOut: () => {} }),
}));
vi.mock("~/features/submit-review/submit-review-form", () => ({ SubmitReviewForm: () => "The form" }));

const PATHS = Object.keys(NOTICE_LANGUAGES).map((language) => `/privacy/${language}`);

test("links the short notices to each other, and marks the one shown", { tags: ["10.601"] }, () => {
  const Site = createRoutesStub([{ path: "/privacy/:language", Component: NoticeLanguages }]);
  render(<Site initialEntries={["/privacy/hi"]} />);
  expect(notices().map((link) => link.getAttribute("href"))).toEqual(PATHS);
  expect(
    notices()
      .filter((link) => link.getAttribute("aria-current"))
      .map(({ lang }) => lang),
  ).toEqual(["hi"]);
});

test("links the short notices below the review form", { tags: ["10.601"] }, () => {
  const Site = createRoutesStub([{ path: "/submit-review", Component: SubmitReviewPage }]);
  render(<Site initialEntries={["/submit-review"]} />);
  expect(notices().map((link) => link.getAttribute("href"))).toEqual(PATHS);
});

test("names the other languages of a short notice in its head", { tags: ["10.601"] }, () => {
  expect(alternates("/privacy/hi")).toEqual(PATHS.map((path) => `https://a.in${path}`));
  expect(alternates("/privacy")).toEqual([]);
});

function notices() {
  return within(screen.getByRole("navigation", { name: "Your data, in short:" })).getAllByRole("link");
}

function alternates(path: string): unknown[] {
  const args = {
    loaderData: { path, title: "Your data", description: "In short." },
    matches: [{ id: "root", loaderData: { siteUrl: "https://a.in", siteName: "A" } }],
    location: { pathname: path },
  };
  const links = meta(args as unknown as Parameters<typeof meta>[0]) as { rel?: string; href?: string }[];
  return links.filter(({ rel }) => rel === "alternate").map(({ href }) => href);
}
