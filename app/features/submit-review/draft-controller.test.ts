import "~/data/test-window";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openSubmission, type SubmissionState } from "./draft-controller";
import { keepReviewStart } from "~/data/deposit-store";
import { insertReview } from "~/data/submissions";
import { testForm } from "~/domain/test-form";
import { otherTabWrites, records, resetDatabase } from "~/data/test-draft-database";

vi.mock("~/data/draft-database", () => import("~/data/test-draft-database"));
vi.mock("~/data/submissions");

const insert = vi.mocked(insertReview);

beforeEach(resetDatabase);

test("drops a failure when the draft is discarded", async () => {
  const submission = await openFilled();
  insert.mockRejectedValueOnce(new Error("No answer."));
  await submission.submit(noQuestion);
  expect(submission.getState()).toMatchObject({ status: { name: "failed" }, focusTarget: { place: "submit" } });
  submission.discard();
  expect(submission.getState()).toMatchObject({ status: { name: "editing" }, focusTarget: { place: "notice" } });
});

test("shows no failure beside the button if the session has ended", async () => {
  const submission = await openFilled();
  insert.mockResolvedValueOnce("session-expired");
  await submission.submit(noQuestion);
  expect(submission.getState()).toMatchObject({ status: { name: "editing" }, focusTarget: { place: "submit" } });
});

test("shows the notice of a published review until the next form has passed its checks", async () => {
  const submission = await openFilled();
  await submission.submit(noQuestion);
  expect(submission.getState()).toMatchObject({ status: { name: "published" }, focusTarget: { place: "notice" } });
  submission.change({ propertyName: "Palm Court" });
  await submission.submit(noQuestion);
  expect(submission.getState()).toMatchObject({ status: { name: "published" }, focusTarget: { place: "fault" } });
  expect(submission.getState().problems.length).toBeGreaterThan(1);
  submission.change(testForm());
  const statuses = new Set<SubmissionState["status"]["name"]>();
  submission.subscribe(() => statuses.add(submission.getState().status.name));
  insert.mockResolvedValueOnce("session-expired");
  await submission.submit(noQuestion);
  expect([...statuses]).toEqual(["published", "submitting", "editing"]);
  expect(submission.getState().problems).toEqual([]);
});

test("can be submitted again if an attempt throws", async () => {
  const submission = await openFilled();
  const failure = new Error("The code could not be loaded.");
  await expect(submission.submit(() => Promise.reject(failure))).rejects.toBe(failure);
  expect(submission.getState()).toMatchObject({ status: { name: "editing" }, isWaitingForPhotos: false });
  await submission.submit(noQuestion);
  expect(submission.getState().status.name).toBe("published");
});

test("drops the problem of a field once that field is right, and no other", async () => {
  const submission = await openInvalid();
  submission.change({ propertyName: " " });
  expect(faults(submission)).toEqual(["propertyName", "otherCity"]);
  submission.change({ rating: 4 });
  expect(faults(submission)).toEqual(["propertyName", "otherCity"]);
  submission.change({ propertyName: "Lakeview" });
  expect(faults(submission)).toEqual(["otherCity"]);
});

test("drops the problem of the other city with a listed city, and that of the email with an anonymous review", async () => {
  const submission = await openInvalid("asha");
  expect(faults(submission)).toEqual(["propertyName", "otherCity", "email"]);
  submission.change({ city: "Pune" });
  expect(faults(submission)).toEqual(["propertyName", "email"]);
  submission.setIsAnonymous(true);
  expect(faults(submission)).toEqual(["propertyName"]);
});

test("ignores a change of another tab that is older than its own", async () => {
  const submission = await openFilled();
  const { draft } = submission.getState();
  const shown = new Set<string>();
  onTestFinished(submission.subscribe(() => shown.add(submission.getState().draft.form.comment)));
  const reads = vi.spyOn(records.drafts, "values");
  for (const [comment, ms] of [["Older.", -1] as const, ["Later.", 1] as const]) {
    reads.mockClear();
    otherTabWrites({ ...draft, changedAt: draft.changedAt + ms, form: { ...draft.form, comment } });
    await vi.waitFor(() => expect(reads).toHaveBeenCalled());
    // Wait: the form shows the draft just after it has read it.
    await new Promise(setImmediate);
  }
  expect(shown).toContain("Later.");
  expect(shown).not.toContain("Older.");
});

test("opens with what the deposit companion answered, once", { tags: ["12.31"] }, async () => {
  keepReviewStart({ city: "Pune", moveInDate: "2024-01-01", answers: { deposit: "2_months" } }, new Date());
  const { form } = (await openSubmission({ id: "user-1", email: "" }, null)).getState().draft;
  expect(form).toMatchObject({
    city: "Pune",
    moveInDate: "2024-01-01",
    answers: { deposit: "2_months" },
    propertyName: "",
  });
  const next = (await openSubmission({ id: "user-1", email: "" }, null)).getState();
  expect(next.draft.form).toEqual(form);
  expect(next.news).toEqual({ kind: "restored" });
});

test("fills in the same draft again if nothing was written in it", { tags: ["12.31"] }, async () => {
  const open = async (city: string) => {
    keepReviewStart({ city, moveInDate: "", answers: { deposit: "2_months" } }, new Date());
    return openSubmission({ id: "user-1", email: "" }, null);
  };
  const first = await open("Pune");
  const { draft, news } = (await open("Chennai")).getState();
  expect(draft.reviewId).toBe(first.getState().draft.reviewId);
  expect(draft.form).toMatchObject({ city: "Chennai", answers: { deposit: "2_months" } });
  expect(news).toEqual({ kind: "restored" });
  (await open("Chennai")).change({ answers: { deposit: "2_months", water: "short" } });
  expect((await open("Chennai")).getState().draft.form.answers).toEqual({ deposit: "2_months", water: "short" });
  expect(records.drafts.size).toBe(1);
});

test("sets a draft of other choices aside if the deposit companion contradicts it", { tags: ["12.31"] }, async () => {
  const begun = await openSubmission({ id: "user-1", email: "" }, null);
  begun.change({ city: "Mumbai", answers: { deposit: "1_month", water: "short" } });
  keepReviewStart({ city: "Mumbai", moveInDate: "", answers: { deposit: "4_6_months" } }, new Date());
  const { draft, news } = (await openSubmission({ id: "user-1", email: "" }, null)).getState();
  expect(draft.form.answers).toEqual({ deposit: "4_6_months" });
  expect(news).toMatchObject({
    kind: "set-aside",
    draft: { form: { answers: { deposit: "1_month", water: "short" } } },
  });
});

test("leaves a form alone that a link opens for a home", { tags: ["12.31"] }, async () => {
  keepReviewStart({ city: "Pune", moveInDate: "", answers: {} }, new Date());
  const home = { propertyName: "Lakeview", locality: "Baner", city: "Mumbai" };
  const { draft } = (await openSubmission({ id: "user-1", email: "" }, home)).getState();
  expect(draft.form).toMatchObject(home);
});

test("sets a draft aside for what the deposit companion answered", { tags: ["12.31"] }, async () => {
  const { form } = (await openFilled()).getState().draft;
  keepReviewStart({ city: "Other", moveInDate: "", answers: {} }, new Date());
  const submission = await openSubmission({ id: "user-1", email: "" }, null);
  const { draft, news } = submission.getState();
  expect(draft.form).toMatchObject({ city: "Other", otherCity: "", propertyName: "" });
  expect(news).toMatchObject({ kind: "set-aside", draft: { form } });
});

test("sets a draft aside that has a locality, and keeps all of it", { tags: ["12.31"] }, async () => {
  const begun = await openSubmission({ id: "user-1", email: "" }, null);
  begun.change({ locality: "Baner", city: "Pune", moveInDate: "2023-05-01" });
  keepReviewStart({ city: "Mumbai", moveInDate: "", answers: {} }, new Date());
  const { draft, news } = (await openSubmission({ id: "user-1", email: "" }, null)).getState();
  expect(draft.form).toMatchObject({ city: "Mumbai", locality: "", moveInDate: "" });
  expect(news).toMatchObject({ kind: "set-aside", draft: { form: { locality: "Baner", moveInDate: "2023-05-01" } } });
});

test("keeps the city and month of a draft that the deposit companion does not know", { tags: ["12.31"] }, async () => {
  const begun = await openSubmission({ id: "user-1", email: "" }, null);
  begun.change({ city: "Pune", moveInDate: "2023-05-01" });
  keepReviewStart({ city: "", moveInDate: "", answers: { deposit: "2_months" } }, new Date());
  const { draft } = (await openSubmission({ id: "user-1", email: "" }, null)).getState();
  expect(draft.form).toMatchObject({ city: "Pune", moveInDate: "2023-05-01", answers: { deposit: "2_months" } });
});

test("leaves a draft alone if the deposit companion answered nothing", { tags: ["12.31"] }, async () => {
  const { form } = (await openFilled()).getState().draft;
  keepReviewStart({ city: "", moveInDate: "", answers: {} }, new Date());
  const { draft, news } = (await openSubmission({ id: "user-1", email: "" }, null)).getState();
  expect([draft.form, news]).toEqual([form, { kind: "restored" }]);
});

async function openFilled() {
  insert.mockResolvedValue("saved");
  const submission = await openSubmission({ id: "user-1", email: "asha.r@example.in" }, null);
  submission.change(testForm());
  return submission;
}

/** Opens a form that was submitted without the names of the home and of its unlisted city. */
async function openInvalid(email = "") {
  const submission = await openFilled();
  submission.setIsAnonymous(false);
  submission.change({ propertyName: "", city: "Other", email });
  await submission.submit(noQuestion);
  return submission;
}

function faults(submission: Awaited<ReturnType<typeof openSubmission>>) {
  return submission.getState().problems.map(({ field }) => field);
}

async function noQuestion() {
  return false;
}
