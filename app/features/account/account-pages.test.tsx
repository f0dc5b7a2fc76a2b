// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { createRoutesStub, Outlet, useLocation } from "react-router";
import { expect, test, vi } from "vitest";
import { AccountError, ASHA, service, SESSION, UNCONFIRMED } from "./test-accounts";
import { AccountMenu } from "./account-menu";
import { AuthProvider } from "./auth-provider";
import { EmailConfirmation } from "./email-confirmation";
import { LogInForm } from "./log-in-form";
import { RequestResetForm } from "./request-reset-form";
import { RequireSignIn } from "./require-sign-in";
import { SignUpForm } from "./sign-up-form";
import { UpdatePasswordForm } from "./update-password-form";
import * as emailLinks from "~/data/email-link";
import * as sessions from "~/data/session";
import { openTitles } from "~/ui/test-toasts";
import { currentToasts } from "~/ui/toast";

vi.mock("~/data/email-link", { spy: true });
vi.mock("~/data/session", { spy: true });

const PASSWORD = { Email: "asha@example.com", Password: "secret" };
const NEW_PASSWORD = { "New Password": "secret", "Confirm Password": "secret" };
const RECOVERY = "/update-password?token_hash=hash-1&type=recovery";
const CONFIRMATION = "/auth/callback?token_hash=hash-1&type=signup";
const user = userEvent.setup();
let emitAuth: Parameters<typeof sessions.subscribeToAuth>[0] = () => {};

test.each([
  ["/login?next=%2Freviews", "/reviews"],
  ["/login?next=%2F%2Fevil.example", "/"],
  ["/signup?next=%2F%2Fevil.example", "/"],
  ["/update-password", "/account"],
])("redirects signed-in users from %s to %s", { tags: ["2.10", "11.221"] }, async (address, destination) => {
  visit(address, SESSION);
  await waitFor(() => expect(path()).toBe(destination));
});

test("says what sign-up collects and why above the button", { tags: ["10.600"] }, () => {
  visit("/signup");
  const notice = screen.getByText(/^By signing up you confirm that you are 18 or older and accept the/);
  expect(notice.textContent).toMatch(
    /we keep your email, .* to log you in .* until you delete the account, or longer if Privacy says so\.$/,
  );
  const links = within(notice).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/terms", "/privacy"]);
  expect(notice.nextElementSibling).toBe(screen.getByRole("button", { name: "Sign Up" }));
});

test("removes the errors of the last attempt when the next one starts", async () => {
  visit("/login");
  await submitForm({});
  await submitForm({});
  expect(openTitles()).toEqual([]);
  expect(document.activeElement).toBe(field("Email"));
  expect(screen.getByText("Password is required.")).toBeDefined();
  fireEvent.input(field("Email"), { target: { value: "a" } });
  expect(screen.queryByText("Email is required."), "goes with what it was about").toBeNull();
  expect(screen.getByText("Password is required.")).toBeDefined();
  service.logIn.mockRejectedValueOnce(new AccountError("", 400, "invalid_credentials"));
  await submitForm(PASSWORD);
  await waitFor(() => expect(openTitles()).toEqual(["Login Failed"]));
  expect(document.activeElement).toBe(field("Password"));
  const loggingIn = Promise.withResolvers<void>();
  service.logIn.mockReturnValueOnce(loggingIn.promise);
  await submitForm({});
  expect(openTitles()).toEqual([]);
  loggingIn.resolve();
  await waitFor(() => expect(openTitles()).toEqual(["Login Successful"]));
});

test("sends the confirmation email again, once per click", async () => {
  visit("/login");
  service.logIn.mockRejectedValueOnce(new AccountError("", 400, "email_not_confirmed"));
  await submitForm(PASSWORD);
  const sending = Promise.withResolvers<void>();
  service.resendConfirmationEmail.mockReturnValueOnce(sending.promise);
  await user.click(await screen.findByRole("button", { name: "Send again" }));
  const button = screen.getByRole("button", { name: "Please wait..." });
  // A disabled button would lose the focus.
  expect(button.matches(":disabled")).toBe(false);
  await user.click(button);
  expect(service.resendConfirmationEmail).toHaveBeenCalledExactlyOnceWith("asha@example.com");
  sending.resolve();
  await waitFor(() => expect(openTitles()).toEqual(["Confirmation Email Sent"]));
});

test("shows and hides a password", async () => {
  visit("/login");
  await user.click(screen.getByRole("button", { name: "Show password" }));
  expect(field("Password").type).toBe("text");
  await user.click(screen.getByRole("button", { name: "Hide password" }));
  expect(field("Password").type).toBe("password");
});

test("waits for the session before it shows sign-up and the header", { tags: ["2.110", "2.114"] }, () => {
  visit("/signup", "unknown");
  expect(screen.getByText("One moment, please...")).toBeDefined();
  expect(screen.queryByRole("link", { name: "Your account" })).not.toBeNull();
  expect(screen.queryByRole("button", { name: "Sign Up" })).toBeNull();
  act(() => emitAuth("INITIAL_SESSION", null));
  expect(screen.queryByRole("link", { name: "Your account" })).toBeNull();
  expect(screen.getByText("Password must be at least 6 characters long.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Sign Up" })).toBeDefined();
});

test("offers Login after 2 s without an answer, and the menu after one", { tags: ["2.110"] }, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  visit("/reviews", "unknown");
  const login = () => screen.queryByRole("link", { name: "Login" });
  act(() => vi.advanceTimersByTime(1_800));
  expect(screen.queryByRole("link", { name: "Your account" })).not.toBeNull();
  act(() => vi.advanceTimersByTime(300));
  expect(screen.queryByRole("link", { name: "Your account" })).toBeNull();
  expect(login()?.getAttribute("href")).toBe("/login?next=%2Freviews");
  vi.useRealTimers();
  act(() => emitAuth("TOKEN_REFRESHED", SESSION));
  expect(await screen.findByRole("button", { name: "asha@example.com" })).toBeTruthy();
  expect(login()).toBeNull();
});

test.each([
  { address: "/login", form: PASSWORD, call: service.logIn },
  { address: "/signup", form: PASSWORD, call: service.signUp },
  { address: "/forgot-password", form: { Email: "asha@example.com" }, call: service.sendPasswordResetEmail },
  { address: RECOVERY, form: NEW_PASSWORD, call: service.setPasswordByLink },
])("disables $address while its request is in flight", { tags: ["2.114", "4.40"] }, async ({ address, form, call }) => {
  visit(address);
  call.mockReturnValueOnce(new Promise<never>(() => {}));
  await submitForm(form);
  expect(call).toHaveBeenCalledOnce();
  expect(screen.getByRole("button", { name: "Please wait..." }).matches(":disabled")).toBe(true);
  for (const label of Object.keys(form)) expect(field(label).matches(":disabled")).toBe(true);
});

test.each([
  ["logged in", { user: ASHA, session: SESSION }, "/submit-review"],
  ["to be confirmed", { user: UNCONFIRMED, session: null }, "/login?next=%2Fsubmit-review"],
  ["almost complete", { user: null, session: null }, "/login?next=%2Fsubmit-review"],
  ["registered", { error: new AccountError("", 422, "user_already_exists") }, "/login?next=%2Fsubmit-review"],
  ["refused", { error: new AccountError("", 500) }, "/signup?next=%2Fsubmit-review"],
])("opens the next page after a sign-up: %s", { tags: ["4.29", "8.20"] }, async (name, answer, destination) => {
  visit("/signup?next=%2Fsubmit-review");
  service.signUp.mockImplementationOnce(async () => {
    if ("session" in answer && answer.session) emitAuth("SIGNED_IN", SESSION);
    return answer;
  });
  await submitForm(PASSWORD);
  await waitFor(() => expect(path()).toBe(destination));
  await waitFor(() => expect(openTitles()).toHaveLength(1));
  const isEmailSent = name === "to be confirmed" || name === "almost complete";
  expect(screen.queryByText("asha@example.com", { selector: "main bdi" }) !== null).toBe(isEmailSent);
});

test("uses a recovery link once, as soon as its page opens", { tags: ["2.123", "4.37", "11.223"] }, async () => {
  service.openRecoveryLink.mockImplementationOnce(async () => {
    sessionStorage.setItem("gharsach-link", JSON.stringify({ user: { email: "asha@example.com" } }));
  });
  visit(RECOVERY);
  await screen.findByLabelText("New Password *");
  const username = document.querySelector<HTMLInputElement>("[autocomplete=username]");
  expect([username?.value, username?.hidden], "for password managers").toEqual(["asha@example.com", true]);
  expect(emailLinks.hideEmailLink).toHaveBeenCalled();
  service.setPasswordByLink.mockRejectedValueOnce(new AccountError("Choose another one.", 422, "same_password"));
  await submitForm(NEW_PASSWORD);
  await waitFor(() => expect(currentToasts()[0]?.description).toBe("Choose another one."));
  await submitForm({});
  await waitFor(() => expect(path()).toBe("/login"));
  expect(service.openRecoveryLink).toHaveBeenCalledTimes(1);
});

test("retries an unchecked recovery link when the form is sent, also after a reload", async () => {
  for (const address of [RECOVERY, "/update-password"]) {
    cleanup();
    service.openRecoveryLink.mockRejectedValueOnce(new AccountError("Failed to fetch", 0));
    visit(address);
    await screen.findByLabelText("New Password *");
  }
  await submitForm(NEW_PASSWORD);
  await waitFor(() => expect(path()).toBe("/login"));
  expect(service.openRecoveryLink).toHaveBeenLastCalledWith({ tokenHash: "hash-1", type: "recovery" });
  expect(emailLinks.storedEmailToken("/update-password")).toBeNull();
});

const INVALID = "Invalid or expired recovery link.";

test.each([
  ["?token_hash=hash-1&type=signup", INVALID],
  [
    "#error_code=otp_expired&error_description=Call+us",
    "This link has already been used, or is older than an hour. Ask for a new one.",
  ],
  ["#access_token=a&refresh_token=r&type=recovery", INVALID],
])("opens the log-in page from /update-password%s and says why", { tags: ["4.38"] }, async (came, description) => {
  visit(`/update-password${came}`);
  await waitFor(() => expect(path()).toBe("/login"));
  expect(currentToasts()).toMatchObject([{ title: "Password Reset Error", description }]);
});

const DEFAULT_EMAIL = "/auth/callback#access_token=a-1&refresh_token=r-1&type=signup";
// If a mail scanner opened the link, the email is confirmed and a log-in works.
const USED_BEFORE = "/auth/callback#error=access_denied&error_code=otp_expired&error_description=expired";
const REFUSED = new AccountError("expired", 403, "otp_expired");
const VERIFIED = "Email Verified!";
const SIGNED_IN = "Your email is confirmed and you are logged in.";
const ELSEWHERE = "Now log in: here, or where you signed up.";
const OTHER = "You are still logged in to your own account. To use the other one, log out first.";
const TWICE = "This email was signed up more than once. Choose the password to keep.";
const LOG_IN = "Log in with your email and password.";
const FAILED =
  "Could not verify email. The link may be invalid or expired. Please try logging in, or sign up if you don't have an account.";

test.each([
  ["signed in by its link", CONFIRMATION, "signed-in", VERIFIED, SIGNED_IN, "/"],
  ["confirmed in a browser that did not sign up", CONFIRMATION, "confirmed", VERIFIED, ELSEWHERE, "/login"],
  ["another account's", CONFIRMATION, "other-account", "Link for Another Account", OTHER, "/"],
  ["where another's password would count", CONFIRMATION, "password-unknown", VERIFIED, TWICE, "/update-password"],
  ["refused", CONFIRMATION, REFUSED, "Verification Failed", FAILED, "/login"],
  ["a default e-mail's with a code", "/auth/callback?code=34e770dd", null, "Link Accepted", LOG_IN, "/login"],
  ["a default e-mail's with tokens", DEFAULT_EMAIL, null, "Link Accepted", LOG_IN, "/login"],
  ["a default e-mail's that was used", USED_BEFORE, null, "Verification Failed", FAILED, "/login"],
] as const)(
  "shows the outcome of a confirmation link and opens the next page: %s",
  { tags: ["2.125", "4.32", "11.222"] },
  async (_, link, answer, title, description, destination) => {
    service.confirmEmail.mockImplementation(async () => {
      await Promise.resolve();
      if (answer instanceof AccountError) throw answer;
      if (answer === "signed-in") emitAuth("SIGNED_IN", SESSION);
      if (answer === "password-unknown") sessionStorage.setItem("gharsach-link", "{}");
      return answer ?? "signed-in";
    });
    await openEmailLink(link, title, answer === "other-account" ? SESSION : null);
    await waitFor(() => expect(path()).toBe(destination));
    expect(openTitles()).toEqual([title]);
    expect(currentToasts()[0]).toMatchObject({ description, duration: answer === "signed-in" ? 3_000 : 7_000 });
    expect(service.confirmEmail.mock.calls).toEqual(answer === null ? [] : [[{ tokenHash: "hash-1", type: "signup" }]]);
    expect(emailLinks.hideEmailLink).toHaveBeenCalled();
  },
);

test("opens the log-in page while the confirmation is missing", { tags: ["2.125", "4.32"] }, async () => {
  await openEmailLink("/auth/callback", "Confirmation Pending", { ...SESSION, user: UNCONFIRMED });
  await waitFor(() => expect(path()).toBe("/login"));
  expect(screen.getByRole("button", { name: "Log In" })).toBeDefined();
  const description = "Please check your email to confirm your account before logging in.";
  expect(currentToasts()).toMatchObject([{ title: "Confirmation Pending", description, duration: 7_000 }]);
});

test("waits for the user of a session", { tags: ["2.125", "3.32", "4.32"] }, async () => {
  const session = { ...SESSION, user: null };
  visit("/submit-review", session);
  expect(path()).toBe("/submit-review");
  cleanup();
  await openEmailLink("/auth/callback?code=34e770dd", "Verifying Email", session);
  act(() => emitAuth("USER_UPDATED", SESSION));
  await screen.findByRole("heading", { name: "Email Verified!" });
  expect(openTitles()).toEqual(["Email Verified!"]);
});

test("says that the account service does not answer, and continues once it does", async () => {
  vi.useFakeTimers();
  visit("/submit-review", "unknown");
  expect(screen.getByText("One moment, please...")).toBeTruthy();
  act(() => vi.advanceTimersByTime(15_000));
  expect(screen.getByRole("alert").textContent).toContain("We cannot reach the account service");
  expect(screen.getByRole("link", { name: "Try again" }).getAttribute("href")).toBe("/submit-review");
  vi.useRealTimers();
  act(() => emitAuth("INITIAL_SESSION", SESSION));
  expect(await screen.findByText("The form of a review")).toBeTruthy();
});

test("says on the log-in why it is needed, and offers an account first", { tags: ["10.565", "11.32"] }, () => {
  for (const [address, reason] of [
    ["/submit-review", /^You need an account to publish a review; the review can still be anonymous\./],
    ["/login?next=%2Fhomes%2Fpune%2Fbaner%23follow", /^You need an account to follow a home or a locality/],
  ] as const) {
    visit(address);
    expect(screen.getByText(reason)).toBeDefined();
    const links = within(screen.getByRole("main")).getAllByRole("link");
    expect(links.map(({ textContent }) => textContent)).toEqual([
      "New here? Create an account",
      "Forgot your password?",
    ]);
    cleanup();
  }
  visit("/login?next=%2Faccount");
  expect(screen.getByText("Log in to see your reviews and your account.")).toBeDefined();
  expect(screen.getByRole("link", { name: "Sign up" }).getAttribute("href")).toBe("/signup?next=%2Faccount");
  cleanup();
  visit("/login?next=%2Freviews");
  expect(screen.queryByText(/You need an account|Log in to/)).toBeNull();
});

test.each([
  ["/reviews?city=Pune#review-1", "/login?next=%2Freviews%3Fcity%3DPune%23review-1", "/signup"],
  ["/signup?next=%2Fsubmit-review", "/login?next=%2Fsubmit-review", "/signup?next=%2Fsubmit-review"],
])("links log-in and sign-up of %s with the page to return to", { tags: ["2.110"] }, (address, logIn, signUp) => {
  visit(address);
  expect(screen.getByRole("link", { name: "Login" }).getAttribute("href")).toBe(logIn);
  expect(screen.getByRole("link", { name: "Sign Up" }).getAttribute("href")).toBe(signUp);
});

test("links the desk only in the menu of an operator who has worked here", { tags: ["11.225"] }, async () => {
  for (const [operator, href] of [
    ["user-2", undefined],
    ["user-1", "/desk"],
  ] as const) {
    localStorage.setItem("gharsach-desk", operator);
    visit("/reviews", SESSION);
    await user.click(await screen.findByRole("button", { name: "asha@example.com" }));
    expect(screen.queryByRole("link", { name: "The desk" })?.getAttribute("href")).toBe(href);
    cleanup();
  }
});

test("opens Home after a log-out on a guarded page, and stays on others", { tags: ["2.110"] }, async () => {
  visit("/submit-review", SESSION);
  await logOutByMenu();
  await waitFor(() => expect(path()).toBe("/"));
  await waitFor(() => expect(openTitles()).toEqual(["Logged Out"]));
  cleanup();
  visit("/reviews", SESSION);
  await logOutByMenu();
  const login = await screen.findByRole("link", { name: "Login" });
  expect(path()).toBe("/reviews");
  await waitFor(() => expect(document.activeElement).toBe(login));
});

test("keeps the form and says why if the log-out fails", { tags: ["8.29"] }, async () => {
  visit("/submit-review", SESSION);
  service.logOut.mockRejectedValueOnce(new AccountError("Service is down", 500));
  await logOutByMenu();
  await waitFor(() =>
    expect(currentToasts()).toMatchObject([{ title: "Logout Failed", description: "Service is down" }]),
  );
  expect(screen.getByText("The form of a review")).toBeDefined();
  // An expired session needs a log-in.
  act(() => emitAuth("SIGNED_OUT", null));
  await waitFor(() => expect(path()).toBe("/login?next=%2Fsubmit-review"));
});

/** Opens an email link, and waits until its outcome was shown. */
async function openEmailLink(link: string, title: string, session: Parameters<typeof visit>[1] = null) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  visit(link, session);
  await screen.findByRole("heading", { name: title });
  // Wait for the effect that starts the timer.
  await act(async () => {});
  act(() => vi.advanceTimersByTime(1_500));
}

function visit(address: string, session: sessions.AccountSession | null | "unknown" = null) {
  vi.mocked(sessions.subscribeToAuth).mockImplementation((listener) => {
    emitAuth = listener;
    if (session !== "unknown") listener("INITIAL_SESSION", session);
    return () => {};
  });
  service.logOut.mockImplementation(async () => emitAuth("SIGNED_OUT", null));
  const Site = createRoutesStub([
    {
      path: "/",
      Component: Frame,
      children: [
        { index: true, Component: () => "Home" },
        { path: "reviews", Component: () => "Reviews" },
        { path: "submit-review", Component: () => <RequireSignIn>The form of a review</RequireSignIn> },
        { path: "login", Component: LogInForm },
        { path: "signup", Component: SignUpForm },
        { path: "forgot-password", Component: RequestResetForm },
        { path: "update-password", Component: UpdatePasswordForm },
        { path: "account", Component: () => "Account" },
        { path: "auth/callback", Component: EmailConfirmation },
      ],
    },
  ]);
  render(
    <StrictMode>
      <Site initialEntries={[address]} />
    </StrictMode>,
  );
}

function Frame() {
  const { pathname, search } = useLocation();
  return (
    <AuthProvider hasAccounts>
      <AccountMenu />
      <output>{pathname + search}</output>
      <main>
        <Outlet />
      </main>
    </AuthProvider>
  );
}

function path() {
  return document.querySelector("output")?.textContent;
}

/** Fills in these fields and submits the form. */
async function submitForm(form: Record<string, string>) {
  for (const label of Object.keys(form)) await screen.findByLabelText(`${label} *`);
  for (const [label, value] of Object.entries(form)) fireEvent.change(field(label), { target: { value } });
  await act(async () => fireEvent.submit(document.forms[0] as HTMLFormElement));
}

function field(label: string) {
  return screen.getByLabelText<HTMLInputElement>(`${label} *`);
}

async function logOutByMenu() {
  await user.click(await screen.findByRole("button", { name: "asha@example.com" }));
  await user.click(await screen.findByRole("button", { name: "Logout" }));
}
