// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SubmitReviewForm } from "./submit-review-form";
import { removeMetadata } from "~/data/photo-metadata";
import { uploadPhoto } from "~/data/photo-upload";
import { insertReview, type myStoredSubmission, prepareSubmission } from "~/data/submissions";
import { clearToasts, currentToasts } from "~/ui/toast";

vi.mock(import("~/data/photo-metadata"), () => ({ removeMetadata: vi.fn<typeof removeMetadata>() }) as never);
vi.mock(import("~/data/photo-upload"), () => ({ uploadPhoto: vi.fn<typeof uploadPhoto>() }) as never);
vi.mock(
  import("~/data/submissions"),
  () =>
    ({
      insertReview: vi.fn<typeof insertReview>(),
      prepareSubmission: vi.fn<typeof prepareSubmission>(),
      myStoredSubmission: vi.fn<typeof myStoredSubmission>(),
    }) as never,
);

const ASHA = { id: "user-1", email: "asha.r@example.in" };
const DRAFT_PREFIX = "gharsach-review-draft:";
const insert = vi.mocked(insertReview);
const upload = vi.mocked(uploadPhoto);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  clearToasts();
  insert.mockReset().mockResolvedValue("saved");
  upload.mockReset().mockImplementation(async (_, name) => ({ path: `/${name}` }));
  vi.mocked(removeMetadata)
    .mockReset()
    .mockImplementation(async (file) => ({ photo: new Blob(["pixels"], { type: file.type }) }));
  // What this environment does not have: a page to scroll, names to escape, addresses for pictures.
  Element.prototype.scrollIntoView = () => {};
  vi.stubGlobal("CSS", { escape: (name: string) => name });
  let urls = 0;
  URL.createObjectURL = vi.fn<typeof URL.createObjectURL>(() => `blob:photo-${(urls += 1)}`);
  URL.revokeObjectURL = vi.fn<typeof URL.revokeObjectURL>();
});
afterEach(cleanup);

test(
  "the form has its five parts, the visitor's e-mail and one empty issue row",
  { tags: ["2.87", "2.96", "2.99", "6.7"] },
  async () => {
    open();
    expect(screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent)).toEqual([
      "Property Details",
      "Your Review",
      "Additional Feedback",
      "Reported Issues & Management Response",
      "Evidence (Optional)",
    ]);
    await waitFor(() => expect(prepareSubmission).toHaveBeenCalled());
    expect(emailField()).toHaveProperty("value", "asha.r@example.in");
    expect(screen.getAllByRole("textbox", { name: /^Issue \d/ })).toHaveLength(1);
  },
);

test(
  "an empty form names what is missing, marks it and puts the cursor into the first of it",
  { tags: ["5.7"] },
  async () => {
    const { user } = open();
    await user.click(submitButton());
    expect(latestToast()).toMatchObject({
      title: "Incomplete Form",
      description: "Please fill in required fields: Property Name, Locality, City, Review Text.",
      variant: "destructive",
      duration: 4000,
    });
    await waitFor(() => expect(document.activeElement).toBe(propertyName()));
    for (const field of [propertyName(), locality(), city(), comment()]) {
      expect(field.getAttribute("aria-invalid")).toBe("true");
      expect(descriptionOf(field)).not.toBe("");
    }
    expect(insert).not.toHaveBeenCalled();
  },
);

test("then the rating is asked for, then the first issue", { tags: ["5.8", "5.9", "5.11"] }, async () => {
  const { user } = open();
  await fillTexts(user);
  await user.click(submitButton());
  expect(latestToast()).toMatchObject({
    title: "Rating Required",
    description: "Please select a star rating.",
    duration: 3000,
  });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("radio", { name: "1 star" })));

  await user.click(screen.getByRole("radio", { name: "4 stars" }));
  await user.click(submitButton());
  expect(latestToast()).toMatchObject({
    title: "Issue Description Required",
    description: "Please describe at least one issue, or enter 'Nil'.",
    duration: 4000,
  });
  await waitFor(() => expect(document.activeElement).toBe(issue(1)));
  expect(descriptionOf(issue(1))).toContain("At least one issue description is required (or enter 'Nil').");
});

test("a message goes when its field is right again, and only then", async () => {
  const { user } = open();
  await user.click(submitButton());
  await user.type(propertyName(), " ");
  expect(propertyName().getAttribute("aria-invalid")).toBe("true");
  await user.type(propertyName(), "Lakeview");
  expect(propertyName().getAttribute("aria-invalid")).toBeNull();
  expect(locality().getAttribute("aria-invalid")).toBe("true");
});

test("nothing typed is lost when the form is refused", async () => {
  const { user } = open();
  await user.type(comment(), "Quiet and airy.");
  await user.click(submitButton());
  expect(comment()).toHaveProperty("value", "Quiet and airy.");
});

test("an unlisted city asks for its name, which becomes the city", { tags: ["2.94", "2.95"] }, async () => {
  const { user } = open();
  await enterCity(user, "Ziro");
  const other = screen.getByRole("textbox", { name: /Please specify city/ });
  expect(other).toHaveProperty("value", "Ziro");
  await user.clear(other);
  await user.type(other, "Ziro Valley");
  await fillTexts(user, { city: false });
  await user.click(screen.getByRole("radio", { name: "4 stars" }));
  await user.type(issue(1), "Nil");
  await user.click(submitButton());
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
  expect(insert.mock.calls[0]?.[0].city).toBe("Ziro Valley");
});

test("Other can be picked after a search without a hit, and keeps what was typed", { tags: ["2.92"] }, async () => {
  const { user } = open();
  await enter(user, city(), "Ziro");
  expect(screen.getByText("No city found. Select 'Other' to add.")).toBeTruthy();
  await user.click(screen.getByRole("option", { name: "Other", hidden: true }));
  expect(city()).toHaveProperty("value", "Other");
  expect(screen.getByRole("textbox", { name: /Please specify city/, hidden: true })).toHaveProperty("value", "Ziro");
});

test(
  "Other asks for the name of the city, and an empty name is a fault of that field",
  { tags: ["2.93"] },
  async () => {
    const { user } = open();
    await enterCity(user, "Other");
    await fillTexts(user, { city: false });
    await user.click(submitButton());
    expect(latestToast()?.description).toBe("Please fill in required fields: City.");
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /Please specify city/ })),
    );
  },
);

test("a date that is only half typed is not passed over", async () => {
  const { user } = open();
  await fillAll(user);
  const date = screen.getByLabelText("Move-in Date");
  Object.defineProperty(date, "validity", { value: { badInput: true } });
  await user.click(submitButton());
  await waitFor(() => expect(document.activeElement).toBe(date));
  expect(descriptionOf(date)).toContain("Enter a valid move-in date.");
  expect(insert).not.toHaveBeenCalled();
});

test("issue rows grow and shrink, never below one, and the cursor goes along", { tags: ["2.97"] }, async () => {
  const { user } = open();
  expect(screen.queryByRole("button", { name: /Remove issue/ })).toBeNull();
  await user.type(issue(1), "Seepage");
  await user.click(screen.getByRole("button", { name: "Add another issue" }));
  expect(document.activeElement).toBe(issue(2));
  await user.type(issue(2), "Lift out of order");
  await user.selectOptions(screen.getByRole("combobox", { name: "Severity of issue 2" }), "Major");
  await user.click(screen.getByRole("button", { name: "Remove issue 1" }));
  expect(issue(1)).toHaveProperty("value", "Lift out of order");
  expect(document.activeElement).toBe(issue(1));
  expect(screen.queryByRole("button", { name: /Remove issue/ })).toBeNull();
});

test("an answer to a question that needs none can be taken back", async () => {
  const { user } = open();
  await user.click(screen.getByRole("radio", { name: "In person" }));
  await user.click(screen.getByRole("button", { name: /Clear the answer to: How did you report issues/ }));
  expect(screen.getByRole("radio", { name: "In person" })).toHaveProperty("checked", false);
});

test("the closed lists are offered as they are specified, in their order", { tags: ["3.12", "3.13", "3.14"] }, () => {
  open();
  expect(optionsOf("Property Type")).toEqual(["Apartment", "PG / Hostel", "Independent House", "Villa", "Shared Room"]);
  expect(optionsOf("Duration of Stay")).toEqual([
    "Less than 6 months",
    "6–12 months",
    "1–2 years",
    "More than 2 years",
  ]);
  expect(optionsOf("Severity of issue 1")).toEqual(["Minor", "Moderate", "Major", "Critical"]);
  expect(answersTo("How did you report issues?")).toHaveLength(5);
  expect(answersTo("Were the issues resolved?")).toHaveLength(5);
  expect(answersTo("How quickly did the management respond?")).toHaveLength(5);
});

test("the name that the review will carry is shown as it is typed", async () => {
  const { user } = open();
  expect(shownAs()).toBe("asha.r");
  await user.clear(emailField());
  expect(shownAs()).toBe("Anonymous");
  await user.type(emailField(), "tenant@example.in");
  expect(shownAs()).toBe("tenant");
});

test("Post as Anonymous leaves the e-mail empty, and gives it back when unticked", async () => {
  const { user } = open();
  const box = screen.getByRole("checkbox", { name: "Post as Anonymous" });
  await user.click(box);
  expect(emailField()).toHaveProperty("value", "");
  expect(shownAs()).toBe("Anonymous");
  await user.click(box);
  expect(emailField()).toHaveProperty("value", "asha.r@example.in");

  await user.click(box);
  await fillAll(user);
  await user.click(submitButton());
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
  expect(insert.mock.calls[0]?.[0].email).toBeNull();
});

test("without an account the e-mail is required and photos are not offered", { tags: ["5.6", "6.9"] }, async () => {
  const { user } = open(null);
  expect(screen.queryByRole("checkbox", { name: "Post as Anonymous" })).toBeNull();
  expect(document.querySelector("input[type=file]")).toBeNull();
  await fillTexts(user);
  await user.click(submitButton());
  expect(latestToast()?.description).toBe("Please fill in required fields: Email.");
  await waitFor(() => expect(document.activeElement).toBe(emailField()));
});

test(
  "while a review is on its way everything is disabled, and a second press sends nothing",
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

test("a review too many keeps the form and its draft, and says beside the button when to try again", async () => {
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

test("a lost connection stays told beside the button until the next try", async () => {
  const { user } = open();
  await fillAll(user);
  insert.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await user.click(submitButton());
  expect((await screen.findByRole("alert")).textContent).toContain("The connection was lost before an answer came.");

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

test("an ended session leads to the login page and back, with the draft kept", { tags: ["4.18"] }, async () => {
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

test("a draft is kept without a word, and comes back with everything but the photos", async () => {
  const first = open();
  await fillAll(first.user);
  await first.user.click(screen.getByRole("checkbox", { name: "Post as Anonymous" }));
  window.dispatchEvent(new Event("pagehide"));
  const kept = keptDraft();
  expect(kept).toMatchObject({ ownerId: "user-1", isAnonymous: true, form: { propertyName: "Lakeview Residency" } });
  first.unmount();

  const { user } = open();
  expect(propertyName()).toHaveProperty("value", "Lakeview Residency");
  expect(screen.getByRole("radio", { name: "4 stars" })).toHaveProperty("checked", true);
  expect(screen.getByRole("checkbox", { name: "Post as Anonymous" })).toHaveProperty("checked", true);
  await user.click(submitButton());
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
  expect(insert.mock.calls[0]?.[0].id).toBe(kept.reviewId);
});

test("a tab in which nothing was changed leaves the draft of another tab alone", async () => {
  const first = open();
  await first.user.type(comment(), "Quiet");
  first.unmount();

  const { user, unmount } = open();
  const [key = ""] = draftKeys();
  const other = (localStorage.getItem(key) ?? "").replace("Quiet", "Quiet and airy.");
  localStorage.setItem(key, other);
  await user.click(city());
  await user.tab();
  window.dispatchEvent(new Event("pagehide"));
  expect(localStorage.getItem(key)).toBe(other);
  unmount();
  expect(localStorage.getItem(key)).toBe(other);
});

test("a draft that another tab changes changes here, beside what is being written here", async () => {
  const first = open();
  await first.user.type(comment(), "Quiet");
  first.unmount();

  const { user } = open();
  await user.type(locality(), "Baner");
  otherTabWrites((text) => text.replace("Quiet", "Quiet and airy."));
  await waitFor(() => expect(comment()).toHaveProperty("value", "Quiet and airy."));
  expect(locality()).toHaveProperty("value", "Baner");
  window.dispatchEvent(new Event("pagehide"));
  expect(keptDraft()).toMatchObject({ form: { comment: "Quiet and airy.", locality: "Baner" } });
});

test("a page that is left before another tab's change is drawn keeps that change as well", async () => {
  const first = open();
  await first.user.type(comment(), "Quiet");
  first.unmount();

  const { user } = open();
  await user.type(locality(), "Baner");
  otherTabWrites((text) => text.replace("Quiet", "Quiet and airy."));
  window.dispatchEvent(new Event("pagehide"));
  expect(keptDraft()).toMatchObject({ form: { comment: "Quiet and airy.", locality: "Baner" } });
});

test("a draft that was published elsewhere goes from here, unless more was written", async () => {
  const first = open();
  await first.user.type(comment(), "Quiet");
  first.unmount();

  const { user } = open();
  otherTabWrites(() => null);
  await waitFor(() => expect(comment()).toHaveProperty("value", ""));
  await user.type(comment(), "Another home");
  window.dispatchEvent(new Event("pagehide"));
  await user.type(comment(), " altogether");
  otherTabWrites(() => null);
  expect(comment()).toHaveProperty("value", "Another home altogether");
});

test("a blank form leaves the draft that another tab begins to that tab", async () => {
  open();
  const id = "0b8c6f5e-6f0e-4b0c-9f43-8d1f3a5b7c9d";
  const newValue = JSON.stringify({
    version: 1,
    keptAt: 1,
    reviewId: id,
    ownerId: "user-1",
    form: { comment: "Theirs" },
  });
  window.dispatchEvent(new StorageEvent("storage", { key: DRAFT_PREFIX + id, newValue }));
  expect(comment()).toHaveProperty("value", "");
});

test("a device that has no room says so, asks before the page is left, and keeps the draft until then", async () => {
  const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  });
  const { user, unmount } = open();
  expect(isLeavingAsked()).toBe(false);
  await user.type(comment(), "Quiet");
  expect(await screen.findByText(/^This device has no room to keep your draft/)).toBeTruthy();
  expect(isLeavingAsked()).toBe(true);
  unmount();
  expect(isLeavingAsked()).toBe(false);

  open();
  expect(comment()).toHaveProperty("value", "Quiet");
  expect(screen.getByText(/^This device has no room/)).toBeTruthy();
  setItem.mockRestore();
  await user.type(comment(), ".");
  await waitFor(() => expect(draftKeys()).toHaveLength(1));
  expect(screen.queryByText(/^This device has no room/)).toBeNull();
});

test("a draft can be discarded, and even that can be undone", async () => {
  const first = open();
  await first.user.type(comment(), "Quiet");
  first.unmount();
  const { user } = open();
  await user.click(screen.getByRole("button", { name: "Discard draft" }));
  expect(comment()).toHaveProperty("value", "");
  expect(draftKeys()).toEqual([]);
  expect(latestToast()).toMatchObject({ title: "Draft discarded", action: { label: "Undo" } });
  latestToast()?.action?.onClick?.();
  await waitFor(() => expect(comment()).toHaveProperty("value", "Quiet"));
});

test("another account on the same device sees no draft and leaves it alone", async () => {
  const first = open();
  await first.user.type(comment(), "Quiet");
  first.unmount();
  const second = open({ id: "user-2", email: "ravi@example.in" });
  expect(comment()).toHaveProperty("value", "");
  second.unmount();
  open();
  expect(comment()).toHaveProperty("value", "Quiet");
});

test("junk in place of a draft breaks nothing", () => {
  localStorage.setItem(`${DRAFT_PREFIX}0b8c6f5e-6f0e-4b0c-9f43-8d1f3a5b7c9d`, "{oops");
  open();
  expect(propertyName()).toHaveProperty("value", "");
});

test("photos are shown, sent in order and reported on", { tags: ["4.20", "4.22", "4.23"] }, async () => {
  const { user } = open();
  await fillAll(user);
  await user.upload(fileInput(), [png("hall.png"), png("kitchen.png")]);
  expect(await screen.findByRole("img", { name: "Preview of kitchen.png" })).toBeTruthy();
  await user.click(submitButton());
  await waitFor(() => expect(latestToast()?.title).toBe("Review Submitted!"));
  expect(currentToasts().toReversed()).toMatchObject([
    {
      title: "Uploading proof...",
      description: "Uploading 2 file(s).",
      duration: Number.POSITIVE_INFINITY,
      state: "dismissed",
    },
    { title: "Upload Complete", description: "2 file(s) uploaded successfully." },
    { title: "Review Submitted!" },
  ]);
  expect(insert.mock.calls[0]?.[0].proofUrls).toHaveLength(2);
  expect(screen.queryByRole("img", { name: /Preview/ })).toBeNull();
  expect(URL.revokeObjectURL).toHaveBeenCalledTimes(2);
});

test("a failed upload keeps the photos and sends only the rest the next time", { tags: ["8.14"] }, async () => {
  upload.mockResolvedValueOnce({ path: "/first" }).mockRejectedValueOnce(new Error("Bad gateway"));
  const { user } = open();
  await fillAll(user);
  await user.upload(fileInput(), [png("hall.png"), png("kitchen.png")]);
  await screen.findByRole("img", { name: "Preview of kitchen.png" });
  await user.click(submitButton());
  await waitFor(() =>
    expect(latestToast()).toMatchObject({
      title: "Submission Failed",
      description: "Failed to upload kitchen.png: Bad gateway",
      duration: 5000,
    }),
  );
  await user.click(submitButton());
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
  expect(upload).toHaveBeenCalledTimes(3);
});

test("a photo that is too small is named, with the size it should have", async () => {
  vi.mocked(removeMetadata).mockResolvedValue("too-small");
  const { user } = open();
  await user.upload(fileInput(), [png("dot.png")]);
  const sentence = "dot.png is too small to prove anything. Choose a photo of at least 200 by 200 pixels.";
  await waitFor(() => expect(latestToast()).toMatchObject({ title: "File Selection Error", description: sentence }));
  expect(descriptionOf(fileInput())).toContain(sentence);
});

test("files that may not be used are named, and the others stay", { tags: ["5.16", "5.17"] }, async () => {
  vi.mocked(removeMetadata).mockImplementation(async (file) =>
    file.name === "fake.png" ? "unreadable" : { photo: new Blob(["pixels"], { type: file.type }) },
  );
  const { user } = open();
  await user.upload(fileInput(), [png("hall.png"), png("fake.png")]);
  await screen.findByRole("img", { name: "Preview of hall.png" });
  await user.upload(fileInput(), [png("hall.png")]);
  await waitFor(() => expect(latestToast()?.description).toBe("hall.png is already selected."));
  expect(currentToasts().at(-1)).toMatchObject({
    title: "File Selection Error",
    description: "fake.png cannot be read as a PNG, JPG or GIF picture.",
    variant: "destructive",
    duration: 4000,
  });
  expect(descriptionOf(fileInput())).toContain("hall.png is already selected.");

  await user.click(screen.getByRole("button", { name: "Remove hall.png" }));
  expect(screen.queryByRole("img")).toBeNull();
  expect(document.activeElement).toBe(fileInput());
  await user.upload(fileInput(), [png("hall.png")]);
  expect(await screen.findByRole("img", { name: "Preview of hall.png" })).toBeTruthy();
});

test("a photo that may not be used comes with what to do about it", async () => {
  vi.mocked(removeMetadata).mockResolvedValueOnce({ actualType: "image/png" });
  const user = userEvent.setup({ applyAccept: false });
  open();
  await user.upload(fileInput(), [
    new File(["pixels"], "hall.jpg", { type: "image/jpeg" }),
    new File(["pixels"], "IMG_1.HEIC", { type: "" }),
  ]);
  await waitFor(() =>
    expect(latestToast()?.description).toBe(
      "IMG_1.HEIC is not a PNG, JPG or GIF image. Choose JPG in the camera settings, or take a screenshot of it. " +
        "hall.jpg is really a PNG picture. Rename it to end in .png, or take a screenshot of it.",
    ),
  );
  expect(screen.queryByRole("img")).toBeNull();
});

test("a photo still being read when the form is sent is not left behind", async () => {
  const reading = Promise.withResolvers<{ photo: Blob }>();
  vi.mocked(removeMetadata).mockReturnValueOnce(reading.promise);
  const { user } = open();
  await fillAll(user);
  await user.upload(fileInput(), [png("hall.png")]);
  await user.click(submitButton());
  expect(insert).not.toHaveBeenCalled();
  reading.resolve({ photo: new Blob(["pixels"], { type: "image/png" }) });
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
  expect(insert.mock.calls[0]?.[0].proofUrls).toHaveLength(1);
});

test("the whole form can be filled in and sent by keyboard", async () => {
  const { user } = open();
  await user.tab();
  expect(document.activeElement).toBe(propertyName());
  await user.keyboard("Lakeview Residency");
  await user.tab();
  await user.keyboard("Baner");
  await user.tab();
  await user.keyboard("Pune");
  await user.tab();
  await focusByTab(user, screen.getByRole("radio", { name: "1 star" }));
  await user.keyboard("[ArrowRight][ArrowRight]");
  await focusByTab(user, comment());
  await user.keyboard("Quiet and airy.");
  await focusByTab(user, issue(1));
  await user.keyboard("Nil");
  await focusByTab(user, submitButton());
  await user.keyboard("[Enter]");
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
  expect(insert.mock.calls[0]?.[0]).toMatchObject({ propertyName: "Lakeview Residency", city: "Pune", rating: 3 });
});

type User = ReturnType<typeof userEvent.setup>;

function draftKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(DRAFT_PREFIX));
}

function keptDraft() {
  return JSON.parse(localStorage.getItem(draftKeys()[0] ?? "") ?? "{}");
}

/** Another tab stores what `change` makes of the draft, or removes it, and this one hears of it. */
function otherTabWrites(change: (text: string) => string | null) {
  const [key = ""] = draftKeys();
  const newValue = change(localStorage.getItem(key) ?? "");
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
}

/** Whether the browser would ask somebody who closes the tab now. */
function isLeavingAsked(): boolean {
  return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

function open(author: { id: string; email: string } | null = ASHA) {
  const user = userEvent.setup();
  const { unmount } = render(
    <MemoryRouter>
      <SubmitReviewForm user={author} isAnonymousEntryAllowed={author === null} />
    </MemoryRouter>,
  );
  return { user, unmount };
}

async function fillTexts(user: User, { city: isCityGiven = true } = {}) {
  await enter(user, propertyName(), "Lakeview Residency");
  await enter(user, locality(), "Baner");
  if (isCityGiven) await enterCity(user, "Pune");
  await enter(user, comment(), "Quiet and airy.");
}

async function fillAll(user: User) {
  await fillTexts(user);
  await user.click(screen.getByRole("radio", { name: "4 stars" }));
  await enter(user, issue(1), "Nil");
}

async function enter(user: User, field: HTMLElement, text: string) {
  await user.click(field);
  await user.paste(text);
}

/** While the list of cities is open, the rest of the page is hidden from screen readers and from these tests. */
async function enterCity(user: User, name: string) {
  await enter(user, city(), name);
  await user.tab();
}

async function focusByTab(user: User, target: HTMLElement) {
  for (let steps = 0; document.activeElement !== target; steps += 1) {
    if (steps > 60) throw new Error("The field cannot be reached by keyboard.");
    await user.tab();
  }
}

function optionsOf(name: string) {
  const select = screen.getByRole<HTMLSelectElement>("combobox", { name });
  return [...select.options].filter((option) => option.value !== "").map((option) => option.textContent);
}

function answersTo(question: string) {
  return within(screen.getByRole("radiogroup", { name: question })).getAllByRole("radio");
}

function propertyName() {
  return screen.getByRole("textbox", { name: /Property Name/ });
}

function locality() {
  return screen.getByRole("textbox", { name: /Locality/ });
}

function city() {
  return screen.getByRole("combobox", { name: /^City/ });
}

function comment() {
  return screen.getByRole("textbox", { name: /Review Text/ });
}

function emailField() {
  return screen.getByRole("textbox", { name: /^Email/ });
}

function issue(number: number) {
  return screen.getByRole("textbox", { name: new RegExp(`^Issue ${number}`) });
}

function submitButton() {
  return screen.getByRole("button", { name: "Submit Review" });
}

function fileInput() {
  return screen.getByLabelText<HTMLInputElement>(/photos/i, { selector: "input[type=file]" });
}

function shownAs() {
  return within(screen.getByText(/Shown as:/)).getByRole("strong").textContent;
}

function descriptionOf(field: HTMLElement): string {
  const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.querySelector(`[id="${id}"]`)?.textContent ?? "").join(" ");
}

function latestToast() {
  return currentToasts()[0];
}

function png(name: string): File {
  return new File(["pixels"], name, { type: "image/png" });
}
