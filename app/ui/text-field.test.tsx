// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { expect, test } from "vitest";
import { SelectField } from "./select-field";
import { TextAreaField } from "./text-area-field";
import { TextField } from "./text-field";

const WORDS = { label: "City", name: "city" };
const FAULTY = { ...WORDS, error: "Please name a city.", hint: "Where the home is.", isRequired: true };

test.each([TextField, TextAreaField])(
  "names a field by its label, and describes it by error and hint: %o",
  (Control) => {
    render(<Control {...FAULTY} />);
    const input = screen.getByLabelText(/^City/);
    expect([input.ariaInvalid, input.ariaRequired, input.hasAttribute("required")]).toEqual(["true", "true", false]);
    const ids = input.getAttribute("aria-describedby")?.split(" ") ?? [];
    expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual([FAULTY.error, FAULTY.hint]);
    cleanup();
    render(<Control {...WORDS} />);
    const other = screen.getByLabelText("City");
    expect([other.ariaInvalid, other.getAttribute("aria-describedby")]).toEqual([null, null]);
  },
);

test("passes a ref to the control", () => {
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
