// @vitest-environment jsdom
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import * as follows from "~/data/my-follows";
import { homePath } from "~/domain/home";
import { testHome } from "~/domain/test-home";
import { renderPart } from "~/ui/test-page";
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

function isPressed() {
  return screen.getByRole("button", { name: "Follow" }).getAttribute("aria-pressed");
}

function show(home: typeof HOME) {
  const place = { propertyId: home.propertyId };
  renderPart(<FollowButton place={place} path={homePath(home)} name="Home" userId="asha" />);
}
