// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { SuggestingField } from "./suggesting-field";
// Load this module before the tests: a dynamic import does not follow fake timers.
import "./suggestion-list";
import type { FindSuggestions, SuggestionGroup } from "./suggestion-list";

const find = vi.fn<FindSuggestions<string>>();
const loadFind = vi.fn<() => Promise<FindSuggestions<string>>>();
const onChoose = vi.fn<(path: string) => void>();

const FOUND = [
  group("Homes", "Amaltas Court", "Amaltas Heights"),
  group("Cities", "Amravati"),
  group(null, "None of these"),
];

beforeEach(() => {
  vi.useFakeTimers();
  find.mockResolvedValue(FOUND);
  loadFind.mockResolvedValue(find);
  Element.prototype.scrollIntoView = () => {};
});

test("is a closed combobox that loads nothing before the first key", { tags: ["10.50"] }, async () => {
  open();
  fireEvent.focus(input());
  await after(1000);
  expect(input().getAttribute("aria-expanded")).toBe("false");
  expect(input().getAttribute("aria-autocomplete")).toBe("list");
  expect(loadFind).not.toHaveBeenCalled();
  await type("am");
  expect(loadFind).toHaveBeenCalledOnce();
});

test("requests once per pause, and announces the groups found", { tags: ["10.50", "10.53"] }, async () => {
  open();
  await type("a");
  await type("am");
  await after(199);
  await type("ama");
  await after(199);
  expect(find).not.toHaveBeenCalled();
  await after(1);
  expect(find.mock.calls.map(([text]) => text)).toEqual(["ama"]);
  expect(screen.getByRole("status").textContent).toBe("3 suggestions");
  expect(screen.getAllByRole("group").map((one) => one.textContent)).toEqual([
    "HomesAmaltas CourtAmaltas Heights",
    "CitiesAmravati",
  ]);
  const list = screen.getByRole("listbox", { name: "Homes and places" });
  expect(input().getAttribute("aria-expanded")).toBe("true");
  expect(input().getAttribute("aria-controls")).toBe(list.id);
  expect(input().hasAttribute("aria-activedescendant")).toBe(false);
});

test("drops a response to an older text, and aborts its request", { tags: ["10.50"] }, async () => {
  const first = Promise.withResolvers<SuggestionGroup<string>[]>();
  find.mockReturnValueOnce(first.promise).mockResolvedValueOnce([group("Homes", "Lakeview")]);
  open();
  await type("am");
  await after(200);
  await type("lake");
  expect(find.mock.calls[0]?.[1].aborted).toBe(true);
  await after(200);
  first.resolve(FOUND);
  await after(0);
  expect(options()).toEqual(["Lakeview"]);
});

test("moves through the list with arrows, and chooses with Enter", { tags: ["10.52"] }, async () => {
  await openList();
  press("ArrowDown");
  expect(activeOption()).toBe("Amaltas Court");
  press("ArrowUp");
  expect(activeOption()).toBe("None of these");
  press("ArrowDown");
  press("ArrowDown");
  expect(activeOption()).toBe("Amaltas Heights");
  expect(document.activeElement).toBe(input());
  expect(press("Enter")).toBe("taken");
  expect(onChoose.mock.calls).toEqual([["/Amaltas Heights"]]);
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(input().getAttribute("aria-expanded")).toBe("false");
  expect(input().hasAttribute("aria-controls")).toBe(false);
});

test("closes the list with Escape, and opens it again with arrows", { tags: ["10.52"] }, async () => {
  await openList();
  expect(press("Escape")).toBe("taken");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(input().value).toBe("am");
  expect(press("Escape")).toBe("left");
  press("ArrowUp");
  expect(activeOption()).toBe("None of these");
  press("Escape");
  press("ArrowDown", { altKey: true });
  expect(screen.getByRole("listbox")).toBeTruthy();
  expect(activeOption()).toBeUndefined();
});

test("chooses nothing while composing, after moving the caret, or on leaving", { tags: ["10.52"] }, async () => {
  await openList();
  press("ArrowDown");
  press("ArrowLeft");
  expect(activeOption()).toBeUndefined();
  press("ArrowDown", { isComposing: true });
  expect(activeOption()).toBeUndefined();
  press("Enter", { keyCode: 229 });
  expect(screen.getByRole("listbox")).toBeTruthy();
  press("ArrowDown");
  expect(press("Tab")).toBe("left");
  expect(screen.queryByRole("listbox")).toBeNull();
  await type("a");
  await after(1000);
  expect(find).toHaveBeenCalledOnce();
  await type("ama");
  // Enter without a selected option submits the form and drops the pending response.
  expect(press("Enter")).toBe("left");
  await after(1000);
  expect(find).toHaveBeenCalledOnce();
  await type("amal");
  await after(200);
  fireEvent.blur(input());
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(onChoose).not.toHaveBeenCalled();
});

test("chooses with a click, and keeps the focus in the field", { tags: ["10.52"] }, async () => {
  await openList();
  const option = screen.getByRole("option", { name: "Amravati" });
  expect(fireEvent.mouseDown(option)).toBe(false);
  fireEvent.click(option);
  expect(onChoose.mock.calls).toEqual([["/Amravati"]]);
});

test("works as a text field if suggestions fail", { tags: ["10.50"] }, async () => {
  find.mockRejectedValue(new Error("no connection"));
  open();
  await type("am");
  await after(200);
  expect(screen.queryByRole("listbox")).toBeNull();
  cleanup();

  loadFind.mockRejectedValue(new TypeError("Failed to fetch dynamically imported module"));
  open();
  await type("am");
  await after(200);
  expect(input().value).toBe("am");
  expect(screen.queryByRole("status")).toBeNull();
});

function group(label: string | null, ...names: string[]): SuggestionGroup<string> {
  return { label, suggestions: names.map((name) => ({ key: name, label: name, value: `/${name}` })) };
}

function open() {
  render(
    <SuggestingField label="Search" name="q" listLabel="Homes and places" loadFind={loadFind} onChoose={onChoose} />,
  );
  input().focus();
}

async function openList() {
  open();
  await type("am");
  await after(200);
  expect(screen.getByRole("listbox")).toBeTruthy();
}

function input() {
  return screen.getByRole<HTMLInputElement>("combobox", { name: "Search" });
}

async function type(text: string) {
  fireEvent.input(input(), { target: { value: text } });
  await after(0);
}

async function after(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

/** Returns whether the list handled the key. */
function press(key: string, extra: KeyboardEventInit = {}): "taken" | "left" {
  return fireEvent.keyDown(input(), { key, ...extra }) ? "left" : "taken";
}

function options(): string[] {
  return screen.getAllByRole("option").map((option) => option.textContent ?? "");
}

function activeOption(): string | undefined {
  const id = input().getAttribute("aria-activedescendant");
  const selected = screen.queryAllByRole("option", { selected: true });
  expect(selected.map((option) => option.id)).toEqual(id === null ? [] : [id]);
  return selected[0]?.textContent ?? undefined;
}
