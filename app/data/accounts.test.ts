import "./test-window";
import { expect, test, vi } from "vitest";
import {
  confirmEmail,
  forgetSession,
  logIn,
  logOut,
  openRecoveryLink,
  resendConfirmationEmail,
  sendPasswordResetEmail,
  setPasswordByLink,
  signUp,
  updateUserPassword,
} from "./accounts";
import { storedEmailToken, storeEmailToken } from "./email-link";
import { rememberFollows } from "./follow-memory";
import { linkSessionEmail } from "./link-session";
import { subscribeToAuth } from "./session";
import { authClient } from "./supabase-auth";
import { projectAnswering } from "./test-requests";

vi.mock(import("./supabase-auth"), { spy: true });

const API = "https://db.example/auth/v1";
const USER = { id: "user-1", email: "asha@example.com", email_confirmed_at: "2026-11-01T00:00:00Z", user_metadata: {} };
const TOKENS = { access_token: tokenOf({ exp: 4_000_000_000 }), refresh_token: "refresh-1", token_type: "bearer" };
const SESSION = { ...TOKENS, expires_in: 3600, expires_at: 4_000_000_000, user: USER };
/** The page that a default email of a project links to. */
const CONFIRMATION_PAGE = encodeURIComponent(`${window.location.origin}/auth/callback`);
const { send, answer, sent: requests } = projectAnswering();

test("treats a failed download of the account client as a lost connection", { tags: ["8.22"] }, async () => {
  const lost = new TypeError("Failed to fetch dynamically imported module: /assets/auth-client.js");
  vi.mocked(authClient).mockRejectedValueOnce(lost).mockRejectedValueOnce(lost);
  expect(await signUp("asha@example.com", "secret")).toMatchObject({ error: { status: 0 } });
  await expect(logIn("asha@example.com", "secret")).rejects.toMatchObject({ name: "AccountError", status: 0 });
});

test("times out after fifteen seconds if the service hangs", async () => {
  vi.useFakeTimers();
  send.mockReturnValue(new Promise(() => {}));
  const calls = [
    signUp("asha@example.com", "secret").then((outcome) => Promise.reject("error" in outcome && outcome.error)),
    logIn("asha@example.com", "secret"),
    sendPasswordResetEmail("asha@example.com"),
    resendConfirmationEmail("asha@example.com"),
    openRecoveryLink({ tokenHash: "0123456789", type: "recovery" }),
  ].map((answered) => expect(answered).rejects.toMatchObject({ status: 0 }));
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(15_000);
  await Promise.all(calls);
  vi.useRealTimers();
});

test("returns user, session or error of a sign-up", { tags: ["1.14", "3.32", "7.15"] }, async () => {
  answer({ ...USER, email_confirmed_at: undefined });
  const user = { id: "user-1", email: "asha@example.com", emailConfirmedAt: null };
  expect(await signUp(" Asha@Example.com ", "secret")).toEqual({ user, session: null });
  expect(sent()).toMatchObject({
    url: `${API}/signup?redirect_to=${CONFIRMATION_PAGE}`,
    body: { email: "asha@example.com", password: "secret" },
  });
  answer(SESSION);
  const session = { accessToken: SESSION.access_token, refreshToken: "refresh-1", tokenType: "bearer" };
  expect(await signUp("asha@example.com", "secret")).toMatchObject({ user: { id: "user-1" }, session });
  refuse(422, "user_already_exists", "User already registered");
  expect(await signUp("asha@example.com", "secret")).toMatchObject({
    error: { message: "User already registered", status: 422, code: "user_already_exists" },
  });
});

test("lower-cases the email at log-in and stores the session under our own key", { tags: ["5.37"] }, async () => {
  answer(SESSION);
  await logIn("Asha@Example.COM", "secret");
  expect(sent()).toMatchObject({ url: `${API}/token?grant_type=password`, body: { email: "asha@example.com" } });
  expect(JSON.parse(window.localStorage.getItem("gharsach-auth") ?? "")).toMatchObject({ refresh_token: "refresh-1" });
});

test("removes an unused link after a log-in, not after a refused one", { tags: ["7.15", "8.41"] }, async () => {
  storeEmailToken("/update-password", { tokenHash: "hash-1", type: "recovery" });
  const refusal = { status: 400, code: "invalid_credentials", message: "Invalid login credentials" } as const;
  refuse(refusal.status, refusal.code, refusal.message);
  await expect(logIn("asha@example.com", "wrong")).rejects.toMatchObject({ name: "AccountError", ...refusal });
  expect(storedEmailToken("/update-password")).not.toBeNull();
  answer(SESSION);
  await logIn("asha@example.com", "secret");
  expect(storedEmailToken("/update-password")).toBeNull();
});

test("removes the session everywhere at log-out, unless the request fails", { tags: ["3.32", "7.15"] }, async () => {
  const events: [string, string | undefined][] = [];
  const stop = subscribeToAuth((event, session) => events.push([event, session?.user?.email]));
  await signIn();
  send.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  rememberFollows("user-1", ["/homes/pune/baner"]);
  await expect(logOut()).rejects.toMatchObject({ status: 0 });
  expect(window.localStorage.getItem("gharsach-auth")).not.toBeNull();
  expect(window.localStorage.getItem("gharsach-follows")).not.toBeNull();
  answer(null, 204);
  await logOut();
  stop();
  expect(sent().url).toBe(`${API}/logout?scope=global`);
  expect(window.localStorage.getItem("gharsach-auth")).toBeNull();
  expect(window.localStorage.getItem("gharsach-follows")).toBeNull();
  expect(events).toContainEqual(["SIGNED_IN", "asha@example.com"]);
  expect(events.at(-1)).toEqual(["SIGNED_OUT", undefined]);
});

test("removes a session without the service", async () => {
  await signIn();
  send.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await forgetSession();
  expect(window.localStorage.getItem("gharsach-auth")).toBeNull();
});

test("sends the return URL with requests for a reset or confirmation", { tags: ["7.15"] }, async () => {
  answer({});
  await resendConfirmationEmail("asha@example.com");
  expect(sent()).toMatchObject({
    url: `${API}/resend?redirect_to=${CONFIRMATION_PAGE}`,
    body: { email: "asha@example.com", type: "signup" },
  });
  answer({});
  await sendPasswordResetEmail("Asha@example.com");
  const back = encodeURIComponent(`${window.location.origin}/update-password`);
  expect(sent()).toMatchObject({ url: `${API}/recover?redirect_to=${back}`, body: { email: "asha@example.com" } });
  refuse(500, "unexpected_failure", "Error sending recovery email");
  await expect(sendPasswordResetEmail("asha@example.com")).rejects.toThrow("Error sending recovery email");
});

test("requires a session for a new password", { tags: ["7.15", "8.41"] }, async () => {
  window.localStorage.clear();
  await expect(updateUserPassword("new secret")).rejects.toThrow("Auth session missing!");
  await signIn();
  answer(USER);
  await updateUserPassword("new secret");
  expect(sent()).toMatchObject({ url: `${API}/user`, body: { password: "new secret" } });
});

test("signs in the browser that signed up with its link, in every tab", { tags: ["3.32", "11.222"] }, async () => {
  answer({ ...USER, email_confirmed_at: undefined });
  await signUp("Asha@example.com", "secret");
  const { data } = sent().body as { data: { sign_up: string } };
  answer({ ...SESSION, user: { ...USER, user_metadata: data } });
  answer(USER);
  expect(await confirmEmail({ tokenHash: "hash-1", type: "signup" })).toBe("signed-in");
  expect(localStorage.getItem("gharsach-auth")).toContain("refresh-1");
  expect(localStorage.getItem("gharsach-sign-up")).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test("sends one id per signed-up email", async () => {
  for (const email of ["asha@example.com", "asha@example.com", "ravi@example.com"]) {
    answer(USER);
    await signUp(email, "secret");
  }
  const [first, again, other] = requests().map(({ body }) => (body as { data: { sign_up: string } }).data.sign_up);
  expect([again === first, other === first]).toEqual([true, false]);
});

test("confirms without a session in a browser that signed up another email", { tags: ["8.41", "11.222"] }, async () => {
  answer(USER);
  await signUp("ravi@example.com", "secret");
  answer({ ...SESSION, user: { ...USER, user_metadata: { sign_up: "of another browser" } } });
  answer(null, 204);
  expect(await confirmEmail({ tokenHash: "hash-1", type: "signup" })).toBe("confirmed");
  await vi.waitFor(() => expect(sent().url).toBe(`${API}/logout?scope=local`));
  await vi.waitFor(() => expect(sessionStorage).toHaveLength(0));
  expect(localStorage.getItem("gharsach-auth")).toBeNull();
});

test("offers to set a password if two browsers signed up with different ones", async () => {
  answer({ ...SESSION, user: { ...USER, user_metadata: {} } });
  expect(await confirmEmail({ tokenHash: "hash-1", type: "signup" })).toBe("password-unknown");
  expect(localStorage.getItem("gharsach-auth")).toBeNull();
});

test("offers to set a password if another browser's password counts", async () => {
  answer(USER);
  await signUp("asha@example.com", "secret");
  answer({ ...SESSION, user: { ...USER, user_metadata: { sign_up: "of another browser" } } });
  expect(await confirmEmail({ tokenHash: "hash-1", type: "signup" })).toBe("password-unknown");
  expect(localStorage.getItem("gharsach-auth")).toBeNull();
  answer(USER);
  answer(null, 204);
  await setPasswordByLink("new secret");
  expect(sent().url).toBe(`${API}/logout?scope=global`);
});

test("never signs in with a recovery link, and ends that account's session", { tags: ["11.223"] }, async () => {
  answer(SESSION);
  await openRecoveryLink({ tokenHash: "hash-1", type: "recovery" });
  expect(sent()).toMatchObject({ url: `${API}/verify`, body: { token_hash: "hash-1", type: "recovery" } });
  expect(localStorage.getItem("gharsach-auth")).toBeNull();
  expect(linkSessionEmail()).toBe("asha@example.com");
  answer({ ...SESSION, refresh_token: "refresh-2" });
  await logIn("asha@example.com", "secret");
  answer(SESSION);
  await openRecoveryLink({ tokenHash: "hash-2", type: "recovery" });
  expect(localStorage.getItem("gharsach-auth")).toContain("refresh-2");
  answer(USER);
  send.mockImplementation(async () => new Response(null, { status: 204 }));
  await setPasswordByLink("new secret");
  expect(localStorage.getItem("gharsach-auth")).toBeNull();
  refuse(403, "otp_expired", "Email link is invalid or has expired");
  await expect(openRecoveryLink({ tokenHash: "hash-1", type: "recovery" })).rejects.toMatchObject({ status: 403 });
});

test("redeems a link for the signed-in account, and never switches accounts", async () => {
  await signIn();
  answer({ ...SESSION, refresh_token: "refresh-2" });
  answer(USER);
  expect(await confirmEmail({ tokenHash: "hash-1", type: "signup" })).toBe("signed-in");
  const before = localStorage.getItem("gharsach-auth");
  answer({ ...SESSION, user: { ...USER, id: "user-2" } });
  answer(null, 204);
  expect(await confirmEmail({ tokenHash: "hash-2", type: "signup" })).toBe("other-account");
  expect(localStorage.getItem("gharsach-auth")).toBe(before);
  await vi.waitFor(() => expect(sent().url).toBe(`${API}/logout?scope=local`));
});

test("recognizes errors of an older service by their messages", async () => {
  for (const [message, code] of [
    ["User already registered", "user_already_exists"],
    ["Invalid login credentials", "invalid_credentials"],
    ["Email not confirmed", "email_not_confirmed"],
    ["Something else", undefined],
  ]) {
    answer({ error: "invalid_grant", error_description: message }, 400);
    await expect(logIn("asha@example.com", "wrong")).rejects.toMatchObject({ status: 400, message, code });
  }
});

function refuse(status: number, code: string, message: string) {
  answer({ code: status, error_code: code, msg: message }, status);
}

async function signIn() {
  answer(SESSION);
  await logIn("asha@example.com", "secret");
}

/** Returns the last request. */
function sent() {
  const { url = "", body = {} } = requests().at(-1) ?? {};
  return { url, body: body as Record<string, unknown> };
}

/** Returns an unsigned token: the client does not verify signatures. */
function tokenOf(claims: object): string {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll("=", "");
  return [part({ alg: "HS256", typ: "JWT" }), part(claims), "c2lnbmF0dXJl"].join(".");
}
