// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  city,
  comment,
  descriptionOf,
  emailField,
  enter,
  enterCity,
  fillAll,
  fillTexts,
  insert,
  issue,
  latestToast,
  locality,
  open,
  propertyName,
  resetForm,
  submitButton,
  type User,
} from "./test-form";
import { prepareSubmission } from "~/data/submissions";

vi.mock("~/data/photo-metadata");
vi.mock("~/data/photo-upload");
vi.mock("~/data/submissions");
vi.mock("~/data/visitor-suggestions");

beforeEach(resetForm);
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

test("an empty form lists the missing fields, marks them and focuses the first", { tags: ["5.7"] }, async () => {
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
});

test(
  "after the required fields the rating is required, then the first issue",
  { tags: ["5.8", "5.9", "5.11"] },
  async () => {
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
  },
);

test("a message is removed when its field is valid, and not before", async () => {
  const { user } = open();
  await user.click(submitButton());
  await user.type(propertyName(), " ");
  expect(propertyName().getAttribute("aria-invalid")).toBe("true");
  await user.type(propertyName(), "Lakeview");
  expect(propertyName().getAttribute("aria-invalid")).toBeNull();
  expect(locality().getAttribute("aria-invalid")).toBe("true");
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

test("Other can be picked after a search without results, and keeps what was typed", { tags: ["2.92"] }, async () => {
  const { user } = open();
  await enter(user, city(), "Ziro");
  expect(screen.getByText("No city found. Select 'Other' to add.")).toBeTruthy();
  await user.click(screen.getByRole("option", { name: "Other", hidden: true }));
  expect(city()).toHaveProperty("value", "Other");
  expect(screen.getByRole("textbox", { name: /Please specify city/, hidden: true })).toHaveProperty("value", "Ziro");
});

test(
  "Other asks for the name of the city, and the message for a blank name is beside that field",
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

test("issue rows are added and removed, never the last one, and the focus follows", { tags: ["2.97"] }, async () => {
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

test("the answer to an optional question can be cleared", async () => {
  const { user } = open();
  await user.click(screen.getByRole("radio", { name: "In person" }));
  await user.click(screen.getByRole("button", { name: /Clear the answer to: How did you report issues/ }));
  expect(screen.getByRole("radio", { name: "In person" })).toHaveProperty("checked", false);
});

test("the options of the closed lists are those specified, in their order", { tags: ["3.12", "3.13", "3.14"] }, () => {
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

test("the display name is previewed while the e-mail is typed", async () => {
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
  await user.clear(emailField());
  await user.type(emailField(), "tenant@example.in");
  await user.click(box);
  await user.click(box);
  expect(emailField()).toHaveProperty("value", "tenant@example.in");

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
  await user.click(screen.getByRole("radio", { name: "4 stars" }));
  await user.click(submitButton());
  expect(latestToast()?.description).toBe("Please fill in required fields: Email.");
  await waitFor(() => expect(document.activeElement).toBe(emailField()));
});

test("the whole form can be filled in and submitted by keyboard", async () => {
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

function shownAs() {
  return within(screen.getByText(/Shown as:/)).getByRole("strong").textContent;
}
