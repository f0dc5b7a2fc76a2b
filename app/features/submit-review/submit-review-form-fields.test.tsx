// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { comment, descriptionOf, enter, fillAll, insert, issue, open, resetForm, submitButton } from "./test-form";
import { dayInIndia } from "~/domain/dates";

vi.mock("~/data/photo-metadata");
vi.mock("~/data/photo-upload");
vi.mock("~/data/submissions");
vi.mock("~/data/visitor-suggestions");

beforeEach(resetForm);
afterEach(cleanup);

test("a month without a year is no date, and a later month of this year is none yet", { tags: ["10.71"] }, async () => {
  const { user } = open();
  await fillAll(user);
  const month = screen.getByRole("combobox", { name: "Month of moving in" });
  const year = screen.getByRole<HTMLSelectElement>("combobox", { name: "Year of moving in" });
  expect([year.options[1]?.text, year.options[year.options.length - 1]?.text]).toEqual([
    String(new Date().getFullYear()),
    "1950",
  ]);
  await user.selectOptions(month, "June");
  await user.click(submitButton());
  await waitFor(() => expect(document.activeElement).toBe(year));
  expect(descriptionOf(year)).toContain("Choose both the month and the year, or neither.");
  expect(insert).not.toHaveBeenCalled();

  await user.selectOptions(year, "2023");
  expect(year.getAttribute("aria-invalid")).toBeNull();
  await user.click(submitButton());
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
  expect(insert.mock.calls[0]?.[0].moveInDate).toBe("2023-06-01");
});

test("the current month can be chosen on each of its days", { tags: ["10.71"] }, async () => {
  const { user } = open();
  const [year = "", month = ""] = dayInIndia(new Date()).split("-");
  await fillAll(user);
  await user.selectOptions(screen.getByRole("combobox", { name: "Month of moving in" }), month);
  await user.selectOptions(screen.getByRole("combobox", { name: "Year of moving in" }), year);
  await user.click(submitButton());
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
  expect(insert.mock.calls[0]?.[0].moveInDate).toBe(`${year}-${month}-01`);
});

test("No issues fills in Nil, and gives back what stood there", { tags: ["10.72"] }, async () => {
  const { user } = open();
  await enter(user, issue(1), "Seepage");
  await user.click(screen.getByRole("button", { name: "Add another issue" }));
  await enter(user, issue(2), "Noise");
  const box = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "No issues" });
  await user.click(box());
  expect(box().checked).toBe(true);
  expect(screen.getAllByRole("textbox", { name: /^Issue \d/ })).toHaveLength(1);
  expect(issue(1)).toHaveProperty("value", "Nil");
  await user.click(box());
  expect([issue(1), issue(2)].map((row) => (row as HTMLTextAreaElement).value)).toEqual(["Seepage", "Noise"]);
  await user.click(box());
  await enter(user, issue(1), " but noise");
  expect(box().checked).toBe(false);
});

test("No issues gives nothing back of a review that is published already", async () => {
  const { user } = open();
  await fillAll(user);
  await user.clear(issue(1));
  await enter(user, issue(1), "Seepage");
  const box = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "No issues" });
  await user.click(box());
  await user.click(submitButton());
  await waitFor(() => expect(issue(1)).toHaveProperty("value", ""));
  await enter(user, issue(1), "Nil");
  await user.click(box());
  expect(issue(1)).toHaveProperty("value", "");
});

test("the end of the text is announced only when it is near", { tags: ["10.73"] }, async () => {
  const { user } = open();
  const announced = () => within(comment().closest("[data-field]") as HTMLElement).getByRole("status").textContent;
  await enter(user, comment(), "a".repeat(4700));
  expect(announced()).toBe("");
  await enter(user, comment(), "a".repeat(110));
  expect(announced()).toBe("At most 200 characters left");
  await enter(user, comment(), "a".repeat(10));
  expect(announced()).toBe("At most 200 characters left");
  await enter(user, comment(), "a".repeat(160));
  expect(announced()).toBe("At most 20 characters left");
  await enter(user, comment(), "a".repeat(30));
  expect(announced()).toBe("The text is too long");
});
