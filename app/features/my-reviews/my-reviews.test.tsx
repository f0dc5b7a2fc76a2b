// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { MyReviews } from "./my-reviews";
import * as data from "~/data/my-reviews";
import { SessionExpired } from "~/data/signed-in-call";
import type { MyReview } from "~/domain/my-review";
import { renderPart } from "~/ui/test-page";
import { openTitles } from "~/ui/test-toasts";
import { clearToasts } from "~/ui/toast";

vi.mock("~/data/my-reviews");

const service = vi.mocked(data);
const user = userEvent.setup();
const REVIEW: MyReview = {
  id: "review-1",
  propertyId: "4b1c0a77-0000-4000-8000-000000000000",
  propertyName: "Lakeview Residency",
  locality: "Baner",
  city: "Pune",
  rating: 4,
  comment: "Quiet and airy.",
  displayName: "asha",
  publishedOn: "2026-11-01",
  answers: {},
  followUps: [],
  state: "public",
  isAnonymous: false,
  erasedOn: null,
  reminderOn: null,
  hidden: null,
  uncounted: null,
  isReplaceable: false,
};

const NOTHING_ELSE = { replies: [], grievances: [] };

test(
  "explains each state of a review and offers its actions",
  { tags: ["11.1", "11.23", "10.562", "10.663"] },
  async () => {
    const flagged = await show({ state: "flagged", isAnonymous: true });
    expect(flagged.textContent).toContain("It stays public until an operator has looked at it");
    expect(buttons(flagged)).toEqual(["Add what happened later", "Withdraw"]);

    const uncounted = await show({ state: "uncounted", uncounted: { reason: "They share signs.", clause: "2.1" } });
    expect(uncounted.textContent).toMatch(
      /Not counted.*not to count it in the score.*under clause 2.1 of the review policy/,
    );
    expect(within(uncounted).getByText("They share signs.")).toBeDefined();
    expect(within(uncounted).getByRole("link", { name: "See it as readers do" })).toBeDefined();
    expect(within(uncounted).getByRole("link", { name: "file a complaint" })).toBeDefined();

    const refusal = { state: "hidden", hidden: { reason: "Names a neighbour.", clause: "4" } } as const;
    expect((await show(refusal)).textContent).not.toContain("corrected review");
    const hidden = await show({ ...refusal, isReplaceable: true });
    expect(hidden.textContent).toContain("You can publish one corrected review of this home at once.");
    expect(within(hidden).getByRole("link", { name: "Write a corrected review" }).getAttribute("href")).toBe(
      "/submit-review?property=Lakeview+Residency&locality=Baner&city=Pune",
    );
    expect(hidden.textContent).toContain("clause 4 of the review policy");
    expect(within(hidden).getByText("Names a neighbour.")).toBeDefined();
    expect(within(hidden).queryByRole("link", { name: "See it as readers do" })).toBeNull();
    expect(within(hidden).getByRole("link", { name: "file a complaint" }).getAttribute("href")).toMatch(
      /^\/grievance\?page=%2Freviews%23review-/,
    );
    expect(buttons(hidden)).toEqual(["Make anonymous", "Withdraw"]);

    const withdrawn = await show({ state: "withdrawn", erasedOn: "2026-12-25" });
    expect(withdrawn.textContent).toContain("It will be deleted on 25 Dec 2026; until then you can bring it back.");
    expect(buttons(withdrawn)).toEqual(["Make anonymous", "Bring it back"]);
  },
);

test("withdraws a review after a confirmation, and reports an expired session", { tags: ["11.24"] }, async () => {
  const card = await show({});
  await user.click(within(card).getByRole("button", { name: "Withdraw" }));
  await user.click(dialogButton("Withdraw this review?", "Cancel"));
  expect(service.withdrawReview).not.toHaveBeenCalled();
  service.withdrawReview
    .mockRejectedValueOnce(new SessionExpired())
    .mockResolvedValueOnce({ ...REVIEW, state: "withdrawn", erasedOn: "2026-12-25" });
  for (const [title, state] of [
    ["Please log in again", "Public"],
    ["Review Withdrawn", "Withdrawn"],
  ] as const) {
    clearToasts();
    await user.click(within(card).getByRole("button", { name: "Withdraw" }));
    await user.click(dialogButton("Withdraw this review?", "Withdraw"));
    await waitFor(() => expect(openTitles()).toEqual([title]));
    expect(within(card).getByText(state)).toBeDefined();
  }
  expect(service.withdrawReview).toHaveBeenCalledWith("review-1", "", "");
});

test("keeps the text of a follow-up through a check, a log-in and a refusal", { tags: ["11.8"] }, async () => {
  let card = await show({});
  const send = () => user.click(dialogButton("Add what happened later", "Add it"));
  let field = await openFollowUp(card);
  await send();
  expect(screen.getByText("Write what has happened since.")).toBeDefined();
  expect(document.activeElement).toBe(field);
  await user.type(field, "Deposit returned in March.");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  field = await openFollowUp(card);
  service.addFollowUp.mockRejectedValueOnce(new SessionExpired());
  await send();
  await waitFor(() => expect(openTitles()).toEqual(["Please log in again"]));
  card = await show({});
  field = await openFollowUp(card);
  expect(field.value).toBe("Deposit returned in March.");
  service.addFollowUp.mockRejectedValueOnce(new Error("Three things can be added to a review."));
  await send();
  expect((await screen.findByRole("alert")).textContent).toBe("Three things can be added to a review.");
  expect(field.value).toBe("Deposit returned in March.");
  const adding = Promise.withResolvers<MyReview>();
  service.addFollowUp.mockReturnValueOnce(adding.promise);
  await send();
  await user.type(field, " Later.");
  expect(field.value).toBe("Deposit returned in March.");
  adding.resolve({
    ...REVIEW,
    followUps: [{ text: "Deposit returned in March.", depositBack: null, addedOn: "2027-03-02" }],
  });
  await waitFor(() => expect(card.textContent).toContain("Added on 2 Mar 2027: Deposit returned in March."));
  expect(service.addFollowUp).toHaveBeenLastCalledWith("review-1", "Deposit returned in March.", "");
});

test("opens the follow-up by a reminder, and accepts no text", { tags: ["10.125", "10.126"] }, async () => {
  const open = { ...REVIEW, id: "older", answers: { deposit_back: "waiting" } };
  service.myReviews
    .mockResolvedValueOnce({ reviews: [REVIEW], next: "review-1", ...NOTHING_ELSE })
    .mockResolvedValueOnce({ reviews: [open], next: null, ...NOTHING_ELSE });
  page("/account?review=older");
  await screen.findByRole("dialog", { name: "Add what happened later" });
  const answers = within(screen.getByRole("radiogroup", { name: "Did the deposit come back?" })).getAllByRole("radio");
  expect(answers.map((answer) => answer.getAttribute("value"))).toEqual(["all", "part", "none"]);
  await user.click(screen.getByRole("radio", { name: "All" }));
  const answered = { text: "", depositBack: "all", addedOn: "2027-03-02" };
  service.addFollowUp.mockResolvedValueOnce({ ...open, followUps: [answered] });
  await user.click(dialogButton("Add what happened later", "Add it"));
  expect(await screen.findByText("Deposit back: all")).toBeDefined();
  expect(service.addFollowUp).toHaveBeenLastCalledWith("older", "", "all");
});

test("shows the day of a reminder and cancels it", { tags: ["10.125"] }, async () => {
  const card = await show({ reminderOn: "2027-01-27" });
  expect(card.textContent).toContain("We will remind you on 27 Jan 2027");
  service.remindOfDeposit.mockRejectedValueOnce(new SessionExpired()).mockResolvedValueOnce(null);
  for (const title of ["Not changed", "We will not remind you"]) {
    clearToasts();
    await user.click(within(card).getByRole("button", { name: "Take back" }));
    await waitFor(() => expect(openTitles()).toEqual([title]));
  }
  expect(service.remindOfDeposit).toHaveBeenLastCalledWith("review-1", false);
  expect(within(card).queryByText(/remind/)).toBeNull();
});

test("retries a failed page, loads older reviews, and says what the empty page is for", async () => {
  service.myReviews.mockRejectedValueOnce(new Error("The database could not be reached."));
  page();
  expect((await screen.findByRole("alert")).textContent).toContain("The database could not be reached.");
  service.myReviews.mockResolvedValueOnce({ reviews: [REVIEW], next: "review-1", ...NOTHING_ELSE });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  service.myReviews.mockResolvedValueOnce({ reviews: [{ ...REVIEW, id: "review-0" }], next: null, ...NOTHING_ELSE });
  await user.click(await screen.findByRole("button", { name: "Show older reviews" }));
  expect(service.myReviews).toHaveBeenLastCalledWith("review-1");
  await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(2));
  expect(screen.queryByRole("button", { name: "Show older reviews" })).toBeNull();
  cleanup();
  service.myReviews.mockResolvedValueOnce({ reviews: [], next: null, ...NOTHING_ELSE });
  page();
  expect(await screen.findByText(/You have no reviews yet/)).toBeDefined();
});

test("lists replies and grievances with their state", { tags: ["11.23"] }, async () => {
  service.myReviews.mockResolvedValueOnce({
    reviews: [],
    next: null,
    replies: [
      { reviewId: "review-1", propertyName: "Lakeview Residency", state: "waiting", createdOn: "2026-11-20" },
      { reviewId: "review-2", propertyName: null, state: "shown", createdOn: "2026-11-10" },
    ],
    grievances: [
      {
        ticket: "G261125-K7QX3",
        secret: "the-secret",
        ground: "untrue",
        receivedAt: 1_764_000_000_000,
        state: "partly",
      },
    ],
  });
  page();
  const [reply, hidden, grievance] = await screen.findAllByRole("listitem");
  expect(reply?.textContent).toBe("WaitingLakeview Residency, 20 Nov 2026");
  expect(screen.getByRole("link", { name: "Lakeview Residency" }).getAttribute("href")).toBe("/answer/review-1");
  expect(hidden?.textContent).toBe("PublicA review that is no longer shown, 10 Nov 2026");
  expect(grievance?.textContent).toMatch(/^We agree in partG261125-K7QX3: It is untrue, 24 Nov 2025/);
  expect(screen.getByRole("link", { name: "G261125-K7QX3" }).getAttribute("href")).toBe("/grievance/the-secret");
  expect(screen.queryByText(/You have no reviews yet/)).toBeNull();
});

async function show(changes: Partial<MyReview>): Promise<HTMLElement> {
  cleanup();
  service.myReviews.mockResolvedValueOnce({ reviews: [{ ...REVIEW, ...changes }], next: null, ...NOTHING_ELSE });
  page();
  return screen.findByRole("article", { name: "Lakeview Residency" });
}

async function openFollowUp(card: HTMLElement) {
  await user.click(within(card).getByRole("button", { name: "Add what happened later" }));
  return screen.getByRole<HTMLTextAreaElement>("textbox", { name: /What happened later/ });
}

function page(address = "/account") {
  renderPart(<MyReviews />, address);
}

function dialogButton(title: string, name: string): HTMLElement {
  return within(screen.getByRole("dialog", { name: title })).getByRole("button", { name });
}

function buttons(card: HTMLElement) {
  return within(card)
    .getAllByRole("button")
    .map((button) => button.textContent);
}
