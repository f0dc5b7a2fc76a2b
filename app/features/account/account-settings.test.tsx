// @vitest-environment jsdom
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createRoutesStub, useLocation } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { AccountError, ASHA, service } from "./test-accounts";
import { AccountSettings } from "./account-settings";
import { AuthProvider } from "./auth-provider";
import * as data from "~/data/my-reviews";
import * as sessions from "~/data/session";
import { openTitles } from "~/ui/test-toasts";

vi.mock("~/data/my-reviews");
vi.mock("~/data/session", { spy: true });
vi.mock("~/data/draft-database");

const WRONG = new AccountError("Invalid login credentials", 400, "invalid_credentials");
const own = vi.mocked(data);
const user = userEvent.setup();

beforeEach(() => {
  vi.mocked(sessions.subscribeToAuth).mockReturnValue(() => {});
  service.forgetSession.mockResolvedValue();
  const Stub = createRoutesStub([
    { path: "/account", Component: () => <AccountSettings user={ASHA} /> },
    { path: "*", Component: () => <p>{`at ${useLocation().pathname}`}</p> },
  ]);
  render(
    <AuthProvider hasAccounts>
      <Stub initialEntries={["/account"]} />
    </AuthProvider>,
  );
});

async function changePassword(current: string, next: string) {
  const form = within(screen.getByRole("form", { name: "Password" }));
  for (const [label, text] of [
    ["Current Password *", current],
    ["New Password *", next],
    ["Confirm Password *", next],
  ] as const)
    if (text) await user.type(form.getByLabelText(label), text);
  await user.click(form.getByRole("button", { name: "Change Password" }));
  return form;
}

test("changes the password only with the current one", { tags: ["11.221"] }, async () => {
  service.logIn.mockRejectedValueOnce(WRONG);
  const form = await changePassword("guess", "new-secret");
  expect(await form.findByText("This is not the password of your account.")).toBeDefined();
  expect(document.activeElement).toBe(form.getByLabelText("Current Password *"));
  expect(service.updateUserPassword).not.toHaveBeenCalled();
  await changePassword("", "");
  await waitFor(() => expect(openTitles()).toEqual(["Password Changed"]));
  expect(service.updateUserPassword).toHaveBeenCalledWith("new-secret", "guess");
  expect(form.getByLabelText<HTMLInputElement>("New Password *").value).toBe("");
});

test("saves the data once per click, and shows a failure", { tags: ["11.11"] }, async () => {
  URL.createObjectURL = () => "blob:data";
  const saving = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const exporting = Promise.withResolvers<string>();
  own.exportMyData.mockReturnValueOnce(exporting.promise);
  await user.click(screen.getByRole("button", { name: "Save my data as a file" }));
  const button = screen.getByRole("button", { name: "Please wait..." });
  expect([button.matches(":disabled"), button.ariaDisabled]).toEqual([false, "true"]);
  await user.click(button);
  expect(own.exportMyData).toHaveBeenCalledOnce();
  exporting.resolve("{}");
  await waitFor(() => expect(openTitles()).toEqual(["File Saved"]));
  expect(saving).toHaveBeenCalledOnce();
  own.exportMyData.mockRejectedValueOnce(new Error("The database has a fault."));
  await user.click(screen.getByRole("button", { name: "Save my data as a file" }));
  await waitFor(() => expect(openTitles()).toEqual(["File Not Saved"]));
});

async function openDeletion() {
  await user.click(screen.getByRole("button", { name: "Delete my account" }));
  return within(screen.getByRole("dialog", { name: "Delete your account?" }));
}

test("requires the choice and the password to delete the account", { tags: ["11.12"] }, async () => {
  const dialog = await openDeletion();
  await user.click(dialog.getByRole("button", { name: "Delete permanently" }));
  expect(dialog.getByText("Choose what happens to your reviews.")).toBeDefined();
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

test("deletes the account with its reviews after a failed attempt", { tags: ["11.12"] }, async () => {
  const dialog = await openDeletion();
  await user.click(dialog.getByRole("radio", { name: /Delete my reviews too/ }));
  await user.type(dialog.getByLabelText("Current Password *"), "secret");
  own.deleteAccount.mockRejectedValueOnce(Object.assign(new Error("Failed to fetch"), { status: 0 }));
  await user.click(dialog.getByRole("button", { name: "Delete permanently" }));
  await waitFor(() => expect(openTitles()).toEqual(["Not Deleted Yet"]));
  expect(service.forgetSession).not.toHaveBeenCalled();
  own.deleteAccount.mockResolvedValueOnce();
  await user.click(dialog.getByRole("button", { name: "Delete permanently" }));
  await screen.findByText("at /");
  expect(own.deleteAccount).toHaveBeenCalledWith(true);
  expect(service.forgetSession).toHaveBeenCalled();
  expect(openTitles()).toEqual(["Account Deleted"]);
});
