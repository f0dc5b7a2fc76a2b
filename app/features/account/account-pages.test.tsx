// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { StrictMode } from "react";
import { createRoutesStub, Outlet, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AccountMenu } from "./account-menu";
import { AccountsRequired } from "./accounts-required";
import { AuthProvider } from "./auth-provider";
import { EmailConfirmation } from "./email-confirmation";
import { LogInForm } from "./log-in-form";
import { RequestResetForm } from "./request-reset-form";
import { RequireSignIn } from "./require-sign-in";
import { SignUpForm } from "./sign-up-form";
import { UpdatePasswordForm } from "./update-password-form";
import * as accounts from "~/data/accounts";
import * as emailLinks from "~/data/email-link";
import * as sessions from "~/data/session";
import { clearToasts, currentToasts } from "~/ui/toast";

vi.mock("~/data/accounts", async (importOriginal) => ({
  ...(await importOriginal<typeof accounts>()),
  confirmEmail: vi.fn<typeof accounts.confirmEmail>(),
  logIn: vi.fn<typeof accounts.logIn>(),
  logOut: vi.fn<typeof accounts.logOut>(),
  resendConfirmationEmail: vi.fn<typeof accounts.resendConfirmationEmail>(),
  sendPasswordResetEmail: vi.fn<typeof accounts.sendPasswordResetEmail>(),
  signUp: vi.fn<typeof accounts.signUp>(),
  openRecoveryLink: vi.fn<typeof accounts.openRecoveryLink>(),
  setPasswordByLink: vi.fn<typeof accounts.setPasswordByLink>(),
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
const { AccountError } = accounts;
const service = vi.mocked(accounts);
const user = userEvent.setup();
let tell: Parameters<typeof sessions.subscribeToAuth>[0] = () => {};

beforeEach(() => {
  vi.resetAllMocks();
  clearToasts();
  window.sessionStorage.clear();
  window.localStorage.clear();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  delete window.__gharsach;
});

test("log-in returns to the page that asked for it, replacing history", { tags: ["2.120"] }, async () => {
  visit("/login?next=%2Fsubmit-review%3Fdraft%3D1");
  await fillIn({ Email: "asha@example.com", Password: "secret" });
  service.logIn.mockImplementation(async () => tell("SIGNED_IN", SESSION));
  await user.click(screen.getByRole("button", { name: "Log In" }));
  await waitFor(() => expect(path()).toBe("/submit-review?draft=1"));
  expect(screen.getByText("The form of a review")).toBeDefined();
  expect(titles()).toEqual(["Login Successful"]);
});

test.each(["https://evil.example", "//evil.example", "/login"])("log-in does not lead to %s", async (next) => {
  visit(`/login?next=${encodeURIComponent(next)}`, SESSION);
  await waitFor(() => expect(path()).toBe("/"));
});

test("a signed-in user is redirected from the log-in and sign-up pages", { tags: ["2.10", "2.12"] }, async () => {
  visit("/login", SESSION);
  await waitFor(() => expect(path()).toBe("/"));
  cleanup();
  visit("/signup", SESSION);
  await waitFor(() => expect(path()).toBe("/"));
});

test("a wrong password is said in a toast and beside the field, which gets the focus and keeps its text", async () => {
  visit("/login");
  await fillIn({ Email: "asha@example.com", Password: "wrong!" });
  service.logIn.mockRejectedValueOnce(new AccountError("Invalid login credentials", 400, "invalid_credentials"));
  await user.click(screen.getByRole("button", { name: "Log In" }));
  const password = await screen.findByLabelText<HTMLInputElement>("Password *");
  await waitFor(() => expect(document.activeElement).toBe(password));
  expect(password.getAttribute("aria-invalid")).toBe("true");
  expect(password.value).toBe("wrong!");
  expect(currentToasts()[0]).toMatchObject({ title: "Login Failed", description: "Incorrect email or password." });
});

test("the next try takes away what the last one said, and a success stands alone", async () => {
  visit("/login");
  await user.click(screen.getByRole("button", { name: "Log In" }));
  expect(titles()).toEqual(["Incomplete Form"]);
  await fillIn({ Email: "asha@example.com", Password: "wrong!" });
  service.logIn.mockRejectedValueOnce(new AccountError("Invalid login credentials", 400, "invalid_credentials"));
  await user.click(screen.getByRole("button", { name: "Log In" }));
  await waitFor(() => expect(titles()).toEqual(["Login Failed"]));
  let finish: () => void = () => {};
  service.logIn.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
  await user.click(screen.getByRole("button", { name: "Log In" }));
  expect(titles()).toEqual([]);
  finish();
  await waitFor(() => expect(titles()).toEqual(["Login Successful"]));
});

test("an unconfirmed address can be sent its mail again", async () => {
  visit("/login");
  await fillIn({ Email: "asha@example.com", Password: "secret" });
  service.logIn.mockRejectedValueOnce(new AccountError("Email not confirmed", 400, "email_not_confirmed"));
  await user.click(screen.getByRole("button", { name: "Log In" }));
  let finish: () => void = () => {};
  service.resendConfirmationEmail.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
  await user.click(await screen.findByRole("button", { name: "Send again" }));
  const button = screen.getByRole("button", { name: "Please wait..." });
  // A disabled button would lose the focus.
  expect(button.matches(":disabled")).toBe(false);
  await user.click(button);
  expect(service.resendConfirmationEmail).toHaveBeenCalledExactlyOnceWith("asha@example.com");
  finish();
  await waitFor(() => expect(titles()).toEqual(["Confirmation Email Sent"]));
});

test("an empty log-in form sends nothing and starts at the first field", async () => {
  visit("/login");
  await user.click(screen.getByRole("button", { name: "Log In" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Email *"));
  expect(screen.getByText("Email is required.")).toBeDefined();
  expect(screen.getByText("Password is required.")).toBeDefined();
  expect(service.logIn).not.toHaveBeenCalled();
});

test("a password can be looked at while it is typed", async () => {
  visit("/login");
  const password = screen.getByLabelText<HTMLInputElement>("Password *");
  expect(password.type).toBe("password");
  await user.click(screen.getByRole("button", { name: "Show password" }));
  expect(password.type).toBe("text");
  await user.click(screen.getByRole("button", { name: "Hide password" }));
  expect(password.type).toBe("password");
});

test("sign-up waits with a spinner until it is known who is there", { tags: ["2.114", "2.117"] }, () => {
  visit("/signup", "unknown");
  expect(screen.getByText("One moment, please...")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Sign Up" })).toBeNull();
  act(() => tell("INITIAL_SESSION", null));
  expect(screen.getByText("Password must be at least 6 characters long.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Sign Up" })).toBeDefined();
});

test("sign-up is busy while it is on its way, and then sends people to log in", { tags: ["2.115"] }, async () => {
  visit("/signup?next=%2Fsubmit-review");
  await fillIn({ Email: "asha@example.com", Password: "secret" });
  let finish: (answer: Awaited<ReturnType<typeof accounts.signUp>>) => void = () => {};
  service.signUp.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
  await user.click(screen.getByRole("button", { name: "Sign Up" }));
  const busy = screen.getByRole<HTMLButtonElement>("button", { name: "Please wait..." });
  expect(busy.matches(":disabled")).toBe(true);
  expect(screen.getByLabelText("Email *").matches(":disabled")).toBe(true);
  finish({ user: { ...ASHA, emailConfirmedAt: null }, session: null });
  await waitFor(() => expect(path()).toBe("/login?next=%2Fsubmit-review"));
  expect(currentToasts()[0]).toMatchObject({
    title: "Account Created",
    description: "Please check your email to confirm your account. If you already have one, log in instead.",
    duration: 7000,
  });
});

test(
  "after sign-up the log-in page keeps a notice with the address, which sends the mail again",
  { tags: ["11.21"] },
  async () => {
    visit("/signup?next=%2Fsubmit-review");
    await fillIn({ Email: " asha@example.com ", Password: "secret" });
    service.signUp.mockResolvedValueOnce({ user: { ...ASHA, emailConfirmedAt: null }, session: null });
    await user.click(screen.getByRole("button", { name: "Sign Up" }));
    const again = await screen.findByRole("button", { name: "Send again" });
    expect(screen.getByText("asha@example.com")).toBeDefined();
    await user.click(again);
    expect(service.resendConfirmationEmail).toHaveBeenCalledWith("asha@example.com");
    cleanup();
    visit("/login");
    expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
  },
);

test("sign-up with a session goes to the home page", { tags: ["4.30"] }, async () => {
  visit("/signup");
  await fillIn({ Email: "asha@example.com", Password: "secret" });
  service.signUp.mockImplementation(async () => {
    tell("SIGNED_IN", SESSION);
    return { user: ASHA, session: SESSION };
  });
  await user.click(screen.getByRole("button", { name: "Sign Up" }));
  await waitFor(() => expect(path()).toBe("/"));
});

test("an offline browser keeps the sign-up form as it is", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  visit("/signup");
  await fillIn({ Email: "asha@example.com", Password: "secret" });
  await user.click(screen.getByRole("button", { name: "Sign Up" }));
  await waitFor(() => expect(titles()).toEqual(["Connection Error"]));
  expect(path()).toBe("/signup");
  expect(screen.getByLabelText<HTMLInputElement>("Email *").value).toBe("asha@example.com");
  vi.restoreAllMocks();
});

test("a reset mail is promised neutrally, on the way back to log-in", { tags: ["2.123", "4.36"] }, async () => {
  visit("/forgot-password");
  await fillIn({ Email: "asha@example.com" });
  await user.click(screen.getByRole("button", { name: "Send Reset Link" }));
  await waitFor(() => expect(path()).toBe("/login"));
  expect(currentToasts()[0]?.description).toBe(
    "If an account exists for this email, you will receive instructions to reset your password shortly.",
  );
});

test(
  "a recovery link is used as soon as its page opens, and once",
  { tags: ["2.124", "4.37", "8.35", "11.224"] },
  async () => {
    visit("/update-password?token_hash=hash-1&type=recovery");
    await screen.findByLabelText("New Password *");
    expect(emailLinks.hideEmailLink).toHaveBeenCalled();
    await fillIn({ "New Password": "secret", "Confirm Password": "secret" });
    service.setPasswordByLink.mockRejectedValueOnce(new AccountError("Choose another one.", 422, "same_password"));
    await user.click(screen.getByRole("button", { name: "Update Password" }));
    await waitFor(() => expect(currentToasts()[0]?.description).toBe("Choose another one."));
    await user.click(screen.getByRole("button", { name: "Update Password" }));
    await waitFor(() => expect(path()).toBe("/login"));
    expect(service.openRecoveryLink).toHaveBeenCalledTimes(1);
    expect(titles()[0]).toBe("Password Updated");
  },
);

test("a recovery link that could not be checked is tried again when the form is sent, also after a reload", async () => {
  service.openRecoveryLink.mockRejectedValueOnce(new AccountError("Failed to fetch", 0));
  visit("/update-password?token_hash=hash-1&type=recovery");
  await screen.findByLabelText("New Password *");
  cleanup();
  service.openRecoveryLink.mockRejectedValueOnce(new AccountError("Failed to fetch", 0));
  visit("/update-password");
  await screen.findByLabelText("New Password *");
  await fillIn({ "New Password": "secret", "Confirm Password": "secret" });
  await user.click(screen.getByRole("button", { name: "Update Password" }));
  await waitFor(() => expect(path()).toBe("/login"));
  expect(service.openRecoveryLink).toHaveBeenLastCalledWith({ tokenHash: "hash-1", type: "recovery" });
  cleanup();
  visit("/update-password");
  await waitFor(() => expect(path()).toBe("/login"));
  expect(titles()).toEqual(["Password Reset Error"]);
});

test("two different passwords are not sent", { tags: ["5.36"] }, async () => {
  visit("/update-password?token_hash=hash-1&type=recovery");
  await screen.findByLabelText("New Password *");
  await fillIn({ "New Password": "secret", "Confirm Password": "sacred" });
  await user.click(screen.getByRole("button", { name: "Update Password" }));
  expect(titles()).toEqual(["Passwords Do Not Match"]);
  expect(document.activeElement).toBe(screen.getByLabelText("Confirm Password *"));
  expect(service.setPasswordByLink).not.toHaveBeenCalled();
});

test.each([
  { address: "/update-password", description: "Invalid or expired recovery link." },
  { address: "/update-password?token_hash=hash-1&type=signup", description: "Invalid or expired recovery link." },
  {
    address: "/update-password#error_code=otp_expired&error_description=Call+us",
    description: "This link was used already, or is older than an hour. Ask for a new one.",
  },
  { address: "/update-password#error_description=Call+us", description: "Invalid or expired recovery link." },
  {
    address: "/update-password#access_token=a&refresh_token=r&type=recovery",
    description: "Invalid or expired recovery link.",
  },
])(
  "$address leads to log-in with the reason",
  { tags: ["4.38", "4.39", "8.37", "8.38"] },
  async ({ address, description }) => {
    visit(address);
    await waitFor(() => expect(path()).toBe("/login"));
    expect(currentToasts()).toMatchObject([{ title: "Password Reset Error", description, duration: 7000 }]);
  },
);

test("a used recovery link leads to log-in without a touch", { tags: ["11.224"] }, async () => {
  service.openRecoveryLink.mockRejectedValueOnce(new AccountError("Email link is invalid", 403, "otp_expired"));
  visit("/update-password?token_hash=hash-1&type=recovery");
  await waitFor(() => expect(path()).toBe("/login"));
  expect(titles()).toEqual(["Password Reset Error"]);
  expect(emailLinks.storedEmailToken("/update-password")).toBeNull();
});

test("who is signed in sets a new password where the old one is asked for", { tags: ["11.221"] }, async () => {
  visit("/update-password", SESSION);
  await waitFor(() => expect(path()).toBe("/account"));
});

test("a confirmation link is used once and leads home", { tags: ["2.126", "4.32"] }, async () => {
  service.confirmEmail.mockImplementation(async () => {
    await Promise.resolve();
    tell("SIGNED_IN", SESSION);
    return "signed-in";
  });
  await follow("/auth/callback?token_hash=hash-1&type=signup", "Email Verified!");
  expect(service.confirmEmail).toHaveBeenCalledTimes(1);
  expect(emailLinks.hideEmailLink).toHaveBeenCalled();
  await waitFor(() => expect(path()).toBe("/"));
  expect(titles()).toEqual(["Email Verified!"]);
});

test(
  "a confirmation that is still missing leads to log-in, which keeps a user who has a session",
  { tags: ["2.127", "4.33"] },
  async () => {
    await follow("/auth/callback", "Confirmation Pending", { ...SESSION, user: { ...ASHA, emailConfirmedAt: null } });
    await waitFor(() => expect(path()).toBe("/login"));
    expect(screen.getByRole("button", { name: "Log In" })).toBeDefined();
    expect(titles()).toEqual(["Confirmation Pending"]);
  },
);

test("an account service that does not say who is there is told of, and the page goes on when it does", async () => {
  vi.useFakeTimers();
  visit("/submit-review", "unknown");
  expect(screen.getByText("One moment, please...")).toBeTruthy();
  act(() => vi.advanceTimersByTime(15_000));
  expect(screen.getByRole("alert").textContent).toContain("We cannot reach the account service");
  expect(screen.getByRole("link", { name: "Try again" }).getAttribute("href")).toBe("/submit-review");
  vi.useRealTimers();
  act(() => tell("INITIAL_SESSION", SESSION));
  expect(await screen.findByText("The form of a review")).toBeTruthy();
});

test("a session that does not say whose it is is waited for", { tags: ["2.125", "4.34"] }, async () => {
  await follow("/auth/callback", "Verifying Email", { ...SESSION, user: null });
  act(() => tell("USER_UPDATED", SESSION));
  await screen.findByRole("heading", { name: "Email Verified!" });
  expect(titles()).toEqual(["Email Verified!"]);
});

test("the link of another account says so and leads home, with one's own session", async () => {
  service.confirmEmail.mockResolvedValueOnce("other-account");
  await follow("/auth/callback?token_hash=hash-1&type=signup", "Link for Another Account", SESSION);
  await waitFor(() => expect(path()).toBe("/"));
  expect(titles()).toEqual(["Link for Another Account"]);
});

test("a refused confirmation link says so and leads to log-in", { tags: ["2.128", "4.35"] }, async () => {
  service.confirmEmail.mockRejectedValueOnce(new AccountError("expired", 403, "otp_expired"));
  await follow("/auth/callback?token_hash=hash-1&type=signup", "Verification Failed");
  await waitFor(() => expect(path()).toBe("/login"));
  expect(titles()).toEqual(["Verification Failed"]);
});

test("in a browser that did not sign up, a confirmation link leads to log-in", { tags: ["11.222"] }, async () => {
  service.confirmEmail.mockResolvedValueOnce("confirmed");
  await follow("/auth/callback?token_hash=hash-1&type=signup", "Email Verified!");
  await waitFor(() => expect(path()).toBe("/login"));
  expect(titles()).toEqual(["Email Verified!"]);
});

test("where another's password would count, a confirmation link leads to setting one", async () => {
  service.confirmEmail.mockImplementation(async () => {
    sessionStorage.setItem("gharsach-link", "{}");
    return "password-unknown";
  });
  await follow("/auth/callback?token_hash=hash-1&type=signup", "Email Verified!");
  await waitFor(() => expect(path()).toBe("/update-password"));
  await screen.findByLabelText("New Password *");
});

test.each([
  ["?code=34e770dd", "Link Accepted"],
  ["#access_token=a-1&refresh_token=r-1&type=signup", "Link Accepted"],
  // A mail scanner opened it first, perhaps: the address is confirmed then, and logging in works.
  ["#error=access_denied&error_code=otp_expired&error_description=expired", "Verification Failed"],
])("a default letter's link without a session (%s) says what happened and leads to log-in", async (came, title) => {
  await follow(`/auth/callback${came}`, title);
  expect(emailLinks.hideEmailLink).toHaveBeenCalled();
  await waitFor(() => expect(path()).toBe("/login"));
  expect(titles()).toEqual([title]);
});

test("a guarded page sends visitors to log in and remembers itself", { tags: ["2.6"] }, async () => {
  visit("/submit-review?draft=1");
  await waitFor(() => expect(path()).toBe("/login?next=%2Fsubmit-review%3Fdraft%3D1"));
});

test("log-in and sign-up say why a page sent one there", { tags: ["11.32"] }, async () => {
  const reason = /^You need an account to publish a review; the review can still be anonymous\./;
  visit("/submit-review");
  expect(await screen.findByText(reason)).toBeDefined();
  cleanup();
  visit("/signup?next=%2Fsubmit-review", null);
  expect(screen.getByText(reason)).toBeDefined();
  cleanup();
  visit("/login?next=%2Freviews");
  expect(screen.queryByText(/You need an account|Log in to/)).toBeNull();
});

test("without JavaScript the header offers log-in and sign-up, since no script can read a session", () => {
  visit("/reviews?city=Pune#review-1", "unknown");
  const login = screen.getByRole("link", { name: "Login" });
  expect(login.getAttribute("href")).toBe("/login?next=%2Freviews%3Fcity%3DPune");
  expect(login.parentElement?.className).toContain("hidden noscript:flex");
});

test("while it is not known who is there, the header holds their place with a skeleton", { tags: ["2.110"] }, () => {
  visit("/reviews", "unknown");
  expect(document.querySelector("[class*=breathe]")).not.toBeNull();
  act(() => tell("INITIAL_SESSION", null));
  expect(document.querySelector("[class*=breathe]")).toBeNull();
  expect(screen.getByRole("link", { name: "Sign Up" })).toBeDefined();
});

test("the header offers both ways in, and log-in remembers the page", { tags: ["2.111"] }, () => {
  visit("/reviews?city=Pune#review-1");
  const login = screen.getByRole("link", { name: "Login" });
  expect(login.getAttribute("href")).toBe("/login?next=%2Freviews%3Fcity%3DPune%23review-1");
  expect(screen.getByRole("link", { name: "Sign Up" }).getAttribute("href")).toBe("/signup");
});

test.each(["/login", "/signup"])("from %s the header's Sign Up carries the page to return to along", (page) => {
  visit(`${page}?next=%2Fsubmit-review`);
  const link = screen.getByRole("link", { name: "Sign Up" });
  expect(link.getAttribute("href")).toBe("/signup?next=%2Fsubmit-review");
});

test(
  "the header's menu names the account and logs out; a guarded page is left for the home page",
  { tags: ["2.112"] },
  async () => {
    visit("/submit-review", SESSION);
    await logOutByMenu();
    await waitFor(() => expect(path()).toBe("/"));
    await waitFor(() => expect(titles()).toEqual(["Logged Out"]));
  },
);

test("the menu leads an operator who has worked here to the desk, and nobody else", { tags: ["11.225"] }, async () => {
  localStorage.setItem("gharsach-desk", "user-2");
  visit("/reviews", SESSION);
  await user.click(await screen.findByRole("button", { name: "asha@example.com" }));
  expect(screen.queryByRole("link", { name: "The desk" })).toBeNull();
  cleanup();
  localStorage.setItem("gharsach-desk", "user-1");
  visit("/reviews", SESSION);
  await user.click(await screen.findByRole("button", { name: "asha@example.com" }));
  expect(screen.getByRole("link", { name: "The desk" }).getAttribute("href")).toBe("/desk");
});

test("a log-out elsewhere leaves the page as it is, and the focus in the header", async () => {
  visit("/reviews", SESSION);
  await logOutByMenu();
  const login = await screen.findByRole("link", { name: "Login" });
  expect(path()).toBe("/reviews");
  await waitFor(() => expect(document.activeElement).toBe(login));
});

test("a log-out that fails keeps the form and says why", { tags: ["8.30"] }, async () => {
  visit("/submit-review", SESSION);
  service.logOut.mockRejectedValueOnce(new AccountError("Service is down", 503));
  await logOutByMenu();
  await waitFor(() =>
    expect(currentToasts()[0]).toMatchObject({ title: "Logout Failed", description: "Service is down" }),
  );
  expect(screen.getByText("The form of a review")).toBeDefined();
});

test("a session that ends by itself is asked for again", async () => {
  visit("/submit-review", SESSION);
  act(() => tell("SIGNED_OUT", null));
  await waitFor(() => expect(path()).toBe("/login?next=%2Fsubmit-review"));
});

test("without a database account pages say so, and guarded pages are open", { tags: ["2.5"] }, () => {
  window.__gharsach = { backend: "browser", supabaseUrl: "", publishableKey: "" };
  visit("/login");
  expect(screen.getByText(/Accounts are unavailable/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Log In" })).toBeNull();
  cleanup();
  visit("/submit-review");
  expect(screen.getByText("The form of a review")).toBeDefined();
});

/** Opens the link of a mail, whose outcome has this title, and lets the time pass in which it is read. */
async function follow(link: string, title: string, session: Parameters<typeof visit>[1] = null) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  visit(link, session);
  await screen.findByRole("heading", { name: title });
  // The time begins with the effects.
  await act(async () => {});
  act(() => vi.advanceTimersByTime(1_500));
}

/** Opens an address as a visitor with this session, or with one that is still being looked for. */
function visit(address: string, session: sessions.AccountSession | null | "unknown" = null) {
  vi.mocked(sessions.subscribeToAuth).mockImplementation((listener) => {
    tell = listener;
    if (session !== "unknown") listener("INITIAL_SESSION", session);
    return () => {};
  });
  service.logOut.mockImplementation(async () => tell("SIGNED_OUT", null));
  const Site = createRoutesStub([
    {
      path: "/",
      Component: Frame,
      children: [
        { index: true, Component: () => "Home" },
        { path: "reviews", Component: () => "Reviews" },
        {
          path: "submit-review",
          Component: () => <RequireSignIn>The form of a review</RequireSignIn>,
        },
        { path: "login", Component: LogInPage },
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
    <AuthProvider>
      <AccountMenu />
      <output>{pathname + search}</output>
      <Outlet />
    </AuthProvider>
  );
}

function LogInPage() {
  return (
    <AccountsRequired>
      <LogInForm />
    </AccountsRequired>
  );
}

function path() {
  return document.querySelector("output")?.textContent;
}

function titles() {
  return currentToasts()
    .filter((toast) => toast.state === "open")
    .map((toast) => toast.title);
}

async function fillIn(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await user.type(screen.getByLabelText(`${label} *`), value);
}

async function logOutByMenu() {
  await user.click(await screen.findByRole("button", { name: "asha@example.com" }));
  await user.click(await screen.findByRole("button", { name: "Logout" }));
}
