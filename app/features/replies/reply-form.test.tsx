// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { replyToReview } from "~/data/replies";
import { type MyReply, REPLY_WRITERS } from "~/domain/reply";
import { renderPart } from "~/ui/test-page";
import { ReplyForm } from "./my-reply";

vi.mock("~/data/replies");

test("keeps a reply and its writer until it is sent", { tags: ["10.224"] }, async () => {
  const user = userEvent.setup();
  const { unmount } = open();
  await user.click(screen.getByRole("radio", { name: REPLY_WRITERS.manager }));
  await user.type(text(), "The lift was repaired.");
  unmount();
  const again = open();
  expect(text().value).toBe("The lift was repaired.");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: REPLY_WRITERS.manager }).checked).toBe(true);
  vi.mocked(replyToReview).mockResolvedValue(SENT);
  await user.click(screen.getByRole("button", { name: "Send the reply" }));
  again.unmount();
  open();
  expect(text().value).toBe("");
});

test("shows the draft of a reply to no other account in the same tab", async () => {
  const { unmount } = open("u1");
  await userEvent.type(text(), "The lift was repaired.");
  unmount();
  const other = open("u2");
  expect(text().value).toBe("");
  other.unmount();
  open("u1");
  expect(text().value).toBe("The lift was repaired.");
});

test("locks a reply that is being sent, and keeps the focus on its button", async () => {
  vi.mocked(replyToReview).mockReturnValue(new Promise(() => {}));
  const user = userEvent.setup();
  open();
  await user.click(screen.getByRole("radio", { name: REPLY_WRITERS.owner }));
  await user.type(text(), "The lift was repaired.");
  await user.click(screen.getByRole("button", { name: "Send the reply" }));
  const button = screen.getByRole("button", { name: "Sending..." });
  // A disabled button would lose the focus.
  expect(button.matches(":disabled")).toBe(false);
  await user.click(button);
  await user.type(text(), " In May.");
  expect(text().value).toBe("The lift was repaired.");
  expect(replyToReview).toHaveBeenCalledOnce();
});

const SENT: MyReply = {
  text: "The lift was repaired.",
  writtenAs: "manager",
  createdOn: "2026-11-26",
  state: "waiting",
  refusal: null,
};

function open(userId = "u1") {
  return renderPart(<ReplyForm userId={userId} reviewId="r1" refused={null} onSent={() => {}} />);
}

function text() {
  return screen.getByRole<HTMLTextAreaElement>("textbox", { name: /Your reply/ });
}
