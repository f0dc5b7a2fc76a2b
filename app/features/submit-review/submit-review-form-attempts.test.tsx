// @vitest-environment jsdom
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  city,
  comment,
  draftKeys,
  emailField,
  fillAll,
  insert,
  latestToast,
  open,
  propertyName,
  resetForm,
  submitButton,
} from "./test-form";

vi.mock("~/data/photo-metadata");
vi.mock("~/data/photo-upload");
vi.mock("~/data/submissions");
vi.mock("~/data/visitor-suggestions");

beforeEach(resetForm);
afterEach(cleanup);

test("a form that fails its checks keeps its text", async () => {
  const { user } = open();
  await user.type(comment(), "Quiet and airy.");
  await user.click(submitButton());
  expect(comment()).toHaveProperty("value", "Quiet and airy.");
});

test(
  "while submitting everything is disabled, and a second press sends nothing",
  { tags: ["2.88", "4.15", "4.40"] },
  async () => {
    const saving = Promise.withResolvers<"saved">();
    insert.mockReturnValueOnce(saving.promise);
    const { user } = open();
    await fillAll(user);
    const button = submitButton();
    button.click();
    button.click();
    expect((await screen.findByRole("button", { name: "Submitting..." })).matches(":disabled")).toBe(true);
    expect(propertyName().matches(":disabled")).toBe(true);
    expect(city().matches(":disabled")).toBe(true);
    saving.resolve("saved");
    await waitFor(() => expect(propertyName().matches(":disabled")).toBe(false));
    expect(insert).toHaveBeenCalledOnce();
  },
);

test(
  "after success the form is blank but for the e-mail, the draft is gone and the review can be viewed",
  { tags: ["4.16", "4.19", "4.20", "4.21"] },
  async () => {
    const { user } = open();
    await fillAll(user);
    await user.click(screen.getByRole("button", { name: "Add another issue" }));
    await user.click(submitButton());
    await waitFor(() => expect(latestToast()?.title).toBe("Review Submitted!"));
    const id = insert.mock.calls[0]?.[0].id;
    expect(latestToast()).toMatchObject({
      description: "Thank you for sharing your experience.",
      duration: 3000,
      action: { label: "View your review", to: `/reviews#review-${id}` },
    });
    expect(propertyName()).toHaveProperty("value", "");
    expect(comment()).toHaveProperty("value", "");
    expect(emailField()).toHaveProperty("value", "asha.r@example.in");
    expect(screen.getAllByRole("textbox", { name: /^Issue \d/ })).toHaveLength(1);
    expect(screen.getByRole("radio", { name: "4 stars" })).toHaveProperty("checked", false);
    expect(draftKeys()).toEqual([]);
    expect(document.activeElement?.textContent).toContain("Your review is published.");
  },
);

test("a failed save keeps the form and its id, and says why", { tags: ["4.17", "4.18", "8.2"] }, async () => {
  insert.mockRejectedValueOnce(new Error("The database could not be reached."));
  const { user } = open();
  await fillAll(user);
  await user.click(submitButton());
  await waitFor(() =>
    expect(latestToast()).toMatchObject({
      title: "Submission Error",
      description: "Failed to save review: The database could not be reached.",
      variant: "destructive",
      duration: 5000,
    }),
  );
  expect(comment()).toHaveProperty("value", "Quiet and airy.");
  await waitFor(() => expect(document.activeElement).toBe(submitButton()));
  await user.click(submitButton());
  await waitFor(() => expect(insert).toHaveBeenCalledTimes(2));
  expect(insert.mock.calls[1]?.[0].id).toBe(insert.mock.calls[0]?.[0].id);
});

test("a rate-limited review keeps the form and its draft, and says beside the button when to retry", async () => {
  const sentence = "You published a review a moment ago. You can publish the next one in 40 seconds.";
  insert.mockResolvedValueOnce({ outcome: "too-many-attempts", sentence });
  const { user } = open();
  await fillAll(user);
  await user.click(submitButton());
  expect((await screen.findByRole("alert")).textContent).toBe(
    `Your review is not published yet. Everything you entered is kept. ${sentence}`,
  );
  expect(comment()).toHaveProperty("value", "Quiet and airy.");
  await waitFor(() => expect(localStorage.getItem(draftKeys()[0] ?? "")).toContain("Quiet and airy."));
  await user.click(submitButton());
  await waitFor(() => expect(insert).toHaveBeenCalledTimes(2));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a lost connection is reported beside the button until the next attempt", async () => {
  const { user } = open();
  await fillAll(user);
  insert.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await user.click(submitButton());
  expect((await screen.findByRole("alert")).textContent).toContain(
    "The connection was lost before the server answered.",
  );

  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  insert.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await user.click(submitButton());
  onLine.mockRestore();
  await waitFor(() =>
    expect(screen.getByRole("alert").textContent).toContain("was not sent, and everything you entered is kept."),
  );
  expect(latestToast()?.description).toBe(
    "Failed to save review: the connection was lost. Your review is kept; try again.",
  );

  await user.click(submitButton());
  await waitFor(() => expect(latestToast()?.title).toBe("Review Submitted!"));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an expired session links to the login page and keeps the draft", { tags: ["4.18"] }, async () => {
  insert.mockResolvedValueOnce("session-expired");
  const { user, unmount } = open();
  await fillAll(user);
  await user.click(submitButton());
  await waitFor(() => expect(latestToast()?.action).toEqual({ label: "Log in", to: "/login?next=%2Fsubmit-review" }));
  unmount();
  open();
  expect(comment()).toHaveProperty("value", "Quiet and airy.");
  expect(screen.getByText(/Here is your draft/)).toBeTruthy();
});
