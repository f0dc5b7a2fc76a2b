// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, expect, test } from "vitest";
import { SelectField } from "./select-field";
import { TextAreaField } from "./text-area-field";
import { TextField } from "./text-field";

afterEach(cleanup);

test("a field is named by its label alone and described by its error and its hint", () => {
  render(<TextField label="City" name="city" error="Please name a city." hint="Where the home is." isRequired />);
  const input = screen.getByLabelText(/^City/);
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(input.getAttribute("aria-required")).toBe("true");
  expect(input.hasAttribute("required")).toBe(false);
  expect(descriptionOf(input)).toBe("Please name a city. Where the home is.");
});

test("a field without an error is not invalid and points to nothing that is not there", () => {
  render(<TextField label="City" name="city" />);
  const input = screen.getByLabelText("City");
  expect(input.hasAttribute("aria-invalid")).toBe(false);
  expect(input.hasAttribute("aria-describedby")).toBe(false);
});

test("fields hand on their element, so that a form can focus the first one at fault", () => {
  const text = createRef<HTMLInputElement>();
  const area = createRef<HTMLTextAreaElement>();
  const select = createRef<HTMLSelectElement>();
  render(
    <>
      <TextField label="City" name="city" ref={text} />
      <TextAreaField label="Your review" name="comment" ref={area} />
      <SelectField label="Sort by" name="sort" options={[{ value: "recent", label: "Most Recent" }]} ref={select} />
    </>,
  );
  expect(text.current).toBe(screen.getByLabelText("City"));
  expect(area.current).toBe(screen.getByLabelText("Your review"));
  expect(select.current).toBe(screen.getByLabelText("Sort by"));
});

test("a hidden label still names its field", () => {
  render(<SelectField label="Filter by city" name="city" options={[]} placeholder="All Cities" hideLabel />);
  const select = screen.getByLabelText("Filter by city");
  expect(select.textContent).toBe("All Cities");
});

test("a text area is wired like a text field", () => {
  render(<TextAreaField label="Your review" name="comment" error="Please write a review." />);
  const area = screen.getByLabelText("Your review");
  expect(area.tagName).toBe("TEXTAREA");
  expect(descriptionOf(area)).toBe("Please write a review.");
});

function descriptionOf(element: HTMLElement) {
  const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
}
