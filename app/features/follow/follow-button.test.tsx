// @vitest-environment jsdom
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import * as follows from "~/data/my-follows";
import { SessionExpired } from "~/data/signed-in-call";
import { homePath } from "~/domain/home";
import { testHome } from "~/domain/test-home";
import { renderPart } from "~/ui/test-page";
import { openTitles } from "~/ui/test-toasts";
import { clearToasts } from "~/ui/toast";
import { FollowButton } from "./follow-button";

vi.mock("~/data/my-follows");

const HOME = testHome();
const FOLLOW = { ...HOME, secret: "secret-1", hasHomes: true };

test("loads the follows of an account once, and is pressed on their pages", { tags: ["10.120"] }, async () => {
  vi.mocked(follows.myFollows).mockResolvedValue([FOLLOW]);
  for (const home of [HOME, testHome({ propertyName: "Silver Oak" }), HOME]) {
    cleanup();
    show(home);
    await waitFor(() => expect(isPressed()).toBe(String(home === HOME)));
  }
  expect(follows.myFollows).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole("button", { name: "Follow" }));
  await waitFor(() => expect(isPressed()).toBe("false"));
  expect(follows.unfollow).toHaveBeenCalledExactlyOnceWith("secret-1");
  vi.mocked(follows.followPlace).mockResolvedValue(true);
  await userEvent.click(screen.getByRole("button", { name: "Follow" }));
  await waitFor(() => expect(isPressed()).toBe("true"));
});

test("follows after the log-in that the button asked for, once", { tags: ["10.120", "10.564"] }, async () => {
  vi.mocked(follows.followPlace).mockReset().mockRejectedValueOnce(new SessionExpired());
  const other = testHome({ propertyName: "Silver Oak" });
  const pressed = () => screen.getByRole("button", { name: "Follow" });
  show(HOME, null);
  await userEvent.click(pressed());
  await waitFor(() => expect(window.localStorage.getItem("gharsach-follow-next")).toContain(homePath(HOME)));
  cleanup();
  vi.mocked(follows.myFollows).mockResolvedValue([]);
  vi.mocked(follows.followPlace).mockResolvedValue(true);
  clearToasts();
  show(other, "ravi");
  await waitFor(() => expect(follows.myFollows).toHaveBeenCalled());
  expect(follows.followPlace).toHaveBeenCalledOnce();
  cleanup();
  // Another person may log in on this device and open the home.
  show(HOME, "ravi");
  await waitFor(() => expect(isPressed()).toBe("false"));
  cleanup();
  window.location.hash = "#follow";
  for (const _ of ["after the log-in", "later"]) {
    show(HOME, "ravi");
    await waitFor(() => expect(isPressed()).toBe("true"));
    cleanup();
  }
  window.location.hash = "";
  expect(follows.followPlace).toHaveBeenCalledTimes(2);
  expect(openTitles()).toEqual(["You follow Home"]);
});

function isPressed() {
  return screen.getByRole("button", { name: "Follow" }).getAttribute("aria-pressed");
}

function show(home: typeof HOME, userId: string | null = "asha") {
  const place = { propertyId: home.propertyId };
  renderPart(<FollowButton place={place} path={homePath(home)} name="Home" userId={userId} />);
}
