// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import {
  type AccountError,
  confirmEmail,
  forgetSession,
  logIn,
  logOut,
  resendConfirmationEmail,
  sendPasswordResetEmail,
  setSessionFromFragment,
  signUp,
  updateUserPassword,
  verifyEmailLink,
} from "./accounts";
import { storedEmailToken, storeEmailToken } from "./email-link";
import { subscribeToAuth } from "./session";

const API = "https://project.example/auth/v1";
const USER = { id: "user-1", email: "asha@example.com", email_confirmed_at: "2026-11-01T00:00:00Z" };
const SESSION = {
  access_token: tokenOf({ exp: 4_000_000_000 }),
  refresh_token: "refresh-1",
  token_type: "bearer",
  expires_in: 3600,
  expires_at: 4_000_000_000,
  user: USER,
};
/** Where a default letter of a project leads. */
const CONFIRMATION_PAGE = encodeURIComponent(`${window.location.origin}/auth/callback`);
const send = vi.fn<typeof fetch>();

beforeEach(() => {
  window.__gharsach = { backend: "supabase", supabaseUrl: "https://project.example", publishableKey: "public-key" };
  window.localStorage.clear();
  vi.stubGlobal("fetch", send);
  send.mockReset();
});

test("a service that hangs is an answer that did not come, after fifteen seconds", async () => {
  vi.useFakeTimers();
  send.mockReturnValue(new Promise(() => {}));
  const failures = [
    signUp("asha@example.com", "secret").then((outcome) => "error" in outcome && outcome.error),
    ...[
      () => logIn("asha@example.com", "secret"),
      () => sendPasswordResetEmail("asha@example.com"),
      () => resendConfirmationEmail("asha@example.com"),
      () => verifyEmailLink({ tokenHash: "0123456789", type: "signup" }),
    ].map((ask) => ask().catch((error: unknown) => error)),
  ];
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(15_000);
  for (const failure of await Promise.all(failures)) expect(failure).toMatchObject({ status: 0 });
  vi.useRealTimers();
});

test(
  "sign-up answers the user, and a session where no confirmation is needed",
  { tags: ["1.18", "3.33", "7.15"] },
  async () => {
    answer({ ...USER, email_confirmed_at: undefined });
    expect(await signUp(" Asha@Example.com ", "secret")).toEqual({
      user: { id: "user-1", email: "asha@example.com", emailConfirmedAt: null },
      session: null,
    });
    expect(sent()).toMatchObject({
      url: `${API}/signup?redirect_to=${CONFIRMATION_PAGE}`,
      body: { email: "asha@example.com", password: "secret" },
    });

    answer(SESSION);
    expect(await signUp("asha@example.com", "secret")).toMatchObject({
      user: { id: "user-1" },
      session: {
        accessToken: SESSION.access_token,
        refreshToken: "refresh-1",
        tokenType: "bearer",
        user: { id: "user-1" },
      },
    });
  },
);

test("a refused sign-up returns its message, status and code instead of throwing", { tags: ["7.15"] }, async () => {
  refuse(422, "user_already_exists", "User already registered");
  expect(await signUp("asha@example.com", "secret")).toMatchObject({
    error: { message: "User already registered", status: 422, code: "user_already_exists" },
  });
  send.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect(await signUp("asha@example.com", "secret")).toMatchObject({ error: { status: 0 } });
});

test("log-in lower-cases the address and keeps the session under our own key", { tags: ["5.37"] }, async () => {
  answer(SESSION);
  await logIn("Asha@Example.COM", "secret");
  expect(sent()).toMatchObject({ url: `${API}/token?grant_type=password`, body: { email: "asha@example.com" } });
  expect(JSON.parse(window.localStorage.getItem("gharsach-auth") ?? "")).toMatchObject({ refresh_token: "refresh-1" });
});

test("log-in removes the unused link of an e-mail from this tab", async () => {
  storeEmailToken("/update-password", { tokenHash: "hash-1", type: "recovery" });
  refuse(400, "invalid_credentials", "Invalid login credentials");
  await expect(logIn("asha@example.com", "wrong")).rejects.toMatchObject({ status: 400 });
  expect(storedEmailToken("/update-password")).not.toBeNull();
  answer(SESSION);
  await logIn("asha@example.com", "secret");
  expect(storedEmailToken("/update-password")).toBeNull();
});

test("a refused log-in throws its message, status and code", { tags: ["7.16", "8.42"] }, async () => {
  refuse(400, "invalid_credentials", "Invalid login credentials");
  await expect(logIn("asha@example.com", "wrong")).rejects.toMatchObject({
    name: "AccountError",
    message: "Invalid login credentials",
    status: 400,
    code: "invalid_credentials",
  } satisfies Partial<AccountError>);
});

test("log-out removes the session everywhere", async () => {
  await signIn();
  send.mockResolvedValueOnce(new Response(null, { status: 204 }));
  await logOut();
  expect(sent().url).toBe(`${API}/logout?scope=global`);
  expect(window.localStorage.getItem("gharsach-auth")).toBeNull();
});

test("a log-out whose request fails throws and keeps the session", { tags: ["7.17"] }, async () => {
  await signIn();
  send.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(logOut()).rejects.toMatchObject({ status: 0 });
  expect(window.localStorage.getItem("gharsach-auth")).not.toBeNull();
});

test("a session can be forgotten without the service", async () => {
  await signIn();
  send.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await forgetSession();
  expect(window.localStorage.getItem("gharsach-auth")).toBeNull();
});

test("a reset mail is asked for with the way back", { tags: ["7.18"] }, async () => {
  answer({});
  await sendPasswordResetEmail("Asha@example.com");
  const back = encodeURIComponent(`${window.location.origin}/update-password`);
  expect(sent()).toMatchObject({ url: `${API}/recover?redirect_to=${back}`, body: { email: "asha@example.com" } });
  refuse(500, "unexpected_failure", "Error sending recovery email");
  await expect(sendPasswordResetEmail("asha@example.com")).rejects.toThrow("Error sending recovery email");
});

test("another confirmation mail is asked for", async () => {
  answer({});
  await resendConfirmationEmail("asha@example.com");
  expect(sent()).toMatchObject({
    url: `${API}/resend?redirect_to=${CONFIRMATION_PAGE}`,
    body: { email: "asha@example.com", type: "signup" },
  });
});

test("a new password needs a session", { tags: ["7.19", "8.41"] }, async () => {
  window.localStorage.clear();
  await expect(updateUserPassword("new secret")).rejects.toThrow("Auth session missing!");
  await signIn();
  answer(USER);
  await updateUserPassword("new secret");
  expect(sent()).toMatchObject({ url: `${API}/user`, body: { password: "new secret" } });
});

test("a link from a mail is verified and gives a session", { tags: ["3.32", "8.44"] }, async () => {
  answer({ ...SESSION, refresh_token: "refresh-0" });
  expect(await confirmEmail({ tokenHash: "hash-0", type: "signup" })).toMatchObject({ refreshToken: "refresh-0" });
  answer(SESSION);
  const session = await verifyEmailLink({ tokenHash: "hash-1", type: "signup" });
  expect(session?.user).toEqual({ id: "user-1", email: "asha@example.com", emailConfirmedAt: "2026-11-01T00:00:00Z" });
  expect(sent()).toMatchObject({ url: `${API}/verify`, body: { token_hash: "hash-1", type: "signup" } });
  refuse(403, "otp_expired", "Email link is invalid or has expired");
  await expect(verifyEmailLink({ tokenHash: "hash-1", type: "signup" })).rejects.toMatchObject({ status: 403 });
});

test("a session in a fragment is taken over after the service has vouched for it", async () => {
  answer(USER);
  const hash = `#access_token=${SESSION.access_token}&refresh_token=refresh-2&type=recovery`;
  expect(await setSessionFromFragment(hash)).toMatchObject({ refreshToken: "refresh-2", user: { id: "user-1" } });
  expect(sent().url).toBe(`${API}/user`);
  await expect(setSessionFromFragment("#access_token=nonsense&refresh_token=x")).rejects.toMatchObject({
    name: "AccountError",
  });
});

test("a link of one's own account works where one is signed in", async () => {
  await signIn();
  answer({ ...SESSION, refresh_token: "refresh-2" });
  answer(USER);
  expect(await confirmEmail({ tokenHash: "hash-1", type: "signup" })).toMatchObject({
    refreshToken: "refresh-2",
    user: { id: "user-1" },
  });
  expect(localStorage.getItem("gharsach-auth")).toContain("refresh-2");
});

test.each([
  [
    "a link from a mail",
    { ...SESSION, user: { ...USER, id: "user-2" } },
    () => confirmEmail({ tokenHash: "hash-2", type: "signup" }),
  ],
  [
    "a session in a fragment",
    { ...USER, id: "user-2" },
    () => setSessionFromFragment(`#access_token=${SESSION.access_token}&refresh_token=theirs`),
  ],
])("%s does not switch the session to another account", async (_, given, open) => {
  await signIn();
  const before = localStorage.getItem("gharsach-auth");
  answer(given);
  send.mockResolvedValueOnce(new Response(null, { status: 204 }));
  await expect(open()).rejects.toMatchObject({ name: "AccountError", status: 409, code: "other_account" });
  expect(localStorage.getItem("gharsach-auth")).toBe(before);
  await vi.waitFor(() => expect(sent().url).toBe(`${API}/logout?scope=local`));
});

test("listeners hear of sign-in and sign-out", { tags: ["4.28", "7.14"] }, async () => {
  const heard: [string, string | undefined][] = [];
  const stop = subscribeToAuth((event, session) => heard.push([event, session?.user?.email]));
  await signIn();
  send.mockResolvedValueOnce(new Response(null, { status: 204 }));
  await logOut();
  stop();
  expect(heard).toContainEqual(["SIGNED_IN", "asha@example.com"]);
  expect(heard.at(-1)).toEqual(["SIGNED_OUT", undefined]);
});

function answer(body: object) {
  send.mockResolvedValueOnce(Response.json(body));
}

function refuse(status: number, code: string, message: string) {
  send.mockResolvedValueOnce(Response.json({ code: status, error_code: code, msg: message }, { status }));
}

async function signIn() {
  answer(SESSION);
  await logIn("asha@example.com", "secret");
}

/** The last request, as the service got it. */
function sent() {
  const [url, request] = send.mock.calls.at(-1) ?? [];
  return { url: String(url), body: JSON.parse(String(request?.body ?? "{}")) as Record<string, unknown> };
}

/** A token with an expiry and no valid signature: the client checks none. */
function tokenOf(claims: object): string {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll("=", "");
  return [part({ alg: "HS256", typ: "JWT" }), part(claims), "c2lnbmF0dXJl"].join(".");
}
