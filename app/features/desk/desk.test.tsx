// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { DatabaseFailure } from "~/data/database-failure";
import * as data from "~/data/desk";
import type { DeskItem } from "~/domain/desk";
import type { GrievanceGround } from "~/domain/grievance";
import { testReview } from "~/domain/test-review";
import { Desk } from "./desk";

vi.mock("~/data/desk");

const decide = vi.mocked(data.decide);
const deskQueue = vi.mocked(data.deskQueue);

beforeEach(() => {
  let made = 0;
  decide.mockImplementation(async ({ subjects }) => subjects.map(() => (made += 1)));
});

test("keeps single-key shortcuts switched off", { tags: ["11.101"] }, async () => {
  await open([review("v1")]);
  const user = userEvent.setup();
  await user.click(screen.getByRole("checkbox", { name: /^Single-key shortcuts/ }));
  cleanup();
  await open([review("v1")]);
  await user.keyboard("hcs");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("ignores a key that is held down, or pressed together with Ctrl, Alt or Meta", { tags: ["11.101"] }, async () => {
  await open([review("v1")]);
  for (const how of [{ repeat: true }, { ctrlKey: true }, { altKey: true }, { metaKey: true }])
    fireEvent.keyDown(document.body, { key: "c", ...how });
  expect(screen.queryByRole("dialog")).toBeNull();
  press("c");
  expect(screen.getByRole("dialog")).toBeDefined();
});

test("decides on several items only if they are of one kind", { tags: ["11.95", "11.101"] }, async () => {
  await open([review("v1"), review("v2"), reply("r1")]);
  const user = userEvent.setup();
  await user.keyboard("xsx");
  expect(screen.getByText(/2 chosen/)).toBeDefined();
  await user.keyboard("c");
  await screen.findByRole("dialog", { name: "Leave this review on the site (2 at once)" });
  await user.keyboard("{Escape}");
  await user.click(screen.getAllByRole("checkbox", { name: /^Choose/ })[2] as HTMLElement);
  expect(screen.getByText("To decide on several at once, choose items of one kind.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Clear" })).toBeNull();
  await user.click(screen.getAllByRole("checkbox", { name: /^Choose/ })[2] as HTMLElement);
  await user.keyboard("c");
  await screen.findByRole("dialog");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(decide.mock.lastCall?.[0].subjects).toEqual(["v1", "v2"]));
  expect(await screen.findByText("Cleared 2.")).toBeDefined();
});

test("offers to undo a decision for a minute", { tags: ["11.95"] }, async () => {
  await open([review("v1"), review("v2")]);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  // Enter is pressed before the dialog has the focus.
  press("c", "Enter");
  expect(await screen.findByRole("button", { name: /^Undo/ })).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
});

test("moves an acknowledged grievance behind items that are due earlier", { tags: ["11.91"] }, async () => {
  await open([grievance("g1"), review("v1")]);
  const user = userEvent.setup();
  await user.keyboard("a");
  const dialog = await screen.findByRole("dialog", { name: "Acknowledge this complaint" });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  expect(decide).not.toHaveBeenCalled();
  await user.keyboard("{Enter}");
  await screen.findByText("Acknowledged.");
  expect(decide.mock.lastCall?.[0]).toMatchObject({ subjects: ["g1"], command: "acknowledge-grievance", sentence: "" });
  expect(screen.getByText(/of 2/)).toBeDefined();
  expect(within(screen.getByRole("article")).queryByText("My number.")).toBeNull();
});

test("hides the review of an upheld grievance", { tags: ["11.91"] }, async () => {
  await open([grievance("g1")]);
  const user = userEvent.setup();
  const item = screen.getByRole("article");
  expect(within(item).getByText("G261125-K7QX3: An owner, landlord or manager of a home complains")).toBeDefined();
  await user.keyboard("h");
  const dialog = await screen.findByRole("dialog", { name: "Decide this complaint: We agree" });
  expect(within(dialog).getByRole<HTMLInputElement>("radio", { checked: true }).value).toBe("2.2");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(decide).toHaveBeenCalledOnce());
  expect(decide.mock.lastCall?.[0]).toMatchObject({
    ...{ command: "decide-grievance", subjects: ["g1"], outcome: "upheld", hide: ["review-of-g1"] },
  });
});

test("says that the photos of a review are hidden until a decision", { tags: ["10.604"] }, async () => {
  const item = grievance("g1");
  if (item.review) item.review = { ...item.review, proofUrls: ["https://db.example/photo.jpg"] };
  const about = (ground: GrievanceGround, arePhotosWithheld: boolean) => ({
    ...item,
    grievance: item.grievance && { ...item.grievance, ground, arePhotosWithheld },
  });
  await open([about("nudity", true)]);
  expect(
    screen.getByText(/^Readers do not see the photos until you decide\. If you agree, .* are deleted\.$/),
  ).toBeDefined();
  cleanup();
  await open([about("nudity", false)]);
  expect(screen.getByText(/^If you agree, also in part, all photos of the review are deleted\.$/)).toBeDefined();
  cleanup();
  await open([about("threat", false)]);
  expect(screen.queryByText(/If you agree/)).toBeNull();
});

test("drops the reply to a hidden review, and hides nothing for its grievance", { tags: ["11.102"] }, async () => {
  const about = (item: DeskItem): DeskItem => ({ ...item, review: review("v1").review });
  await open([review("v1"), about(reply("r1")), about(grievance("g1")), review("v2")]);
  press("h", "Enter");
  await screen.findByText("Hidden.");
  expect(screen.getByText("2 waiting")).toBeDefined();
  expect(screen.getByRole("article").textContent).toContain("(hidden)");
  press("h");
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).queryByRole("checkbox")).toBeNull();
  press("Enter");
  await waitFor(() => expect(decide.mock.lastCall?.[0]).toMatchObject({ subjects: ["g1"], hide: [] }));
});

test("reports and removes an item that another operator has decided", { tags: ["11.102"] }, async () => {
  await open([review("v1"), review("v2")]);
  decide.mockRejectedValueOnce(new DatabaseFailure("This review is hidden already.", 409, "PT409"));
  deskQueue.mockResolvedValue(queueOf([review("v2")]));
  press("h", "Enter");
  expect((await screen.findByText("1 waiting")) && screen.getByRole("alert").textContent).toContain(
    "This review is hidden already.",
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByRole("heading", { name: /^House v2/ })).toBeDefined();
});

test("shows a hidden review without a deadline, and shows it again on the site", { tags: ["11.91"] }, async () => {
  await open([{ ...review("v1"), kind: "hidden", dueAt: null, isReviewShown: false }]);
  const item = screen.getByRole("article");
  expect(item.textContent).toContain("(hidden)");
  expect(item.textContent).not.toMatch(/left|overdue/);
  press("a", "Enter");
  await waitFor(() => expect(decide.mock.lastCall?.[0]).toMatchObject({ command: "unhide", clause: "5.1" }));
});

test("shows everything about an item on one screen", { tags: ["11.92"] }, async () => {
  const whole = testReview({
    ...{ comment: "Damp.\nAll year.", reportedIssues: [{ id: "1", description: "Leak", severity: "Major" }] },
    proofUrls: ["https://db.example/photo.jpg"],
    answers: { would_recommend: "false", how_issues_reported: "in_person" },
  });
  const item = review("v1");
  await open([
    {
      ...item,
      review: { ...whole, home: { count: 20, totalRating: 87 }, isCounted: true },
      history: [
        { at: "2026-11-20T06:00:00Z", operator: "asha", command: "clear-flag", reason: "Fine.", clause: "5.1" },
      ],
    },
  ]);
  const article = screen.getByRole("article");
  for (const text of [
    /Damp\.\s+All year\./,
    "Leak",
    /Would not recommend · Issues reported: In Person/,
    /has 20 reviews, 4\.4 on average/,
    /clear-flag by asha/,
  ])
    expect(within(article).getByText(text)).toBeDefined();
  expect(within(article).getByRole("img", { name: /^1 of 1/ })).toBeDefined();
  expect(within(article).getByText("25 Nov 2026, 5:30 am: This review is fake")).toBeDefined();
});

test.each([
  ["no-operator", null],
  ["login-too-old", "user-1"],
] as const)("forgets an account only if it is no operator: %s", { tags: ["11.225"] }, async (refusal, remembered) => {
  localStorage.setItem("gharsach-desk", "user-1");
  deskQueue.mockResolvedValue(refusal);
  render(<Desk userId="user-1" onLogInAgain={() => {}} />);
  await screen.findByRole("alert");
  // Wait for the effect that could change the storage.
  await act(async () => {});
  expect(localStorage.getItem("gharsach-desk")).toBe(remembered);
});

test("keeps the sentence of a refused decision, and offers to log in again", async () => {
  await open([review("v1")]);
  const user = userEvent.setup();
  await user.keyboard("h");
  const sentence = await screen.findByRole<HTMLTextAreaElement>("textbox");
  await user.clear(sentence);
  await user.type(sentence, "It names the guard.");
  decide.mockResolvedValueOnce("login-too-old");
  await user.click(screen.getByRole("button", { name: "Hide" }));
  expect((await screen.findByRole("alert")).textContent).toContain("You logged in a while ago.");
  expect(sentence.value).toBe("It names the guard.");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByRole("alert").textContent).toContain("You logged in a while ago.");
  expect(screen.getByRole("button", { name: "Log in again" })).toBeDefined();
  expect(screen.getByRole("article")).toBeDefined();
});

test("shows the result of the second of two filters, and keeps the first", { tags: ["11.101"] }, async () => {
  await open([review("v1")]);
  const answers: ((queue: data.DeskQueue) => void)[] = [];
  deskQueue.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  const user = userEvent.setup();
  await user.selectOptions(screen.getByRole("combobox", { name: "Kind" }), "review");
  await user.selectOptions(screen.getByRole("combobox", { name: "City" }), "Pune");
  expect(deskQueue.mock.lastCall?.[0]).toMatchObject({ kind: "review", city: "Pune" });
  await act(async () => answers[1]?.(queueOf([review("v2")])));
  await act(async () => answers[0]?.(queueOf([review("v3")])));
  expect(screen.getByRole("heading", { name: /^House v2/ })).toBeDefined();
  await user.keyboard("h");
  expect(await screen.findByRole("dialog")).toBeDefined();
});

test("keeps what is chosen while a decision is being sent", async () => {
  await open([grievance("g1"), review("v1"), review("v2")]);
  const deciding = Promise.withResolvers<number[]>();
  decide.mockReturnValueOnce(deciding.promise);
  press("a", "Enter");
  fireEvent.click(screen.getByRole("checkbox", { name: /^Choose House v2/, hidden: true }));
  deskQueue.mockResolvedValue(queueOf([review("v2")]));
  fireEvent.change(screen.getByRole("combobox", { name: "Kind", hidden: true }), { target: { value: "review" } });
  await waitFor(() => expect(screen.getByText("1 waiting")).toBeDefined());
  await act(async () => deciding.resolve([1]));
  expect(screen.getByText("1 waiting")).toBeDefined();
});

test("moves the focus to the empty message after the last item, and warns of a worker that has not run", async () => {
  await open([review("v1")]);
  deskQueue.mockResolvedValue({ ...queueOf([]), workerAt: null });
  press("c", "Enter");
  await screen.findByText("Nothing is waiting.");
  expect(screen.getByRole("alert").textContent).toContain("No worker has run for an hour");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Nothing is waiting."));
});

test("accepts a town by one key, or says which city it is", { tags: ["10.205", "11.101"] }, async () => {
  await open([town("t1"), town("t2")]);
  const user = userEvent.setup();
  expect(within(screen.getByRole("article")).getByRole("link", { name: "Station View, Bazaar" })).toBeDefined();
  await user.keyboard("a");
  await screen.findByText("Accepted.");
  expect(decide.mock.lastCall?.[0]).toMatchObject({ subjects: ["t1"], command: "accept-city", outcome: null });
  await user.keyboard("m");
  const field = await screen.findByRole("combobox", { name: "City" });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.clear(field);
  await user.keyboard("Chandigarh{Enter}");
  await waitFor(() => expect(decide).toHaveBeenCalledTimes(2));
  expect(decide.mock.lastCall?.[0]).toMatchObject({ subjects: ["t2"], command: "accept-city", outcome: "Chandigarh" });
});

test("shows why a burst was found, with its reviews, and tells readers", { tags: ["10.660", "10.661"] }, async () => {
  await open([burst("b1", "open"), review("v1")]);
  const article = screen.getByRole("article");
  for (const signal of [
    "12 reviews in 7 days; this home usually gets 0.4 in that time",
    "11 of 12 from accounts that were younger than two days",
    "10 of 12 with the same number of stars",
    "their stars are unlike the earlier ones of this home",
    "4 of 12 with nearly the same text as another",
  ])
    expect(within(article).getByText(signal)).toBeDefined();
  expect(within(article).getAllByText("Quiet.")).toHaveLength(2);
  const user = userEvent.setup();
  await user.keyboard("c");
  await screen.findByRole("dialog", { name: "Tell readers that we are checking these reviews" });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(decide.mock.lastCall?.[0]).toMatchObject({ command: "check-burst", clause: "5.1" }));
  // It stays in the queue, for the final decision.
  await user.click(await screen.findByRole("button", { name: /^House b1/ }));
  expect(screen.getByRole("heading", { name: /readers see that we check$/ })).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Tell readers/ })).toBeNull();
  await user.keyboard("n");
  expect(await screen.findByText(/^Readers of the home see it/)).toBeDefined();
  const sentence = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Why, in a sentence" }).value;
  await user.keyboard("{Enter}");
  await waitFor(() =>
    expect(decide.mock.lastCall?.[0]).toMatchObject({
      subjects: ["b1"],
      command: "uncount-burst",
      clause: "2.1",
      sentence,
    }),
  );
  expect(await screen.findByText("Not counted.")).toBeDefined();
});

test("counts one review of a burst that is not counted", { tags: ["10.661"] }, async () => {
  await open([burst("b1", "uncounted")]);
  const user = userEvent.setup();
  expect(screen.getAllByText(/\(not counted\)$/)).toHaveLength(2);
  await user.click(screen.getAllByRole("button", { name: "Count this review" })[1] as HTMLElement);
  await screen.findByRole("dialog", { name: "Count this review" });
  await user.keyboard("{Enter}");
  await waitFor(() =>
    expect(decide.mock.lastCall?.[0]).toMatchObject({ subjects: ["b1-2"], command: "count-review", clause: "5.1" }),
  );
  await waitFor(() => expect(screen.getAllByText(/\(not counted\)$/)).toHaveLength(1));
});

test(
  "offers to count or show a review again whose author objects, and never hides it",
  { tags: ["10.663"] },
  async () => {
    const about = grievance("g1");
    const objection = (changes: Partial<DeskItem>, isCounted: boolean): DeskItem => ({
      ...about,
      ...changes,
      review: about.review && { ...about.review, isCounted },
    });
    for (const [item, label, command] of [
      [objection({}, false), "Count this review", "count-review"],
      [objection({ isReviewShown: false }, true), "Show again", "unhide"],
    ] as const) {
      cleanup();
      await open([item]);
      const user = userEvent.setup();
      await user.keyboard("h");
      const dialog = await screen.findByRole("dialog", { name: /^Decide this complaint/ });
      expect(within(dialog).queryByRole("checkbox")).toBeNull();
      expect(within(dialog).getByRole<HTMLInputElement>("radio", { name: /^5\.1/ }).checked).toBe(true);
      await user.keyboard("{Escape}");
      await user.click(screen.getByRole("button", { name: label }));
      await screen.findByRole("dialog");
      await user.keyboard("{Enter}");
      await waitFor(() => expect(decide.mock.lastCall?.[0]).toMatchObject({ subjects: [item.review?.id], command }));
      await waitFor(() => expect(screen.queryByRole("button", { name: label })).toBeNull());
    }
  },
);

test(
  "leaves the text of a review whose photos show nudity, unless the operator hides it",
  { tags: ["10.604"] },
  async () => {
    const about = grievance("g1");
    await open([{ ...about, grievance: about.grievance && { ...about.grievance, ground: "nudity" } }]);
    press("h");
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByRole<HTMLInputElement>("checkbox", { name: /^Take the review off/ }).checked).toBe(
      false,
    );
  },
);

function press(...keys: string[]) {
  for (const key of keys) fireEvent.keyDown(document.body, { key });
}

async function open(items: DeskItem[]) {
  deskQueue.mockResolvedValue(queueOf(items));
  render(<Desk userId="user-1" onLogInAgain={() => {}} />);
  await screen.findByRole("article");
  // Wait for the effect that listens for keys.
  await act(async () => {});
}

function queueOf(items: DeskItem[]): data.DeskQueue {
  return {
    ...{ operator: "asha", total: items.length, overdue: 0, workerAt: new Date().toISOString(), items },
    ...{ kinds: {}, cities: ["Pune"], reasons: {}, reporters: [] },
  };
}

function review(id: string): DeskItem {
  return {
    ...{ kind: "review", id, dueAt: "2026-12-01T00:00:00Z", reasons: ["fake"], isReviewShown: true },
    review: { ...testReview({ id, propertyName: `House ${id}` }), home: { count: 1, totalRating: 4 }, isCounted: true },
    ...{ reply: null, grievance: null, burst: null, town: null, history: [] },
    reports: [{ at: "2026-11-25T00:00:00Z", reason: "fake", reporter: null }],
  };
}

function reply(id: string): DeskItem {
  return {
    ...review(id),
    ...{ kind: "reply", reports: [], reasons: [] },
    reply: { text: "The lift was repaired.", writtenAs: "owner", createdOn: "2026-11-24", state: "waiting" },
  };
}

function burst(id: string, state: "open" | "uncounted"): DeskItem {
  const home = { count: 14, totalRating: 60 };
  const reviews = [1, 2].map((number) => ({
    ...testReview({ id: `${id}-${number}`, comment: "Quiet." }),
    ...{ home, isCounted: state === "open", isGenuine: false },
  }));
  const name = { propertyId: "11111111-0000-4000-8000-000000000000", propertyName: `House ${id}` };
  const signals = {
    ...{ days: 7, reviews: 12, expected: 0.4, newAccounts: 11, firstReviews: 0 },
    ...{ equalStars: 10, areStarsUnlike: true, equalAnswers: 3, nearTexts: 4 },
  };
  return {
    ...review(id),
    ...{ kind: state === "open" ? "burst" : "uncounted", review: null, isReviewShown: false, reports: [], reasons: [] },
    burst: {
      state,
      size: 2,
      foundOn: "2026-11-28",
      signals,
      home: { ...name, locality: "Lane", city: "Pune" },
      reviews,
    },
  };
}

function town(id: string): DeskItem {
  const home = { propertyId: "11111111-0000-4000-8000-000000000000", propertyName: "Station View", locality: "Bazaar" };
  return {
    ...review(id),
    ...{ kind: "city", dueAt: null, review: null, isReviewShown: false, reports: [], reasons: [] },
    town: { name: `Town ${id}`, homeCount: 1, homes: [{ ...home, city: `Town ${id}` }] },
  };
}

function grievance(id: string): DeskItem {
  const about = review(`review-of-${id}`);
  return {
    ...about,
    ...{ kind: "grievance", id, reasons: ["private-data"], reports: [] },
    grievance: {
      ...{ ticket: "G261125-K7QX3", writer: "owner", ground: "private-data", page: "/reviews", words: "My number." },
      ...{ acknowledgeBy: "2026-11-26T00:00:00Z", decideBy: "2026-11-27T00:00:00Z", acknowledgedAt: null },
      arePhotosWithheld: false,
    },
  };
}
