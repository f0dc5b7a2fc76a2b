// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  city,
  comment,
  descriptionOf,
  enter,
  fillAll,
  insert,
  issue,
  keptDrafts,
  latestToast,
  open,
  propertyName,
  submitButton,
  write,
} from "./test-form";
import { DatabaseFailure } from "~/data/database-failure";
import { prepareSubmission } from "~/data/submissions";
import { dayInIndia, formatDay } from "~/domain/dates";
import { isAsked } from "~/domain/given-answers";
import { QUESTION_KEYS } from "~/domain/questions";

test("asks for the name of the city after Other, and keeps what was typed", { tags: ["2.89", "2.93"] }, async () => {
  const { user } = await open();
  fillAll({ city: true });
  await enter(user, city(), "Ziro");
  expect(screen.getByRole("group", { name: "No city found. Select 'Other' to add." })).toBeTruthy();
  await user.click(screen.getByRole("option", { name: "Other", hidden: true }));
  expect(city()).toHaveProperty("value", "Other");
  const other = screen.getByRole("textbox", { name: /Please specify city/, hidden: true });
  expect(other).toHaveProperty("value", "Ziro");

  write(other, " ");
  await user.click(submitButton());
  await waitFor(() => expect(document.activeElement).toBe(other));
  expect(latestToast()?.description).toBe("Please fill in required fields: City.");
  write(other, "Ziro Valley");
  expect(other.ariaInvalid).toBeNull();
  await user.click(submitButton());
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
  expect(insert.mock.calls[0]?.[0].city).toBe("Ziro Valley");
});

const PARTS = [
  ...["Property Details", "Your Review", "Additional Feedback", "Rent, deposit and rules (optional)"],
  "Reported Issues & Management Response",
];

test("shows its sections, and moves the focus when issue rows change", { tags: ["2.87", "2.96"] }, async () => {
  const { user } = await open();
  const parts = screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
  expect(parts).toEqual([...PARTS, "Evidence (Optional)"]);
  for (const key of QUESTION_KEYS.filter((name) => isAsked(name, {})))
    expect(document.getElementsByName(key).length).toBeGreaterThan(0);
  // The form loads the code that sends a review before the connection can be lost.
  await waitFor(() => expect(prepareSubmission).toHaveBeenCalled());
  expect(screen.getAllByRole("textbox", { name: /^Issue \d/ })).toHaveLength(1);
  expect(screen.queryByRole("button", { name: /Remove issue/ })).toBeNull();
  write(issue(1), "Seepage");
  await user.click(screen.getByRole("button", { name: "Add another issue" }));
  expect(document.activeElement).toBe(issue(2));
  write(issue(2), "Lift out of order");
  await user.selectOptions(screen.getByRole("combobox", { name: "Severity of issue 2" }), "Major");
  await user.click(screen.getByRole("button", { name: "Remove issue 1" }));
  expect(issue(1)).toHaveProperty("value", "Lift out of order");
  expect(document.activeElement).toBe(issue(1));
  expect(screen.queryByRole("button", { name: /Remove issue/ })).toBeNull();
});

test(
  "says what is collected and why above the button, and what no photo proves",
  { tags: ["10.600", "10.605"] },
  async () => {
    await open();
    const notice = screen.getByText(/^By submitting you confirm that you are 18 or older and accept the/);
    expect(notice.textContent).toMatch(
      /everyone can read the review.* only our team can see which account .* you can withdraw it/,
    );
    const links = within(notice).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/terms", "/privacy", "/account"]);
    expect(notice.nextElementSibling).toBe(screen.getByRole("button", { name: "Submit Review" }));
    expect(screen.getByText(/^PNG, JPG or GIF/).textContent).toContain("A picture made or changed by AI is no proof.");
  },
);

test("fills in Nil for No issues, and restores the rows when unchecked", { tags: ["10.71"] }, async () => {
  const { user } = await open();
  fillAll();
  write(issue(1), "Seepage");
  await user.click(screen.getByRole("button", { name: "Add another issue" }));
  write(issue(2), "Noise");
  const box = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "No issues" });
  await user.click(box());
  expect(box().checked).toBe(true);
  expect(screen.getAllByRole("textbox", { name: /^Issue \d/ })).toHaveLength(1);
  expect(issue(1)).toHaveProperty("value", "Nil");
  await user.click(box());
  expect([issue(1), issue(2)].map((row) => (row as HTMLTextAreaElement).value)).toEqual(["Seepage", "Noise"]);
  await user.click(box());
  await user.click(submitButton());
  await waitFor(() => expect(issue(1)).toHaveProperty("value", ""));
  write(issue(1), "Nil");
  await user.click(box());
  expect(issue(1)).toHaveProperty("value", "");
});

test("refuses a month without a year, and sends both as the first of the month", { tags: ["10.71"] }, async () => {
  const { user } = await open();
  fillAll();
  const year = screen.getByRole<HTMLSelectElement>("combobox", { name: "Year of moving in" });
  const years = [...year.options].slice(1).map(({ text }) => text);
  expect([years[0], years.at(-1)]).toEqual([String(new Date().getFullYear()), "1950"]);
  await user.selectOptions(screen.getByRole("combobox", { name: "Month of moving in" }), "June");
  await user.click(submitButton());
  await waitFor(() => expect(document.activeElement).toBe(year));
  expect(descriptionOf(year)).toContain("Choose both the month and the year, or neither.");
  expect(insert).not.toHaveBeenCalled();
  await user.selectOptions(year, "2023");
  expect(year.ariaInvalid).toBeNull();
  await user.click(submitButton());
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
  expect(insert.mock.calls[0]?.[0].moveInDate).toBe("2023-06-01");
});

test("clears the answer to an optional question, and keeps the focus in the question", async () => {
  const { user } = await open();
  const answer = screen.getByRole("radio", { name: "In person" });
  await user.click(answer);
  await user.click(screen.getByRole("button", { name: /Clear the answer to: How did you report issues/ }));
  expect(answer).toHaveProperty("checked", false);
  expect(answer.closest("[role=radiogroup]")?.contains(document.activeElement)).toBe(true);
});

test("starts anonymous, and hides the email until the author chooses a name", { tags: ["10.73"] }, async () => {
  const { user } = await open();
  const email = () => screen.getByRole("textbox", { name: /^Email/ });
  const anonymous = screen.getByRole("radio", { name: "Anonymous" });
  expect(screen.getByRole("radiogroup", { name: "What name should readers see?" }).contains(anonymous)).toBe(true);
  expect(anonymous).toHaveProperty("checked", true);
  const day = formatDay(dayInIndia(new Date()));
  expect(descriptionOf(anonymous)).toBe(`Readers see “Anonymous · ${day}”.`);
  expect(descriptionOf(screen.getByRole("radio", { name: "As asha.r" }))).toBe(
    `Readers see “asha.r · ${day}”, never your email.`,
  );
  expect(screen.queryByRole("textbox", { name: /^Email/ })).toBeNull();
  await user.click(screen.getByRole("radio", { name: "As asha.r" }));
  expect(email()).toHaveProperty("value", "asha.r@example.in");
  write(email(), "tenant@example.in");
  await user.click(anonymous);
  await user.click(screen.getByRole("radio", { name: "As tenant" }));
  expect(email()).toHaveProperty("value", "tenant@example.in");
  await user.click(anonymous);
  fillAll();
  await user.click(submitButton());
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
  expect(insert.mock.calls[0]?.[0].email).toBeNull();
});

test("remembers the last choice of a name for the next review", { tags: ["10.73", "10.560"] }, async () => {
  const { user, unmount } = await open();
  const isChecked = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name }).checked;
  const publish = async () => {
    fillAll();
    await user.click(submitButton());
    return (await screen.findByText(/^Your review is published/)).textContent;
  };
  expect(await publish()).not.toContain("your name");
  expect(isChecked("Anonymous")).toBe(true);
  await user.click(screen.getByRole("radio", { name: "As asha.r" }));
  expect(await publish()).toContain("you can take your name off it, withdraw it, or add what happens later");
  expect(isChecked("As asha.r")).toBe(true);
  unmount();
  await open();
  expect(isChecked("As asha.r")).toBe(true);
  cleanup();
  await open({ id: "user-2", email: "ravi@example.in" });
  expect(isChecked("Anonymous")).toBe(true);
  cleanup();
  // A site without accounts signs each review with the email.
  await open(null);
  expect(screen.getByRole("textbox", { name: /^Email/ })).toBeTruthy();
});

test("shows the card as readers will see it while it is written", { tags: ["10.561"] }, async () => {
  const { user } = await open();
  const summary = screen.getByText("See how it will look");
  write(comment(), "Quiet");
  expect(screen.queryByText("Anonymous: Quiet")).toBeNull();
  // jsdom does not open details.
  const details = summary.closest("details") as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event("toggle"));
  expect(await screen.findByText("Anonymous: Quiet")).toBeTruthy();
  await user.click(screen.getByRole("radio", { name: "As asha.r" }));
  write(comment(), "Quiet and airy.");
  expect(await screen.findByText("asha.r: Quiet and airy.")).toBeTruthy();
});

test("opens rent, deposit and rules on demand or for a draft with answers, and counts the answers", async () => {
  const { user, unmount } = await open();
  const summary = (text: RegExp) => screen.getByText(text, { selector: "summary, summary *" });
  const isOpen = (text: RegExp) => summary(text).closest("details")?.open;
  expect([isOpen(/^Rent, deposit/), isOpen(/^Money/), isOpen(/^Rules/)]).toEqual([false, true, false]);
  await user.click(summary(/^Rent, deposit/));
  expect(isOpen(/^Rent, deposit/)).toBe(true);
  expect(screen.queryByText("PG")).toBeNull();
  await user.selectOptions(screen.getByRole("combobox", { name: "Property Type" }), "Shared Room");
  expect(screen.getByText("PG")).toBeTruthy();

  const yes = () => within(screen.getByRole("radiogroup", { name: "Pets" })).getByRole("radio", { name: "Yes" });
  expect(screen.getByRole("group", { name: "Welcome here?" }).contains(yes())).toBe(true);
  await user.click(yes());
  expect(screen.getByText(/1 answered/).parentElement?.textContent).toBe("Rules · 1 answered");
  unmount();

  const again = await open();
  expect([isOpen(/^Rent, deposit/), isOpen(/^Money/), isOpen(/^Rules/)]).toEqual([true, false, true]);
  await again.user.click(yes());
  expect(yes()).toHaveProperty("checked", false);
  expect(screen.queryByText(/1 answered/)).toBeNull();
});

test("asks a tenant of a PG about the PG first", { tags: ["10.410"] }, async () => {
  const { user } = await open();
  const groups = () => [...document.querySelectorAll<HTMLDetailsElement>("details[name]")];
  const titles = () => groups().map((group) => [/\w+/.exec(group.textContent)?.[0], group.open]);
  const flat = [
    ["Money", true],
    ["Living", false],
    ["Rules", false],
  ];
  expect(titles()).toEqual(flat);
  const type = screen.getByRole("combobox", { name: "Property Type" });
  await user.selectOptions(type, "PG / Hostel");
  expect(titles()).toEqual([["PG", true], ["Money", false], ...flat.slice(1)]);
  const [first] = within(groups()[0] as HTMLElement).getAllByRole("radiogroup");
  expect(within(first as HTMLElement).getAllByRole("radio")).toHaveLength(3);
  expect(first).toBe(screen.getByRole("radiogroup", { name: "Who is it for?" }));
  await user.selectOptions(type, "Villa");
  expect(titles()).toEqual(flat);
});

test("shows a hint, not an error, below a text that names a flat or a person", { tags: ["10.73"] }, async () => {
  const { user } = await open();
  fillAll();
  const hints = () =>
    screen.getAllByRole("status").flatMap(({ textContent }) => textContent.match(/.*(?:2\.2|owner).*/) ?? []);
  expect(hints()).toEqual([]);
  write(comment(), "Flat 402, ask Mr Rao.");
  write(issue(1), "Nil, said 98450 12345 to a@b.in");
  expect(hints()).toEqual([
    "Another person’s name is against rule 2.2, and the review may be taken down: write “the manager”." +
      "Your flat or room number may tell the owner who you are.",
    "Another person’s phone number or email address is against rule 2.2, and the review may be taken down: write “the manager”.",
  ]);
  expect([comment().ariaInvalid, issue(1).ariaInvalid]).toEqual([null, null]);
  await user.click(submitButton());
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
});

test("announces the remaining characters only near the limit", { tags: ["10.71"] }, async () => {
  await open();
  const announcement = comment().closest("section")?.querySelector("output.sr-only") as HTMLElement;
  for (const [length, announced] of [
    [4700, ""],
    [4810, "At most 200 characters left"],
    [4820, "At most 200 characters left"],
    [4980, "At most 20 characters left"],
    [5001, "The text is too long"],
  ] as const) {
    write(comment(), "a".repeat(length));
    expect(announcement.textContent).toBe(announced);
  }
});

test("disables the form while it is sent, and sends it once", { tags: ["2.88", "4.16", "4.40"] }, async () => {
  const saving = Promise.withResolvers<"saved">();
  insert.mockReturnValueOnce(saving.promise);
  await open();
  fillAll();
  const button = submitButton();
  button.click();
  button.click();
  expect((await screen.findByRole("button", { name: "Submitting..." })).matches(":disabled")).toBe(true);
  expect(propertyName().matches(":disabled")).toBe(true);
  saving.resolve("saved");
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Your review is published."));
  expect(insert).toHaveBeenCalledOnce();
  expect(latestToast()).toMatchObject({
    title: "Review Submitted!",
    description: "Thank you for sharing your experience.",
    action: { label: "View your review", to: `/reviews#review-${insert.mock.calls[0]?.[0].id}` },
  });
  expect(propertyName().matches(":disabled")).toBe(false);
  expect(keptDrafts()).toEqual([]);
});

test("shows a failure at the button, and retries the same review", { tags: ["4.16", "4.17", "11.243"] }, async () => {
  const { user } = await open();
  fillAll({ city: true });
  // The visitor submits without leaving the city field.
  write(city(), "Ziro");
  const failure = async () => {
    await user.click(submitButton());
    return (await screen.findByRole("alert")).textContent;
  };
  insert.mockRejectedValueOnce(new Error("The database has a fault."));
  expect(await failure()).toBe(
    "Your review was not published. Everything you entered is kept. The database has a fault.",
  );
  expect(latestToast()).toMatchObject({
    title: "Submission Error",
    description: "Failed to save review: The database has a fault.",
  });
  await waitFor(() => expect(document.activeElement).toBe(submitButton()));
  insert.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect(await failure()).toContain("The connection was lost before the server answered.");
  insert.mockResolvedValueOnce({ outcome: "too-many-attempts", sentence: "Please wait 40 seconds." });
  expect(await failure()).toBe(
    "Too many attempts. Your review is not published yet. Everything you entered is kept. Please wait 40 seconds.",
  );
  const repeated = "You have published this text before. Write a different text about this home.";
  insert.mockRejectedValueOnce(new DatabaseFailure(repeated, 409, "PT409"));
  expect(await failure()).toBe(`Your review was not published. Everything you entered is kept. ${repeated}`);
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  insert.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect(await failure()).toContain("Your review was not sent, and everything you entered is kept.");
  onLine.mockRestore();
  expect(comment()).toHaveProperty("value", "Quiet and airy.");

  const saving = Promise.withResolvers<"saved">();
  insert.mockReturnValueOnce(saving.promise);
  await user.click(submitButton());
  expect(latestToast()?.state).toBe("dismissed");
  saving.resolve("saved");
  await waitFor(() => expect(latestToast()?.title).toBe("Review Submitted!"));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(insert.mock.calls.at(-1)?.[0].city).toBe("Ziro");
  expect(new Set(insert.mock.calls.map(([review]) => review.id)).size).toBe(1);
});
