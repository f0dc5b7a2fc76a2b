// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  city,
  comment,
  draftKeys,
  enter,
  enterCity,
  fillAll,
  insert,
  latestToast,
  locality,
  open,
  propertyName,
  resetForm,
  submitButton,
  suggest,
  type User,
} from "./test-form";

vi.mock("~/data/photo-metadata");
vi.mock("~/data/photo-upload");
vi.mock("~/data/submissions");
vi.mock("~/data/visitor-suggestions");

const AMALTAS = { property: "Amaltas Court", locality: "HSR Layout", city: "Bengaluru" };

beforeEach(resetForm);
afterEach(cleanup);

test("a suggested home fills in name, locality and city", { tags: ["10.56"] }, async () => {
  exists("Amaltas Court", "HSR Layout", "Bengaluru");
  const { user } = open();
  await user.type(propertyName(), "amalt");
  await user.click(await screen.findByRole("option", { name: /Amaltas Court/ }));
  expect(home()).toEqual(["Amaltas Court", "HSR Layout", "Bengaluru"]);
  expect(document.activeElement).toBe(propertyName());
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(suggest).toHaveBeenCalledWith("amalt", null, expect.any(AbortSignal));
});

test("a suggested home may be in a city that the list has not", { tags: ["10.56"] }, async () => {
  exists("Pine House", "Hong", "Ziro");
  const { user } = open();
  await user.type(propertyName(), "pine");
  await user.click(await screen.findByRole("option", { name: /Pine House/ }));
  expect(home()).toEqual(["Pine House", "Hong", "Ziro"]);
  expect(screen.getByRole("textbox", { name: /Please specify city/ })).toHaveProperty("value", "Ziro");
});

test("None of these goes on by hand until the name has been emptied", { tags: ["10.56"] }, async () => {
  exists("Amaltas Court", "HSR Layout", "Bengaluru");
  const { user } = open();
  await user.type(propertyName(), "amal");
  await screen.findByRole("option", { name: "None of these" });
  await user.keyboard("{ArrowUp}{Enter}");
  expect(home()).toEqual(["amal", "", ""]);
  suggest.mockClear();
  await user.type(propertyName(), "tas");
  await new Promise((done) => setTimeout(done, 300));
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(suggest).not.toHaveBeenCalled();
  await user.clear(propertyName());
  await user.type(propertyName(), "am");
  expect(await screen.findByRole("listbox", { name: "Homes with reviews" })).toBeTruthy();
});

test("None of these holds for one review: the next is suggested homes again", async () => {
  exists("Amaltas Court", "HSR Layout", "Bengaluru");
  const first = open();
  await first.user.type(comment(), "Quiet");
  first.unmount();
  const { user } = open();
  await user.type(propertyName(), "amal");
  await screen.findByRole("option", { name: "None of these" });
  await user.keyboard("{ArrowUp}{Enter}");
  await user.click(screen.getByRole("button", { name: "Discard draft" }));
  await user.type(propertyName(), "am");
  expect(await screen.findByRole("listbox", { name: "Homes with reviews" })).toBeTruthy();
});

test("a name very like another is asked about once the locality is left", { tags: ["10.57", "10.58"] }, async () => {
  exists("Amaltas Court", "HSR Layout", "Bengaluru");
  const { user } = open();
  await fillHome(user, "Amaltas Court Apartments", "HSR");
  expect(await screen.findByText("Is it this one?")).toBeTruthy();
  expect(screen.getByText("Amaltas Court, HSR Layout, Bengaluru")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Yes, use it" }));
  expect(home()).toEqual(["Amaltas Court", "HSR Layout", "Bengaluru"]);
  expect(screen.queryByText("Is it this one?")).toBeNull();
});

test(
  "an answer that comes late asks nothing about a home that was changed meanwhile",
  { tags: ["10.57"] },
  async () => {
    exists("Amaltas Court", "HSR Layout", "Bengaluru");
    const found = await suggest("", null, AbortSignal.timeout(1000));
    const late = Promise.withResolvers<typeof found>();
    const { user } = open();
    await fillHome(user, "Amaltas Court Apartments", "");
    suggest.mockReturnValueOnce(late.promise);
    await enter(user, locality(), "HSR");
    await user.tab();
    await enter(user, locality(), " Layout");
    await user.tab();
    expect(await screen.findByText("Is it this one?")).toBeTruthy();
    await act(async () => late.resolve(found));
    expect(screen.queryByText("Is it this one?")).toBeTruthy();
  },
);

test("who says no is not asked again, and publishes", { tags: ["10.58"] }, async () => {
  exists("Lakeview Residences", "Baner", "Pune");
  const { user } = open();
  await fillAll(user);
  await user.click(await screen.findByRole("button", { name: "No, it is another home" }));
  await enter(user, locality(), " ");
  await user.tab();
  await user.click(submitButton());
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
  expect(insert.mock.calls[0]?.[0].propertyName).toBe("Lakeview Residency");
});

test("a question without an answer holds the review back once", { tags: ["10.57"] }, async () => {
  exists("Lakeview Residences", "Baner", "Pune");
  const { user } = open();
  await fillAll(user);
  await screen.findByText("Is it this one?");
  await user.click(submitButton());
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Is it this one?"));
  expect(insert).not.toHaveBeenCalled();
  await user.click(submitButton());
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
});

test(
  "the question that comes while the button is pressed holds the review back, too",
  { tags: ["10.57"] },
  async () => {
    exists("Lakeview Residences", "Baner", "Pune");
    const found = await suggest("", null, AbortSignal.timeout(1000));
    const late = Promise.withResolvers<typeof found>();
    suggest.mockReturnValue(late.promise);
    const { user } = open();
    await fillAll(user);
    await user.click(submitButton());
    await act(async () => late.resolve(found));
    await waitFor(() => expect(document.activeElement?.textContent).toContain("Is it this one?"));
    expect(insert).not.toHaveBeenCalled();
  },
);

test("where nothing can be found out, the review is published", { tags: ["10.58"] }, async () => {
  suggest.mockRejectedValue(new Error("no connection"));
  const { user } = open();
  await fillAll(user);
  await user.click(submitButton());
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
});

test(
  "a link fills in the home, of which nothing is kept before something is written",
  { tags: ["10.59"] },
  async () => {
    const { user, unmount } = open(undefined, AMALTAS);
    expect(home()).toEqual(["Amaltas Court", "HSR Layout", "Bengaluru"]);
    expect(screen.queryByText(/^Here is your draft/)).toBeNull();
    unmount();
    expect(draftKeys()).toEqual([]);
    cleanup();

    open(undefined, AMALTAS);
    await user.type(comment(), "Quiet");
    window.dispatchEvent(new Event("pagehide"));
    expect(draftKeys()).toHaveLength(1);
  },
);

test(
  "a link fills in what a draft has left blank, and adds nothing to a draft about the same home",
  { tags: ["10.59"] },
  async () => {
    const first = open();
    await first.user.type(comment(), "Quiet");
    await enter(first.user, locality(), "hsr layout");
    first.unmount();
    open(undefined, AMALTAS);
    expect(home()).toEqual(["Amaltas Court", "HSR Layout", "Bengaluru"]);
    expect(comment()).toHaveProperty("value", "Quiet");
    expect(screen.queryByRole("button", { name: /instead/ })).toBeNull();
  },
);

test("“Write about a home here” fills in the place, and leaves the name of a draft", { tags: ["10.222"] }, async () => {
  const { user, unmount } = open(undefined, { locality: "HSR Layout", city: "Bengaluru" });
  expect(home()).toEqual(["", "HSR Layout", "Bengaluru"]);
  await user.type(propertyName(), "Amaltas Court");
  unmount();
  open(undefined, { city: "Bangalore" });
  expect(home()).toEqual(["Amaltas Court", "HSR Layout", "Bengaluru"]);
  cleanup();
  open(undefined, { locality: "Baner", city: "Pune" });
  await user.click(screen.getByRole("button", { name: "Write about a home in Baner, Pune instead" }));
  expect(home()).toEqual(["", "Baner", "Pune"]);
});

test("a draft about another home stays, and can be set aside and taken up again", { tags: ["10.60"] }, async () => {
  const first = open();
  await fillHome(first.user, "Lakeview Residency", "Baner");
  await enterCity(first.user, "Pune");
  await first.user.type(comment(), "Airy");
  first.unmount();

  const { user } = open(undefined, AMALTAS);
  expect(home()).toEqual(["Lakeview Residency", "Baner", "Pune"]);
  expect(screen.getByText(/Your draft is about/).textContent).toContain("Lakeview Residency, Baner, Pune");
  await user.click(screen.getByRole("button", { name: "Write about Amaltas Court instead" }));
  expect(home()).toEqual(["Amaltas Court", "HSR Layout", "Bengaluru"]);
  expect(comment()).toHaveProperty("value", "");
  await user.type(comment(), "Damp");
  await user.click(screen.getByRole("button", { name: "Go back to it" }));
  expect(home()).toEqual(["Lakeview Residency", "Baner", "Pune"]);
  expect(comment()).toHaveProperty("value", "Airy");
  await user.click(screen.getByRole("button", { name: "Go back to it" }));
  expect(comment()).toHaveProperty("value", "Damp");
  window.dispatchEvent(new Event("pagehide"));
  expect(draftKeys()).toHaveLength(2);
});

test("a published home is not filled in again", { tags: ["10.59"] }, async () => {
  const replaceState = vi.spyOn(window.history, "replaceState");
  const place = { locality: AMALTAS.locality, city: AMALTAS.city };
  window.history.pushState(null, "", `/submit-review?${new URLSearchParams(place)}`);
  const { user } = open(undefined, place);
  await user.type(propertyName(), "Amaltas Court");
  await user.type(comment(), "Quiet");
  await user.click(screen.getByRole("radio", { name: "4 stars" }));
  await user.click(screen.getByRole("checkbox", { name: "No issues" }));
  await user.click(submitButton());
  await waitFor(() => expect(latestToast()?.title).toBe("Review Submitted!"));
  expect(insert.mock.calls[0]?.[0]).toMatchObject({ propertyName: "Amaltas Court", city: "Bengaluru" });
  expect(home()).toEqual(["", "", ""]);
  expect(window.location.search).toBe("");
  replaceState.mockRestore();
});

function exists(name: string, itsLocality: string, itsCity: string) {
  suggest.mockResolvedValue({
    homes: [
      {
        propertyId: "1a2b3c4d-0000-4000-8000-000000000000",
        propertyName: name,
        locality: itsLocality,
        city: itsCity,
        count: 3,
        totalRating: 12,
      },
    ],
    localities: [],
    cities: [],
  });
}

async function fillHome(user: User, name: string, itsLocality: string) {
  await enter(user, propertyName(), name);
  await enter(user, locality(), itsLocality);
  await user.tab();
}

function home() {
  return [propertyName(), locality(), city()].map((field) => (field as HTMLInputElement).value);
}
