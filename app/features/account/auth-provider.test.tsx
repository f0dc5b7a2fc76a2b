// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { ASHA, SESSION } from "./test-accounts";
import { AuthProvider, useAuth } from "./auth-provider";
import * as sessions from "~/data/session";

vi.mock("~/data/session", { spy: true });

const { subscribeToAuth } = vi.mocked(sessions);
const stop = vi.fn<() => void>();
let emitAuth: Parameters<typeof sessions.subscribeToAuth>[0] = () => {};

beforeEach(() => {
  subscribeToAuth.mockImplementation((listener) => {
    emitAuth = listener;
    return stop;
  });
});

test("is loading until the session is known, then follows its changes", { tags: ["3.32"] }, () => {
  const { unmount } = render(<Page />);
  expect(screen.getByText("loading")).toBeDefined();
  act(() => emitAuth("INITIAL_SESSION", SESSION));
  expect(screen.getByText("asha@example.com")).toBeDefined();
  act(() => emitAuth("SIGNED_OUT", null));
  expect(screen.getByText("anonymous")).toBeDefined();
  unmount();
  expect(stop).toHaveBeenCalled();
});

test("keeps the same user object when a token is refreshed", () => {
  const seen = new Set<unknown>();
  render(<Page onUser={(user) => seen.add(user)} />);
  act(() => emitAuth("SIGNED_IN", SESSION));
  act(() => emitAuth("TOKEN_REFRESHED", { ...SESSION, accessToken: "a-2", user: { ...ASHA } }));
  expect(seen).toEqual(new Set([null, ASHA]));
});

test("looks for no session on a site without accounts", () => {
  render(<Page hasAccounts={false} />);
  expect(screen.getByText("no accounts")).toBeDefined();
  expect(subscribeToAuth).not.toHaveBeenCalled();
});

test("renders on the server what the browser hydrates", async () => {
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

test("throws if useAuth is called outside its provider", { tags: ["3.32"] }, () => {
  expect(() => renderToString(<Account />)).toThrow(/^useAuth must be used within an AuthProvider$/);
});

type OnUser = (user: sessions.AccountUser | null) => void;

function Page({ onUser, hasAccounts = true }: { onUser?: OnUser; hasAccounts?: boolean }) {
  return (
    <AuthProvider hasAccounts={hasAccounts}>
      <Account onUser={onUser} />
    </AuthProvider>
  );
}

function Account({ onUser }: { onUser?: OnUser | undefined }) {
  const { user, isLoading, hasAccounts } = useAuth();
  onUser?.(user);
  if (isLoading) return "loading";
  if (!hasAccounts) return "no accounts";
  return user ? user.email : "anonymous";
}
