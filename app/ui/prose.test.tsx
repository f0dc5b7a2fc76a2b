// @vitest-environment jsdom
import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { Prose } from "./prose";

test("follows a link within the site without a page load", async () => {
  show('<p><a href="/reviews?city=Pune#top"><strong>Reviews</strong></a></p>');
  const click = clickOn(screen.getByText("Reviews"));
  expect(click.defaultPrevented).toBe(true);
  expect(await screen.findByText("The list of reviews")).toBeTruthy();
});

test.each([
  ["a link to another site", "https://tenancy.tn.gov.in/", {}],
  ["a mail address", "mailto:hello@gharsach.in", {}],
  ["a part of this page", "/#water", {}],
  ["a link that opens in a new tab", "/reviews", { ctrlKey: true }],
  ["a link that opens in a new tab on a Mac", "/reviews", { metaKey: true }],
  ["a link that opens in a new window", "/reviews", { shiftKey: true }],
  ["a link that is downloaded", "/reviews", { altKey: true }],
  ["a click with the middle button", "/reviews", { button: 1 }],
])("leaves %s to the browser", (_, href, init) => {
  show(`<p><a href="${href}">Link</a></p>`);
  const isPrevented: boolean[] = [];
  // jsdom logs an error for navigation.
  const stop = (event: Event) => {
    isPrevented.push(event.defaultPrevented);
    event.preventDefault();
  };
  document.addEventListener("click", stop, { once: true });
  fireEvent.click(screen.getByText("Link"), init);
  expect(isPrevented).toEqual([false]);
});

function clickOn(element: HTMLElement): Event {
  const click = createEvent.click(element);
  fireEvent(element, click);
  return click;
}

function show(html: string) {
  const Page = createRoutesStub([
    { path: "/", Component: () => <Prose html={html} /> },
    { path: "/reviews", Component: () => <p>The list of reviews</p> },
  ]);
  render(<Page />);
}
