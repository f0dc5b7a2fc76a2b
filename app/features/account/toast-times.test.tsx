// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createRoutesStub, Outlet, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AuthProvider } from "./auth-provider";
import { EmailConfirmation } from "./email-confirmation";
import { LogInForm } from "./log-in-form";
import { RequestResetForm } from "./request-reset-form";
import { SignUpForm } from "./sign-up-form";
import { UpdatePasswordForm } from "./update-password-form";
import * as accounts from "~/data/accounts";
import type * as emailLinks from "~/data/email-link";
import * as sessions from "~/data/session";
import { pass, toastAndItsTime } from "~/ui/test-toasts";
import { clearToasts } from "~/ui/toast";

vi.mock("~/data/accounts", async (importOriginal) => ({
  ...(await importOriginal<typeof accounts>()),
  confirmEmail: vi.fn<typeof accounts.confirmEmail>(),
  logIn: vi.fn<typeof accounts.logIn>(),
  logOut: vi.fn<typeof accounts.logOut>(),
  sendPasswordResetEmail: vi.fn<typeof accounts.sendPasswordResetEmail>(),
  signUp: vi.fn<typeof accounts.signUp>(),
  setPasswordByLink: vi.fn<typeof accounts.setPasswordByLink>(),
  openRecoveryLink: vi.fn<typeof accounts.openRecoveryLink>(),
}));

vi.mock("~/data/email-link", async (importOriginal) => ({
  ...(await importOriginal<typeof emailLinks>()),
  hideEmailLink: vi.fn<typeof emailLinks.hideEmailLink>(),
}));

vi.mock("~/data/session", async (importOriginal) => ({
  ...(await importOriginal<typeof sessions>()),
  subscribeToAuth: vi.fn<typeof sessions.subscribeToAuth>(),
}));

const ASHA = { id: "user-1", email: "asha@example.com", emailConfirmedAt: "2026-11-01T00:00:00Z" };
const SESSION = { accessToken: "a-1", refreshToken: "r-1", expiresAt: 0, tokenType: "bearer", user: ASHA };
const UNCONFIRMED = { ...ASHA, emailConfirmedAt: null };
const LOG_IN_FORM = { Email: "asha@example.com", Password: "secret" };
const RESET_FORM = { "New Password": "secret", "Confirm Password": "secret" };
const RECOVERY = "/update-password?token_hash=hash-1&type=recovery";
const { AccountError } = accounts;
const service = vi.mocked(accounts);

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  window.sessionStorage.clear();
});

afterEach(() => {
  cleanup();
  clearToasts();
  vi.useRealTimers();
});

test("an accepted log-in is shown for 3 s", { tags: ["9.25"] }, async () => {
  await visit("/login");
  await send(LOG_IN_FORM);
  expect(await toastAndItsTime()).toMatchObject({ title: "Login Successful", stayed: 3_000 });
});

test.each([
  { status: 400, code: "invalid_credentials", title: "Login Failed", stays: 5_000 },
  { status: 429, code: "over_request_rate_limit", title: "Account Locked", stays: 5_000 },
  { status: 500, code: "unexpected_failure", title: "Login Failed", stays: 5_000 },
  { status: 400, code: "email_not_confirmed", title: "Email Not Confirmed", stays: 7_000 },
])(
  "a log-in refused with $code is shown for $stays ms",
  { tags: ["9.27", "9.28"] },
  async ({ status, code, title, stays }) => {
    await visit("/login");
    service.logIn.mockRejectedValueOnce(new AccountError("", status, code));
    await send(LOG_IN_FORM);
    expect(await toastAndItsTime()).toMatchObject({ title, variant: "destructive", stayed: stays });
  },
);

test("an account that waits for its confirmation is shown for 7 s", { tags: ["4.29", "9.29"] }, async () => {
  await visit("/signup");
  service.signUp.mockResolvedValueOnce({ user: UNCONFIRMED, session: null });
  await send(LOG_IN_FORM);
  expect(path()).toBe("/login");
  expect(await toastAndItsTime()).toMatchObject({ title: "Account Created", stayed: 7_000 });
});

test(
  "a sign-up that answers neither a user nor a session leads to log-in and says what is missing for 7 s",
  { tags: ["4.31"] },
  async () => {
    await visit("/signup");
    service.signUp.mockResolvedValueOnce({ user: null, session: null });
    await send(LOG_IN_FORM);
    expect(path()).toBe("/login");
    expect(await toastAndItsTime()).toMatchObject({
      title: "Sign Up Almost Complete",
      description: "Please check your email for the next step, then log in.",
      stayed: 7_000,
    });
  },
);

test("an email that exists leads to log-in and is shown for 5 s", { tags: ["8.20", "9.26"] }, async () => {
  await visit("/signup");
  service.signUp.mockResolvedValueOnce({
    error: new AccountError("User already registered", 422, "user_already_exists"),
  });
  await send(LOG_IN_FORM);
  expect(path()).toBe("/login");
  expect(await toastAndItsTime()).toMatchObject({
    title: "Email already exists",
    description: "Try logging in instead.",
    variant: "destructive",
    stayed: 5_000,
  });
});

test.each([
  { status: 429, message: "", title: "Too many attempts" },
  { status: 0, message: "Failed to fetch", title: "Connection Error" },
  { status: 500, message: "", title: "Sign Up Failed" },
])(
  "a sign-up that ends in '$title' stays on its page and is shown for 5 s",
  { tags: ["8.23"] },
  async ({ status, message, title }) => {
    await visit("/signup");
    service.signUp.mockResolvedValueOnce({ error: new AccountError(message, status) });
    await send(LOG_IN_FORM);
    expect(path()).toBe("/signup");
    expect(await toastAndItsTime()).toMatchObject({ title, variant: "destructive", stayed: 5_000 });
  },
);

test.each<{ form: Record<string, string>; title: string; stays: number }>([
  { form: { Email: "asha", Password: "secret" }, title: "Invalid Email", stays: 5_000 },
  { form: { Email: "asha@example.com", Password: "12345" }, title: "Password Too Short", stays: 5_000 },
  { form: { Email: "asha@example.com" }, title: "Incomplete Form", stays: 4_000 },
])("a sign-up form with a fault says so for $stays ms: $title", { tags: ["5.38"] }, async ({ form, title, stays }) => {
  await visit("/signup");
  await send(form);
  expect(await toastAndItsTime()).toMatchObject({ title, variant: "destructive", stayed: stays });
  expect(service.signUp).not.toHaveBeenCalled();
});

test("a sent reset mail is shown for 7 s", { tags: ["9.30"] }, async () => {
  await visit("/forgot-password");
  await send({ Email: "asha@example.com" });
  expect(await toastAndItsTime()).toMatchObject({ title: "Check Your Email", stayed: 7_000 });
});

test("a reset mail that was not sent is shown for 5 s", async () => {
  await visit("/forgot-password");
  service.sendPasswordResetEmail.mockRejectedValueOnce(new AccountError("", 500));
  await send({ Email: "asha@example.com" });
  expect(path()).toBe("/forgot-password");
  expect(await toastAndItsTime()).toMatchObject({
    title: "Error Sending Email",
    variant: "destructive",
    stayed: 5_000,
  });
});

test("an updated password is shown for 5 s", { tags: ["9.31"] }, async () => {
  await visit(RECOVERY);
  await send(RESET_FORM);
  expect(path()).toBe("/login");
  expect(await toastAndItsTime()).toMatchObject({ title: "Password Updated", stayed: 5_000 });
});

test("a password that was not updated is shown for 5 s", async () => {
  await visit(RECOVERY);
  service.setPasswordByLink.mockRejectedValueOnce(new AccountError("", 500));
  await send(RESET_FORM);
  expect(await toastAndItsTime()).toMatchObject({
    title: "Password Update Failed",
    variant: "destructive",
    stayed: 5_000,
  });
});

test("two passwords that differ are shown for 5 s", async () => {
  await visit(RECOVERY);
  await send({ "New Password": "secret", "Confirm Password": "sacred" });
  expect(await toastAndItsTime()).toMatchObject({
    title: "Passwords Do Not Match",
    variant: "destructive",
    stayed: 5_000,
  });
});

test("an error of a recovery link is shown for 7 s", { tags: ["9.32"] }, async () => {
  await visit("/update-password#error_code=otp_expired");
  expect(path()).toBe("/login");
  expect(await toastAndItsTime()).toMatchObject({
    title: "Password Reset Error",
    description: "This link was used already, or is older than an hour. Ask for a new one.",
    variant: "destructive",
    stayed: 7_000,
  });
});

test.each([
  { came: "confirmed", session: SESSION, title: "Email Verified!", stays: 3_000 },
  { came: "pending", session: { ...SESSION, user: UNCONFIRMED }, title: "Confirmation Pending", stays: 7_000 },
  { came: "failed", session: null, title: "Verification Failed", stays: 7_000 },
])(
  "what came of a confirmation link is shown for $stays ms when it is $came",
  { tags: ["4.32", "4.33", "9.33", "9.34", "9.35"] },
  async ({ session, title, stays }) => {
    await visit("/auth/callback", session);
    expect(await toastAndItsTime()).toMatchObject({ title, stayed: stays });
  },
);

test.each([
  { address: "/login", form: LOG_IN_FORM, call: service.logIn },
  { address: "/signup", form: LOG_IN_FORM, call: service.signUp },
  { address: "/forgot-password", form: { Email: "asha@example.com" }, call: service.sendPasswordResetEmail },
  { address: RECOVERY, form: RESET_FORM, call: service.setPasswordByLink },
])(
  "the form of $address is disabled while its request is in flight",
  { tags: ["4.40"] },
  async ({ address, form, call }) => {
    await visit(address);
    call.mockReturnValueOnce(new Promise<never>(() => {}));
    await send(form);
    expect(call).toHaveBeenCalledOnce();
    expect(screen.getByRole("button", { name: "Please wait..." }).matches(":disabled")).toBe(true);
    for (const label of Object.keys(form)) expect(field(label).matches(":disabled")).toBe(true);
  },
);

async function visit(address: string, session: sessions.AccountSession | null = null) {
  vi.mocked(sessions.subscribeToAuth).mockImplementation((listener) => {
    listener("INITIAL_SESSION", session);
    return () => {};
  });
  const Site = createRoutesStub([
    {
      path: "/",
      Component: Frame,
      children: [
        { index: true, Component: () => "Home" },
        { path: "login", Component: LogInForm },
        { path: "signup", Component: SignUpForm },
        { path: "forgot-password", Component: RequestResetForm },
        { path: "update-password", Component: UpdatePasswordForm },
        { path: "auth/callback", Component: EmailConfirmation },
      ],
    },
  ]);
  render(<Site initialEntries={[address]} />);
  await pass(0);
}

function Frame() {
  return (
    <AuthProvider>
      <output>{useLocation().pathname}</output>
      <Outlet />
    </AuthProvider>
  );
}

async function send(form: Record<string, string>) {
  for (const [label, value] of Object.entries(form)) fireEvent.change(field(label), { target: { value } });
  const button = screen.getAllByRole("button").find((candidate) => candidate.getAttribute("type") === "submit");
  if (!button) throw new Error("There is nothing to send the form with.");
  fireEvent.click(button);
  await pass(0);
}

function path() {
  return document.querySelector("output")?.textContent;
}

function field(label: string) {
  return screen.getByLabelText<HTMLInputElement>(`${label} *`);
}
