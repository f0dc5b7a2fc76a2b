// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  city,
  comment,
  enter,
  fillAll,
  insert,
  keepDraft,
  keptDrafts,
  latestToast,
  locality,
  open,
  propertyName,
  submitButton,
  suggest,
  write,
} from "./test-form";

const AMALTAS = { property: "Amaltas Court", locality: "HSR Layout", city: "Bengaluru" };

test("suggests nothing after None of these until the name is empty", { tags: ["10.56"] }, async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  suggestHome("Amaltas Court", "HSR Layout", "Bengaluru");
  keepDraft({ comment: "Quiet" });
  const { user } = await open();
  for (const startOver of [
    () => user.clear(propertyName()),
    () => user.click(screen.getByRole("button", { name: "Discard draft" })),
  ]) {
    await user.type(propertyName(), "amal");
    await screen.findByRole("option", { name: "None of these" });
    await user.keyboard("{ArrowUp}{Enter}");
    expect(filledHome()).toEqual(["amal", "", ""]);
    suggest.mockClear();
    await user.type(propertyName(), "tas");
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(suggest).not.toHaveBeenCalled();
    await startOver();
  }
  await user.type(propertyName(), "am");
  expect(await screen.findByRole("listbox", { name: "Homes with reviews" })).toBeTruthy();
});

test("suggests localities of the chosen city, and fills in their city", { tags: ["10.58"] }, async () => {
  suggest.mockResolvedValue({
    homes: [],
    localities: [{ locality: "HSR Layout", city: "Bengaluru", homeCount: 2 }],
    cities: [],
  });
  const { user } = await open();
  write(propertyName(), "Amaltas Court");
  await user.type(locality(), "hsr");
  await user.click(await screen.findByRole("option", { name: /HSR Layout/ }));
  expect(suggest).toHaveBeenLastCalledWith("hsr", null, expect.any(AbortSignal));
  expect(filledHome()).toEqual(["Amaltas Court", "HSR Layout", "Bengaluru"]);

  await user.click(propertyName());
  await user.clear(locality());
  await user.type(locality(), "hs");
  await user.click(await screen.findByRole("option", { name: /HSR Layout/ }));
  expect(suggest).toHaveBeenLastCalledWith("hs", "Bengaluru", expect.any(AbortSignal));
  expect(filledHome()).toEqual(["Amaltas Court", "HSR Layout", "Bengaluru"]);
});

test("keeps the question about a home if an earlier result comes late", { tags: ["10.57"] }, async () => {
  suggestHome("Amaltas Court", "HSR Layout", "Bengaluru");
  const found = await suggest("", null, AbortSignal.timeout(1000));
  const late = Promise.withResolvers<typeof found>();
  await open();
  write(propertyName(), "Amaltas Court Apartments");
  suggest.mockReturnValueOnce(late.promise);
  fillLocality("HSR");
  fillLocality("HSR Layout");
  expect(await screen.findByText("Is it this one?")).toBeTruthy();
  await act(async () => late.resolve(found));
  expect(screen.queryByText("Is it this one?")).toBeTruthy();
});

test("holds a review back once for a question that comes late", { tags: ["10.57"] }, async () => {
  suggestHome("Lakeview Residences", "Baner", "Pune");
  const found = await suggest("", null, AbortSignal.timeout(1000));
  const late = Promise.withResolvers<typeof found>();
  suggest.mockReturnValue(late.promise);
  const { user } = await open();
  fillAll();
  await user.click(submitButton());
  await act(async () => late.resolve(found));
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Is it this one?"));
  expect(insert).not.toHaveBeenCalled();
  await user.click(submitButton());
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
});

test("publishes the review if the search for similar homes fails", { tags: ["10.57"] }, async () => {
  suggest.mockRejectedValue(new Error("no connection"));
  const { user } = await open();
  fillAll();
  await user.click(submitButton());
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
});

test("stores nothing of a home from a link until something is written", { tags: ["10.59"] }, async () => {
  const { unmount } = await open(undefined, AMALTAS);
  expect(filledHome()).toEqual(["Amaltas Court", "HSR Layout", "Bengaluru"]);
  expect(screen.queryByText(/^Here is your draft/)).toBeNull();
  unmount();
  expect(keptDrafts()).toEqual([]);
  await open(undefined, AMALTAS);
  write(comment(), "Quiet");
  await waitFor(() => expect(keptDrafts()).toHaveLength(1));
});

test("fills in from a link what a draft about the same home leaves blank", { tags: ["10.59"] }, async () => {
  keepDraft({ comment: "Quiet", locality: "hsr layout" });
  await open(undefined, AMALTAS);
  expect(filledHome()).toEqual(["Amaltas Court", "HSR Layout", "Bengaluru"]);
  expect(comment()).toHaveProperty("value", "Quiet");
  expect(screen.queryByRole("button", { name: /instead/ })).toBeNull();
});

test("fills in the place of “Write about a home here”, and keeps the name", { tags: ["10.59"] }, async () => {
  keepDraft({ propertyName: "Amaltas Court", locality: "HSR Layout" });
  const { unmount } = await open(undefined, { city: "Bangalore" });
  expect(filledHome()).toEqual(["Amaltas Court", "HSR Layout", "Bengaluru"]);
  unmount();
  const { user } = await open(undefined, { locality: "Baner", city: "Pune" });
  await user.click(screen.getByRole("button", { name: "Write about a home in Baner, Pune instead" }));
  expect(filledHome()).toEqual(["", "Baner", "Pune"]);
});

test("does not fill in a published home again", { tags: ["10.59"] }, async () => {
  const place = { locality: AMALTAS.locality, city: AMALTAS.city };
  window.history.pushState(null, "", `/submit-review?${new URLSearchParams(place)}`);
  const { user } = await open(undefined, place);
  await enter(user, propertyName(), "Amaltas Court");
  write(comment(), "Quiet");
  await user.click(screen.getByRole("radio", { name: "4 stars" }));
  await user.click(screen.getByRole("checkbox", { name: "No issues" }));
  await user.click(submitButton());
  await waitFor(() => expect(latestToast()?.title).toBe("Review Submitted!"));
  expect(insert.mock.calls[0]?.[0]).toMatchObject({ propertyName: "Amaltas Court", city: "Bengaluru" });
  expect(filledHome()).toEqual(["", "", ""]);
  expect(window.location.search).toBe("");
});

function suggestHome(name: string, itsLocality: string, itsCity: string) {
  const home = { propertyId: "1a2b3c4d-0", propertyName: name, locality: itsLocality, city: itsCity };
  suggest.mockResolvedValue({ homes: [{ ...home, count: 3, totalRating: 12 }], localities: [], cities: [] });
}

/** Fills in the locality and leaves the field. */
function fillLocality(itsLocality: string) {
  write(locality(), itsLocality);
  fireEvent.blur(locality());
}

function filledHome() {
  return [propertyName(), locality(), city()].map((field) => (field as HTMLInputElement).value);
}
