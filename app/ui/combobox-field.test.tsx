// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useCallback, useState } from "react";
import { expect, test } from "vitest";
import { ComboboxField } from "./combobox-field";

test("a text that an input method composes is searched, and a pick meanwhile stays", { tags: ["10.221"] }, async () => {
  render(<City />);
  const field = screen.getByRole("combobox", { name: "City" });
  await userEvent.click(field);
  fireEvent.compositionStart(field);
  fireEvent.input(field, { target: { value: "bom" }, inputType: "insertCompositionText", isComposing: true });
  expect(options()).toEqual(["Mumbai"]);
  await userEvent.click(screen.getByRole("option", { name: "Mumbai", hidden: true }));
  fireEvent.compositionEnd(field);
  expect(field).toHaveProperty("value", "Mumbai");
  expect(screen.queryByRole("listbox")).toBeNull();
});

test("a text that nothing matches is kept, and the list says what to do", async () => {
  render(<City />);
  const field = screen.getByRole("combobox", { name: "City" });
  await userEvent.type(field, "Alibag");
  expect(options()).toEqual([]);
  expect(screen.getByText("No city found.")).toBeTruthy();
  await userEvent.keyboard("{Escape}{Escape}");
  expect(field).toHaveProperty("value", "Alibag");
});

test("an item can stay to be picked when nothing matches, and each text is searched once", async () => {
  const searched: string[] = [];
  const onSearch = (text: string) => searched.push(text);
  render(<City fallbackItem="Pune" onSearch={onSearch} />);
  const field = screen.getByRole("combobox", { name: "City" });
  await userEvent.type(field, "Ali");
  expect(screen.getByText("No city found.")).toBeTruthy();
  expect(options()).toEqual(["Pune"]);
  expect(new Set(searched).size).toBe(searched.length);
  await userEvent.click(screen.getByRole("option", { name: "Pune", hidden: true }));
  expect(field).toHaveProperty("value", "Pune");
  expect(screen.queryByText("No city found.")).toBeNull();
});

const OTHER_NAMES: Record<string, string> = { Mumbai: "Bombay", Pune: "Poona" };

function City({ fallbackItem, onSearch }: { fallbackItem?: string; onSearch?: (text: string) => void }) {
  const [city, setCity] = useState("");
  const findItems = useCallback(
    (text: string) => {
      onSearch?.(text);
      return Object.keys(OTHER_NAMES).filter((name) =>
        `${name} ${OTHER_NAMES[name]}`.toLowerCase().includes(text.toLowerCase()),
      );
    },
    [onSearch],
  );
  return (
    <ComboboxField
      label="City"
      name="city"
      findItems={findItems}
      fallbackItem={fallbackItem}
      value={city}
      onValueChange={setCity}
      emptyText="No city found."
    />
  );
}

function options(): (string | null)[] {
  return screen.queryAllByRole("option", { hidden: true }).map((option) => option.textContent);
}
