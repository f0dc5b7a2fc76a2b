// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRoutesStub, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AccountSettings } from "./account-settings";
import { AuthProvider } from "./auth-provider";
import * as accounts from "~/data/accounts";
import * as data from "~/data/my-reviews";
import * as sessions from "~/data/session";
import { clearToasts, currentToasts } from "~/ui/toast";

vi.mock("~/data/accounts", async (importOriginal) => ({
  ...(await importOriginal<typeof accounts>()),
  forgetSession: vi.fn<typeof accounts.forgetSession>(),
  logIn: vi.fn<typeof accounts.logIn>(),
  updateUserPassword: vi.fn<typeof accounts.updateUserPassword>(),
}));
vi.mock("~/data/my-reviews", () => ({
  deleteAccount: vi.fn<typeof data.deleteAccount>(),
  exportMyData: vi.fn<typeof data.exportMyData>(),
}));
vi.mock("~/data/session", async (importOriginal) => ({
  ...(await importOriginal<typeof sessions>()),
  subscribeToAuth: vi.fn<typeof sessions.subscribeToAuth>(() => () => {}),
}));
vi.mock("~/data/photo-draft", () => ({ removePhotoDrafts: vi.fn<() => Promise<void>>() }));

const ASHA = { id: "user-1", email: "asha@example.com", emailConfirmedAt: "2026-11-01T00:00:00Z" };
const WRONG = new accounts.AccountError("Invalid login credentials", 400, "invalid_credentials");
const service = vi.mocked(accounts);
const own = vi.mocked(data);
const user = userEvent.setup();

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(sessions.subscribeToAuth).mockReturnValue(() => {});
  service.forgetSession.mockResolvedValue();
  clearToasts();
  const Stub = createRoutesStub([
    { path: "/account", Component: () => <AccountSettings user={ASHA} /> },
    { path: "*", Component: () => <p>{`at ${useLocation().pathname}`}</p> },
  ]);
  render(
    <AuthProvider>
      <Stub initialEntries={["/account"]} />
    </AuthProvider>,
  );
});
afterEach(cleanup);

async function changePassword(current: string, next: string) {
  const form = within(screen.getByRole("form", { name: "Password" }));
  await user.type(form.getByLabelText("Current Password *"), current);
  await user.type(form.getByLabelText("New Password *"), next);
  await user.type(form.getByLabelText("Confirm Password *"), next);
  await user.click(form.getByRole("button", { name: "Change Password" }));
  return form;
}

test("a password is changed by who knows the old one", { tags: ["11.27"] }, async () => {
  service.logIn.mockResolvedValueOnce();
  service.updateUserPassword.mockResolvedValueOnce();
  const form = await changePassword("old-secret", "new-secret");
  await waitFor(() => expect(titles()).toEqual(["Password Changed"]));
  expect(service.logIn).toHaveBeenCalledWith("asha@example.com", "old-secret");
  expect(service.updateUserPassword).toHaveBeenCalledWith("new-secret", "old-secret");
  expect(form.getByLabelText<HTMLInputElement>("New Password *").value).toBe("");
});

test("with a wrong one nothing is changed, and the field says so", { tags: ["11.27"] }, async () => {
  service.logIn.mockRejectedValueOnce(WRONG);
  const form = await changePassword("guess", "new-secret");
  expect(await form.findByText("This is not the password of your account.")).toBeDefined();
  expect(document.activeElement).toBe(form.getByLabelText("Current Password *"));
  expect(service.updateUserPassword).not.toHaveBeenCalled();
  expect(titles()).toEqual(["Wrong Password"]);
});

test("“Save my data as a file” saves what is kept, named by the day", { tags: ["11.26"] }, async () => {
  const files: Blob[] = [];
  const names: string[] = [];
  URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function save(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const json = '{\n  "accounts": []\n}';
  own.exportMyData.mockResolvedValueOnce({ json });
  await user.click(screen.getByRole("button", { name: "Save my data as a file" }));
  await waitFor(() => expect(titles()).toEqual(["File Saved"]));
  expect(names).toEqual([expect.stringMatching(/^gharsach-\d{4}-\d\d-\d\d\.json$/)]);
  expect([files[0]?.size, files[0]?.type]).toEqual([json.length, "application/json"]);
  own.exportMyData.mockRejectedValueOnce(new Error("The database has a fault."));
  await user.click(screen.getByRole("button", { name: "Save my data as a file" }));
  await waitFor(() => expect(titles()).toEqual(["File Not Saved"]));
});

test("the button that saves the file can keep the focus while it is busy, and asks once", async () => {
  own.exportMyData.mockReturnValueOnce(new Promise(() => {}));
  await user.click(screen.getByRole("button", { name: "Save my data as a file" }));
  const button = screen.getByRole("button", { name: "Please wait..." });
  expect([button.matches(":disabled"), button.ariaDisabled]).toEqual([false, "true"]);
  await user.click(button);
  expect(own.exportMyData).toHaveBeenCalledOnce();
});

async function openDeletion() {
  await user.click(screen.getByRole("button", { name: "Delete my account" }));
  return within(screen.getByRole("dialog", { name: "Delete your account?" }));
}

test("“Delete my account” wants the choice and the password", { tags: ["11.28"] }, async () => {
  const dialog = await openDeletion();
  await user.click(dialog.getByRole("button", { name: "Delete permanently" }));
  expect(dialog.getByText("What happens to your reviews is required.")).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole("radio", { name: /Keep my reviews/ })));
  expect(dialog.getByText("Current Password is required.")).toBeDefined();
  await user.type(dialog.getByLabelText("Current Password *"), "guess");
  await user.click(dialog.getByRole("button", { name: "Delete permanently" }));
  expect(service.logIn).not.toHaveBeenCalled();
  await user.click(dialog.getByRole("radio", { name: /Keep my reviews/ }));
  service.logIn.mockRejectedValueOnce(WRONG);
  await user.click(dialog.getByRole("button", { name: "Delete permanently" }));
  expect(await dialog.findByText("This is not the password of your account.")).toBeDefined();
  expect(own.deleteAccount).not.toHaveBeenCalled();
});

test.each([
  [/Keep my reviews/, false],
  [/Delete my reviews too/, true],
])(
  "an account is deleted where its reviews %s, and this browser forgets it",
  { tags: ["11.28"] },
  async (choice, withReviews) => {
    const dialog = await openDeletion();
    await user.click(dialog.getByRole("radio", { name: choice }));
    await user.type(dialog.getByLabelText("Current Password *"), "secret");
    service.logIn.mockResolvedValueOnce();
    own.deleteAccount.mockResolvedValueOnce("deleted");
    await user.click(dialog.getByRole("button", { name: "Delete permanently" }));
    await screen.findByText("at /");
    expect(own.deleteAccount).toHaveBeenCalledWith(withReviews);
    expect(service.forgetSession).toHaveBeenCalled();
    expect(titles()).toEqual(["Account Deleted"]);
  },
);

test("a deletion that stops half-way says so and can be tried again", { tags: ["11.28"] }, async () => {
  const dialog = await openDeletion();
  await user.click(dialog.getByRole("radio", { name: /Delete my reviews too/ }));
  await user.type(dialog.getByLabelText("Current Password *"), "secret");
  service.logIn.mockResolvedValueOnce();
  own.deleteAccount.mockRejectedValueOnce(Object.assign(new Error("Failed to fetch"), { status: 0 }));
  await user.click(dialog.getByRole("button", { name: "Delete permanently" }));
  await waitFor(() => expect(titles()).toEqual(["Not Deleted Yet"]));
  expect(service.forgetSession).not.toHaveBeenCalled();
  expect(dialog.getByRole("button", { name: "Delete permanently" })).toBeDefined();
});

function titles() {
  return currentToasts()
    .filter(({ state }) => state === "open")
    .map(({ title }) => title);
}
