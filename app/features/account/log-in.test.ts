import { beforeEach, expect, test, vi } from "vitest";
import { CAPTCHA_TOAST } from "./captcha-wording";
import { logIn, type LogInOutcome, logInToast } from "./log-in";
import * as accounts from "~/data/accounts";

vi.mock("~/data/accounts", async (importOriginal) => ({
  ...(await importOriginal<typeof accounts>()),
  logIn: vi.fn<typeof accounts.logIn>(),
}));

const FORM = { email: "asha@example.com", password: "secret" };
const service = vi.mocked(accounts.logIn);

beforeEach(() => {
  service.mockReset();
});

test("an accepted password logs in", async () => {
  service.mockResolvedValueOnce();
  expect(await logIn(FORM, { isOnline: true })).toBe("logged-in");
  expect(service).toHaveBeenCalledWith("asha@example.com", "secret");
});

test("a browser that is offline sends nothing", async () => {
  expect(await logIn(FORM, { isOnline: false })).toBe("connection-lost");
  expect(service).not.toHaveBeenCalled();
});

test.each([
  {
    status: 429,
    code: "over_request_rate_limit",
    message: "Too many requests from your network. Please try again in 12 minutes.",
    outcome: { outcome: "too-many-attempts", retry: "You can try again in 12 minutes." },
  },
  {
    status: 429,
    code: "over_request_rate_limit",
    message: "Request rate limit reached",
    outcome: { outcome: "too-many-attempts", retry: "" },
  },
  { status: 400, code: "invalid_credentials", message: "Invalid login credentials", outcome: "wrong-credentials" },
  { status: 400, code: "email_not_confirmed", message: "Email not confirmed", outcome: "email-not-confirmed" },
  { status: 0, code: undefined, message: "Failed to fetch", outcome: "failed" },
  { status: 500, code: "unexpected_failure", message: "", outcome: "failed" },
])(
  "the refusal $status $code $message means $outcome",
  { tags: ["8.25", "8.26", "8.27", "8.28"] },
  async ({ status, code, message, outcome }) => {
    service.mockRejectedValueOnce(new accounts.AccountError(message, status, code));
    expect(await logIn(FORM, { isOnline: true })).toEqual(outcome);
  },
);

test("every outcome has its words", { tags: ["8.25", "8.26", "8.27", "8.28"] }, () => {
  const words: Record<Extract<LogInOutcome, string>, object> = {
    "logged-in": { title: "Login Successful", description: "Welcome back!", duration: 3000 },
    "wrong-credentials": { title: "Login Failed", description: "Incorrect email or password.", duration: 5000 },
    "captcha-failed": CAPTCHA_TOAST,
    "email-not-confirmed": {
      title: "Email Not Confirmed",
      description: "Please check your email to confirm your account before logging in.",
      duration: 7000,
    },
    "connection-lost": { title: "Connection Error", description: "Connection lost. Try submitting again." },
    failed: { title: "Login Failed", description: "Something went wrong. Please try again later.", duration: 5000 },
  };
  for (const outcome of Object.keys(words) as Extract<LogInOutcome, string>[])
    expect(logInToast(outcome)).toMatchObject(words[outcome]);
});

test("a locked account is told for how long, as far as the service says it", { tags: ["8.25"] }, () => {
  const locked = { title: "Account Locked", description: "Account locked, try later.", duration: 5000 };
  expect(logInToast({ outcome: "too-many-attempts", retry: "" })).toMatchObject(locked);
  expect(logInToast({ outcome: "too-many-attempts", retry: "You can try again in 12 minutes." })).toMatchObject({
    ...locked,
    description: "Account locked, try later. You can try again in 12 minutes.",
  });
});
