// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { insertWaitlistEntry } from "~/data/waitlist";
import { clearToasts, currentToasts } from "~/ui/toast";
import { WaitlistCard } from "./waitlist-card";

vi.mock("~/data/waitlist");

beforeEach(() => {
  vi.resetAllMocks();
  clearToasts();
  sessionStorage.clear();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("a name and an email join the waitlist, and the form is reset", { tags: ["2.49", "8.17"] }, async () => {
  vi.mocked(insertWaitlistEntry).mockResolvedValue("joined");
  await join("  Asha   Rao ", " asha.r@example.com ");
  expect(insertWaitlistEntry).toHaveBeenCalledWith({ name: "Asha Rao", email: "asha.r@example.com" });
  expect(toast()).toEqual([
    "Successfully Joined!",
    "We'll notify you when the referral program launches.",
    "default",
    5_000,
  ]);
  expect(typed()).toEqual(["", ""]);
});

test("what was typed is there again on return, and gone once it is on the list", { tags: ["10.224"] }, async () => {
  vi.mocked(insertWaitlistEntry).mockResolvedValueOnce("already-registered").mockResolvedValueOnce("joined");
  const user = await join("Asha", "asha.r@example.com");
  cleanup();
  render(<WaitlistCard isAvailable />);
  expect(typed()).toEqual(["Asha", "asha.r@example.com"]);
  await user.click(button());
  await waitFor(() => expect(toast()[0]).toBe("Successfully Joined!"));
  cleanup();
  render(<WaitlistCard isAvailable />);
  expect(typed()).toEqual(["", ""]);
});

test("an email that has joined already is told so, and what was typed stays", { tags: ["8.18"] }, async () => {
  vi.mocked(insertWaitlistEntry).mockResolvedValue("already-registered");
  await join("Asha", "asha.r@example.com");
  expect(toast()).toEqual(["Submission Failed", "This email is already registered for updates.", "destructive", 5_000]);
  expect(typed()).toEqual(["Asha", "asha.r@example.com"]);
});

test("a rate-limited entry shows when to retry beside the form, which keeps its values", async () => {
  const sentence = "Too many people joined from your network. You can join in 5 minutes.";
  vi.mocked(insertWaitlistEntry)
    .mockResolvedValueOnce({ outcome: "too-many-attempts", sentence })
    .mockResolvedValueOnce("joined");
  const user = await join("Asha", "asha.r@example.com");
  expect(toast()).toEqual(["Too many attempts", "Please try later.", "destructive", 5_000]);
  expect(screen.getByRole("alert").textContent).toBe(sentence);
  expect(screen.getByRole("alert").closest("form")).not.toBeNull();
  expect(typed()).toEqual(["Asha", "asha.r@example.com"]);
  await user.click(button());
  await waitFor(() => expect(toast()[0]).toBe("Successfully Joined!"));
  expect(screen.queryByText(sentence)).toBeNull();
});

test("an entry that cannot be sent is kept and can be sent again", { tags: ["8.19"] }, async () => {
  vi.mocked(insertWaitlistEntry).mockRejectedValueOnce(new Error("The database could not be reached."));
  vi.mocked(insertWaitlistEntry).mockResolvedValueOnce("joined");
  const user = await join("Asha", "asha.r@example.com");
  expect(toast()).toEqual(["Submission Failed", "Failed to join waitlist. Please try again.", "destructive", 5_000]);
  expect(typed()).toEqual(["Asha", "asha.r@example.com"]);
  await user.click(button());
  // The failure is no news any more.
  expect(currentToasts().map(({ title, state }) => [title, state])).toEqual([
    ["Successfully Joined!", "open"],
    ["Submission Failed", "dismissed"],
  ]);
});

test.each([
  { name: "", email: "", messages: ["Enter your name.", "Enter your email."], focus: "Name" },
  { name: "   ", email: "asha.r@example.com", messages: ["Enter your name."], focus: "Name" },
  { name: "Asha", email: "  ", messages: ["Enter your email."], focus: "Email" },
])(
  "name '$name' and email '$email' are not enough",
  { tags: ["5.30", "8.16"] },
  async ({ name, email, messages, focus }) => {
    await join(name, email);
    expect(insertWaitlistEntry).not.toHaveBeenCalled();
    expect(toast()).toEqual(["Missing Information", "Please provide both name and email.", "destructive", 5_000]);
    expect(shownMessages()).toEqual(messages);
    expect(document.activeElement).toBe(field(focus));
    // An email field takes the spaces away by itself.
    expect(typed()).toEqual([name, email.trim()]);
  },
);

test("what is no address is shown before it is sent", async () => {
  await join("Asha", "asha at example");
  expect(insertWaitlistEntry).not.toHaveBeenCalled();
  expect(toast()).toEqual(["Invalid Email", "Enter a valid email address.", "destructive", 5_000]);
  expect(shownMessages()).toEqual(["Use the form name@example.com, without spaces."]);
  expect(document.activeElement).toBe(field("Email"));
});

test("what is too long for the list is shown before it is sent", async () => {
  await join("a".repeat(121), `${"e".repeat(320)}@example.com`);
  expect(insertWaitlistEntry).not.toHaveBeenCalled();
  expect(toast().slice(0, 2)).toEqual(["Text Too Long", "Please shorten the marked text."]);
  expect(shownMessages()).toEqual(["Use at most 120 characters.", "Use at most 320 characters."]);
});

test("a message leaves its field once the entry is right", async () => {
  vi.mocked(insertWaitlistEntry).mockResolvedValue("joined");
  const user = await join("", "asha.r@example.com");
  expect(shownMessages()).toEqual(["Enter your name."]);
  await user.type(field("Name"), "Asha{Enter}");
  expect(shownMessages()).toEqual([]);
  expect(insertWaitlistEntry).toHaveBeenCalledTimes(1);
});

test(
  "while an entry is on its way nothing can be sent twice, and the focus comes back afterwards",
  { tags: ["4.40"] },
  async () => {
    const { promise, resolve } = Promise.withResolvers<"joined">();
    vi.mocked(insertWaitlistEntry).mockReturnValue(promise);
    await join("Asha", "asha.r@example.com");
    expect(button().textContent).toBe("Joining...");
    expect(button().closest("fieldset")?.disabled).toBe(true);
    fireEvent.submit(button());
    await act(async () => resolve("joined"));
    expect(insertWaitlistEntry).toHaveBeenCalledTimes(1);
    expect(button().textContent).toBe("Join the Waitlist");
    expect(document.activeElement).toBe(button());
  },
);

test("each message goes after five seconds", async () => {
  vi.mocked(insertWaitlistEntry).mockResolvedValue("joined");
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(<WaitlistCard isAvailable />);
  fireEvent.change(field("Name"), { target: { value: "Asha" } });
  fireEvent.change(field("Email"), { target: { value: "asha.r@example.com" } });
  fireEvent.submit(button());
  await vi.waitFor(() => expect(currentToasts()[0]?.state).toBe("open"), 10_000);
  act(() => void vi.advanceTimersByTime(4_000));
  expect(currentToasts()[0]?.state).toBe("open");
  act(() => void vi.advanceTimersByTime(1_001));
  expect(currentToasts()[0]?.state).toBe("dismissed");
});

test("our messages come in place of the browser's own", { tags: ["5.31"] }, () => {
  render(<WaitlistCard isAvailable />);
  expect(button().closest("form")?.noValidate).toBe(true);
  expect(field("Email").type).toBe("email");
});

test("the server's page waits for its script, and says so where there is none", () => {
  const html = renderToString(<WaitlistCard isAvailable />);
  expect(html).toMatch(/<button[^>]* disabled/);
  expect(html).toContain("Joining the waitlist needs JavaScript");
  expect(html).toContain('class="noscript:hidden"');
});

test("without a database the card says that there is no waitlist", () => {
  render(<WaitlistCard isAvailable={false} />);
  expect(screen.getByRole("heading", { name: "Referral Waitlist" })).toBeTruthy();
  expect(screen.getByText(/^The waitlist is unavailable/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("textbox")).toBeNull();
});

/** Types into both fields, sends the form and waits until it has an answer or is on its way. */
async function join(name: string, email: string) {
  const user = userEvent.setup();
  render(<WaitlistCard isAvailable />);
  fireEvent.change(field("Name"), { target: { value: name } });
  fireEvent.change(field("Email"), { target: { value: email } });
  await user.click(button());
  await waitFor(() => {
    expect(currentToasts().length + vi.mocked(insertWaitlistEntry).mock.calls.length).toBeGreaterThan(0);
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

/** The messages beside the fields at fault, as they are tied to them. */
function shownMessages(): (string | null | undefined)[] {
  return screen
    .getAllByRole("textbox")
    .filter((box) => box.getAttribute("aria-invalid") === "true")
    .map((box) => document.getElementById(box.getAttribute("aria-describedby") ?? "")?.textContent);
}

function toast() {
  const [newest] = currentToasts();
  return [newest?.title, newest?.description, newest?.variant, newest?.duration];
}
