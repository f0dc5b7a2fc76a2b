// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { insertWaitlistEntry } from "~/data/waitlist";
import { currentToasts } from "~/ui/toast";
import { WaitlistCard } from "./waitlist-card";

vi.mock("~/data/waitlist");
const insert = vi.mocked(insertWaitlistEntry);

test("restores what was typed until the entry is on the list", { tags: ["2.36", "8.17", "10.224"] }, async () => {
  insert.mockResolvedValueOnce("already-registered").mockResolvedValueOnce("joined");
  const user = await join("  Asha   Rao ", " asha.r@example.com ");
  cleanup();
  render(<WaitlistCard isAvailable />);
  expect(typed()).toEqual(["  Asha   Rao ", "asha.r@example.com"]);
  await user.click(button());
  await waitFor(() =>
    expect(toast()).toEqual(["Successfully Joined!", "We'll notify you when the referral program launches."]),
  );
  expect(insert).toHaveBeenLastCalledWith({ name: "Asha Rao", email: "asha.r@example.com" });
  expect(typed()).toEqual(["", ""]);
  cleanup();
  render(<WaitlistCard isAvailable />);
  expect(typed()).toEqual(["", ""]);
});

const SENTENCE = "Too many emails were entered from your network. You can enter the next one in 5 minutes.";

test.each([
  ["already-registered", ["Submission Failed", "This email is already registered for updates."], []],
  ["fails", ["Submission Failed", "Failed to join waitlist. Please try again."], []],
  [{ outcome: "too-many-attempts", sentence: SENTENCE }, [], [`Too many attempts. ${SENTENCE}`]],
] as const)("keeps a refused entry until it is sent again: %j", { tags: ["8.17"] }, async (answer, said, below) => {
  if (answer === "fails") insert.mockRejectedValueOnce(new Error("The database could not be reached."));
  else insert.mockResolvedValueOnce(answer);
  insert.mockResolvedValueOnce("joined");
  const user = await join("Asha", "asha.r@example.com");
  expect(toast()).toEqual(said);
  expect(screen.queryAllByRole("alert").map((notice) => notice.textContent)).toEqual(below);
  expect(typed()).toEqual(["Asha", "asha.r@example.com"]);
  await user.click(button());
  await waitFor(() => expect(toast()[0]).toBe("Successfully Joined!"));
  expect(currentToasts().filter(({ state }) => state === "open")).toHaveLength(1);
  expect(screen.queryByRole("alert")).toBeNull();
});

const MISSING = ["Missing Information", "Please provide both name and email."];
const TOO_LONG = [`${"a".repeat(121)}`, `${"e".repeat(320)}@example.com`] as const;
const FORM = "Use the form name@example.com, without spaces.";

test.each([
  ["", "", MISSING, ["Enter your name.", "Enter your email."], "Name"],
  ["Asha", "asha at example", [], [FORM], "Email"],
  [...TOO_LONG, [], ["Use at most 120 characters.", "Use at most 320 characters."], "Name"],
] as const)("does not send name '%s', email '%s'", { tags: ["5.30"] }, async (name, email, said, messages, focus) => {
  await join(name, email);
  expect(insert).not.toHaveBeenCalled();
  expect(toast()).toEqual(said);
  expect(shownMessages()).toEqual(messages);
  expect(document.activeElement).toBe(field(focus));
  expect(typed()).toEqual([name, email]);
  // The form shows its own messages, which disappear once the entry is valid.
  expect([button().closest("form")?.noValidate, field("Email").type]).toEqual([true, "email"]);
  insert.mockResolvedValue("joined");
  fireEvent.change(field("Name"), { target: { value: "Asha" } });
  fireEvent.change(field("Email"), { target: { value: "asha.r@example.com" } });
  fireEvent.submit(button());
  await waitFor(() => expect(insert).toHaveBeenCalledOnce());
  await waitFor(() => expect(shownMessages()).toEqual([]));
});

test("sends an entry once, and restores the focus afterwards", { tags: ["4.40"] }, async () => {
  const { promise, resolve } = Promise.withResolvers<"joined">();
  insert.mockReturnValue(promise);
  await join("Asha", "asha.r@example.com");
  expect(button().textContent).toBe("Joining...");
  expect(button().closest("fieldset")?.disabled).toBe(true);
  fireEvent.submit(button());
  await act(async () => resolve("joined"));
  expect(insert).toHaveBeenCalledTimes(1);
  expect(button().textContent).toBe("Join the Waitlist");
  expect(document.activeElement).toBe(button());
});

test("disables the button until hydration, and says so without scripts", () => {
  const html = renderToString(<WaitlistCard isAvailable />);
  expect(html).toMatch(/<button[^>]* disabled/);
  expect(html, "no email in an address").toContain('method="post"');
  expect(html).toContain("Joining the waitlist needs JavaScript");
  expect(html).toContain('class="noscript:hidden"');
});

/** Fills in and sends the form, and waits for a message or a call. */
async function join(name: string, email: string) {
  const user = userEvent.setup();
  render(<WaitlistCard isAvailable />);
  fireEvent.change(field("Name"), { target: { value: name } });
  fireEvent.change(field("Email"), { target: { value: email } });
  await user.click(button());
  await waitFor(() => {
    const faults = screen.queryAllByRole("textbox").filter((box) => box.ariaInvalid === "true");
    expect(faults.length + insert.mock.calls.length).toBeGreaterThan(0);
  });
  await act(async () => {});
  return user;
}

function field(label: string): HTMLInputElement {
  return screen.getByRole("textbox", { name: new RegExp(`^${label}`) });
}

function button(): HTMLButtonElement {
  return screen.getByRole("button");
}

function typed(): string[] {
  return [field("Name").value, field("Email").value];
}

/** Returns the descriptions of the invalid fields. */
function shownMessages(): (string | null | undefined)[] {
  return screen
    .getAllByRole("textbox")
    .filter((box) => box.getAttribute("aria-invalid") === "true")
    .map((box) => document.getElementById(box.getAttribute("aria-describedby") ?? "")?.textContent);
}

function toast() {
  const [newest] = currentToasts();
  return newest ? [newest.title, newest.description] : [];
}
