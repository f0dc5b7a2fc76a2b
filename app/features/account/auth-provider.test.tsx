// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { ASHA, SESSION } from "./test-accounts";
import { AuthProvider, useAuth } from "./auth-provider";
import * as sessions from "~/data/session";

vi.mock("~/data/session", async (importOriginal) => ({
  ...(await importOriginal<typeof sessions>()),
  subscribeToAuth: vi.fn<typeof sessions.subscribeToAuth>(),
}));

const { subscribeToAuth } = vi.mocked(sessions);
const stop = vi.fn<() => void>();
let tell: Parameters<typeof sessions.subscribeToAuth>[0] = () => {};

beforeEach(() => {
  subscribeToAuth.mockImplementation((listener) => {
    tell = listener;
    return stop;
  });
});

test(
  "who is signed in is unknown until the browser has looked, then each change is heard, until the page is left",
  { tags: ["3.32"] },
  () => {
    const { unmount } = render(<Page />);
    expect(screen.getByText("loading")).toBeDefined();
    act(() => tell("INITIAL_SESSION", SESSION));
    expect(screen.getByText("asha@example.com")).toBeDefined();
    act(() => tell("SIGNED_OUT", null));
    expect(screen.getByText("anonymous")).toBeDefined();
    unmount();
    expect(stop).toHaveBeenCalled();
  },
);

test("a refreshed token changes the session and leaves the user the same", () => {
  const seen = new Set<unknown>();
  render(<Page onUser={(user) => seen.add(user)} />);
  act(() => tell("SIGNED_IN", SESSION));
  act(() => tell("TOKEN_REFRESHED", { ...SESSION, accessToken: "a-2", user: { ...ASHA } }));
  expect(seen).toEqual(new Set([null, ASHA]));
});

test("on a site without accounts no session is awaited", () => {
  window.__gharsach = { backend: "browser", supabaseUrl: "", publishableKey: "" };
  render(<Page />);
  expect(screen.getByText("no accounts")).toBeDefined();
  expect(subscribeToAuth).not.toHaveBeenCalled();
});

test("the server's page is the one that the browser starts from", async () => {
  const place = document.createElement("div");
  place.innerHTML = renderToString(<Page />);
  expect(place.textContent).toBe("loading");
  expect(subscribeToAuth).not.toHaveBeenCalled();
  subscribeToAuth.mockImplementation((listener) => {
    listener("INITIAL_SESSION", SESSION);
    return stop;
  });
  const root = await act(async () => hydrateRoot(place, <Page />));
  expect(place.textContent).toBe("asha@example.com");
  act(() => root.unmount());
});

test("useAuth outside its provider throws", { tags: ["3.32"] }, () => {
  expect(() => renderToString(<Account />)).toThrow(/^useAuth must be used within an AuthProvider$/);
});

type OnUser = (user: sessions.AccountUser | null) => void;

function Page({ onUser }: { onUser?: OnUser }) {
  return (
    <AuthProvider>
      <Account onUser={onUser} />
    </AuthProvider>
  );
}

function Account({ onUser }: { onUser?: OnUser | undefined }) {
  const { user, isLoading, isAvailable } = useAuth();
  onUser?.(user);
  if (isLoading) return "loading";
  if (!isAvailable) return "no accounts";
  return user ? user.email : "anonymous";
}
