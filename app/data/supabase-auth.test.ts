import "./test-window";
import { AUTO_REFRESH_TICK_DURATION_MS, AUTO_REFRESH_TICK_THRESHOLD } from "@supabase/auth-js/dist/main/lib/constants";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { projectAnswering } from "./test-requests";

const NOW = new Date("2026-11-21T10:00:00Z");
const downloads = vi.hoisted(() => ({ count: 0 }));
const { send, sent } = projectAnswering();

vi.mock("@supabase/auth-js", async (importOriginal) => {
  downloads.count += 1;
  return importOriginal();
});

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.resetModules();
  // auth-js warns of a second client, and each test creates one.
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

afterEach(async () => {
  // Stop the timers of the client.
  const { authClient } = await import("./supabase-auth");
  await (await authClient()).dispose();
});

test("signs out a visitor without a session at once and downloads nothing", { tags: ["3.32"] }, async () => {
  const { authClient, followSession, hasStoredSession } = await import("./supabase-auth");
  const events: unknown[] = [];
  followSession((...event) => events.push(event));
  expect(events).toEqual([["INITIAL_SESSION", null]]);
  expect(hasStoredSession()).toBe(false);
  expect(downloads.count).toBe(0);
  await authClient();
  expect(downloads.count).toBe(1);
  expect(send).not.toHaveBeenCalled();
});

test("ignores tokens in the URL", { tags: ["4.38"] }, async () => {
  window.location.hash = "#access_token=a&refresh_token=r&expires_in=3600&token_type=bearer&type=recovery";
  onTestFinished(() => void (window.location.hash = ""));
  const { authClient, hasStoredSession } = await import("./supabase-auth");
  expect((await (await authClient()).getSession()).data.session).toBeNull();
  expect([hasStoredSession(), send.mock.calls]).toEqual([false, []]);
});

test("returns the token of the stored session", { tags: ["3.32"] }, async () => {
  storeSession({ secondsLeft: 3600 });
  const { authClient, followSession } = await import("./supabase-auth");
  const { currentAccessToken } = await import("./signed-in");
  const emails: (string | undefined)[] = [];
  const stop = followSession((_event, session) => emails.push(session?.user.email));
  await authClient();
  await vi.advanceTimersByTimeAsync(0);
  expect(new Set(emails)).toEqual(new Set(["asha@example.com"]));
  expect(await currentAccessToken()).toBe("access-1");
  expect(send).not.toHaveBeenCalled();
  stop();
});

test("signs in after another tab did, until the listener unsubscribes", async () => {
  const { followSession } = await import("./supabase-auth");
  const emails: (string | undefined)[] = [];
  followSession((_event, session) => emails.push(session?.user.email));
  const unsubscribed = vi.fn<() => void>();
  followSession(unsubscribed)();
  storeSession({ secondsLeft: 3600 });
  window.dispatchEvent(new StorageEvent("storage", { key: "gharsach-auth" }));
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
  expect([emails[0], emails.at(-1)]).toEqual([undefined, "asha@example.com"]);
  expect(unsubscribed).toHaveBeenCalledTimes(1);
});

test("checks a session every 30 s, and refreshes it three checks early", { tags: ["9.41"] }, async () => {
  expect([AUTO_REFRESH_TICK_DURATION_MS, AUTO_REFRESH_TICK_THRESHOLD]).toEqual([30_000, 3]);
  storeSession({ secondsLeft: 200 });
  send.mockImplementation(async () => refreshedSession());
  const { authClient } = await import("./supabase-auth");
  await authClient();
  await vi.advanceTimersByTimeAsync(89_000);
  expect(send).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(send).toHaveBeenCalledTimes(1);
  const url = "https://db.example/auth/v1/token?grant_type=refresh_token";
  expect(sent()).toMatchObject([{ url, headers: { apikey: "sb_publishable_test" } }]);
  expect(JSON.parse(window.localStorage.getItem("gharsach-auth") ?? "")).toMatchObject({ access_token: "access-2" });
});

test("retries a refresh without a response after 200 ms, doubling", { tags: ["8.45"] }, async () => {
  storeSession({ secondsLeft: 60 });
  const tries: number[] = [];
  send.mockImplementation(async () => {
    tries.push(Date.now() - NOW.getTime());
    if (tries.length % 2 === 1) throw new TypeError("Failed to fetch");
    return Response.json({ msg: "unavailable" }, { status: [502, 503, 504][(tries.length / 2) % 3] ?? 503 });
  });
  const { authClient } = await import("./supabase-auth");
  await authClient();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(tries).toEqual([0, 200, 600, 1400, 3000, 6200, 12_600, 25_400]);
  expect(window.localStorage.getItem("gharsach-auth")).not.toBeNull();
});

test("throws after fifteen seconds if a token cannot be refreshed", async () => {
  for (const outage of [Promise.reject(new TypeError("Failed to fetch")), new Promise<never>(() => {})]) {
    outage.catch(() => {});
    storeSession({ secondsLeft: -60 });
    send.mockReturnValue(outage);
    const { currentAccessToken } = await import("./signed-in");
    const token = currentAccessToken().catch((error: unknown) => error);
    await import("@supabase/auth-js");
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await token).toMatchObject({ status: 0, message: "The account service did not answer in time." });
  }
});

test("removes a session that the service ended", async () => {
  storeSession({ secondsLeft: -60 });
  send.mockImplementation(async () =>
    Response.json({ error_code: "refresh_token_not_found", msg: "Invalid Refresh Token" }, { status: 400 }),
  );
  const { currentAccessToken } = await import("./signed-in");
  expect(await currentAccessToken()).toBeNull();
  expect(window.localStorage.getItem("gharsach-auth")).toBeNull();
});

const USER = { id: "user-1", email: "asha@example.com", email_confirmed_at: "2026-11-01T00:00:00Z" };

function storeSession({ secondsLeft }: { secondsLeft: number }) {
  const session = { ...sessionWith("1"), expires_at: NOW.getTime() / 1000 + secondsLeft };
  window.localStorage.setItem("gharsach-auth", JSON.stringify(session));
}

function refreshedSession() {
  return Response.json(sessionWith("2"));
}

function sessionWith(n: string) {
  const tokens = { access_token: `access-${n}`, refresh_token: `refresh-${n}`, token_type: "bearer" };
  return { ...tokens, expires_in: 3600, user: USER };
}
