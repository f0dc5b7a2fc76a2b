// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { TopReviewers as Top } from "./load-top-reviewers";
import { TopReviewers } from "./top-reviewers";

afterEach(cleanup);

test("the list has its reviewers in their order, each with a count in words", { tags: ["2.48"] }, async () => {
  await show([
    { label: "asha.r", count: 3 },
    { label: "Reviewer 2", count: 1 },
    { label: "asha.r", count: 1 },
  ]);
  expect(screen.getByRole("region", { name: "Top Reviewers This Month" })).toBeTruthy();
  expect(screen.getByRole("list").tagName).toBe("OL");
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "1asha.r3 reviews",
    "2Reviewer 21 review",
    "3asha.r1 review",
  ]);
});

test("a month without reviews says so", async () => {
  await show([]);
  expect(screen.getByText("No reviews yet this month.")).toBeTruthy();
  expect(screen.queryByRole("list")).toBeNull();
});

test("a failure is shown in place of the list", async () => {
  await show("failed");
  expect(screen.getByRole("alert").textContent).toBe("Could not load the top reviewers. Please try again later.");
});

test("a list that is on its way is announced and then shown", async () => {
  const { promise, resolve } = Promise.withResolvers<Top>();
  await show(promise);
  expect(screen.getByRole("status").textContent).toBe("Loading top reviewers...");
  await act(async () => resolve([{ label: "asha.r", count: 2 }]));
  expect(screen.getByText("2 reviews")).toBeTruthy();
});

test("the server's page holds the list itself, for readers without JavaScript", () => {
  const Page = page([{ label: "asha.r", count: 2 }]);
  expect(renderToString(<Page />)).toContain("asha.r");
});

async function show(top: Top | Promise<Top>) {
  const Page = page(top);
  await act(async () => {
    render(<Page />);
  });
}

function page(top: Top | Promise<Top>) {
  return createRoutesStub([{ path: "/", Component: () => <TopReviewers top={top} /> }]);
}
