// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ComboboxField } from "./combobox-field";

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {};
});

test("chooses the first match with ArrowDown and Enter", { tags: ["10.228"] }, async () => {
  render(<City />);
  const field = screen.getByRole("combobox", { name: "City" });
  await userEvent.type(field, "p{ArrowDown}{Enter}");
  expect(field).toHaveProperty("value", "Mumbai");
});

test("chooses an item typed in full before one that contains it", { tags: ["10.228"] }, async () => {
  render(<City />);
  const field = screen.getByRole("combobox", { name: "City" });
  await userEvent.type(field, "noida{Enter}");
  expect(field).toHaveProperty("value", "Noida");
});

test("searches a text that an input method composes, and keeps a pick meanwhile", { tags: ["10.221"] }, async () => {
  render(<City />);
  const field = screen.getByRole("combobox", { name: "City" });
  await userEvent.click(field);
  fireEvent.compositionStart(field);
  fireEvent.input(field, { target: { value: "bom" }, inputType: "insertCompositionText", isComposing: true });
  expect(options()).toEqual(["Mumbai"]);
  await userEvent.click(screen.getByRole("option", { name: "Mumbai" }));
  fireEvent.compositionEnd(field);
  expect(field).toHaveProperty("value", "Mumbai");
  expect(screen.queryByRole("listbox")).toBeNull();
});

test("keeps a text that nothing matches, and offers the fallback", async () => {
  render(<City />);
  const field = screen.getByRole("combobox", { name: "City" });
  await userEvent.type(field, "Alibag");
  expect(screen.getByRole("status").textContent).toBe("No city found.");
  expect(screen.getByRole("group", { name: "No city found." }).textContent).toBe("No city found.Other");
  await userEvent.keyboard("{Escape}{Escape}");
  expect(field).toHaveProperty("value", "Alibag");
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(field).toHaveProperty("value", "Other");
});

test("searches each text once", async () => {
  const findItems = vi.fn<typeof findCities>(findCities);
  render(<City findItems={findItems} />);
  await userEvent.type(screen.getByRole("combobox", { name: "City" }), "Pun{ArrowDown}");
  expect(findItems.mock.calls.map(([text]) => text)).toEqual(["", "P", "Pu", "Pun"]);
});

test("opens above the input if there is more room", async () => {
  render(<City />);
  const field = screen.getByRole("combobox", { name: "City" });
  vi.spyOn(field, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 500, 300, 48));
  vi.stubGlobal("visualViewport", { offsetTop: 100, height: 460 });
  await userEvent.click(screen.getByRole("button", { name: "Show the list" }));
  const list = screen.getByRole("listbox", { name: "City" });
  expect(list.hasAttribute("data-above")).toBe(true);
  expect(list.style.getPropertyValue("--room")).toBe("392px");
  expect(document.activeElement).toBe(field);
});

const OTHER_NAMES: Record<string, string> = {
  "Greater Noida": "",
  Mumbai: "Bombay Presidency",
  Noida: "",
  Pune: "Poona",
};

function findCities(text: string): string[] {
  return Object.keys(OTHER_NAMES).filter((name) =>
    `${name} ${OTHER_NAMES[name]}`.toLowerCase().includes(text.toLowerCase()),
  );
}

function City({ findItems = findCities }) {
  const [city, setCity] = useState("");
  return (
    <ComboboxField
      label="City"
      name="city"
      findItems={findItems}
      fallbackItem="Other"
      value={city}
      onValueChange={setCity}
      emptyText="No city found."
    />
  );
}

function options(): (string | null)[] {
  return screen.queryAllByRole("option").map((option) => option.textContent);
}
