// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { requestPlaceAlert } from "~/data/place-alerts";
import { EmailMeOnce } from "./email-me-once";

vi.mock("~/data/place-alerts");
const request = vi.mocked(requestPlaceAlert);

test("keeps the email until it is sent, with each outcome beside it", { tags: ["10.421", "10.224"] }, async () => {
  const user = userEvent.setup();
  const send = () => user.click(screen.getByRole("button", { name: "Email me once" }));
  render(<EmailMeOnce city="Bengaluru" locality="Whitefield" />);
  await send();
  expect(field()).toMatchObject({ ariaInvalid: "true", value: "" });
  await user.type(field(), "asha at example");
  await send();
  expect(screen.getByText("Use the form name@example.com, without spaces.")).toBeTruthy();
  expect(request).not.toHaveBeenCalled();
  await user.clear(field());
  await user.type(field(), "asha@example.com");
  request.mockResolvedValueOnce({ outcome: "too-many-attempts", sentence: "You can enter the next one in 5 minutes." });
  await send();
  await waitFor(() =>
    expect(screen.getByRole("alert").textContent).toBe("Too many attempts. You can enter the next one in 5 minutes."),
  );
  cleanup();
  render(<EmailMeOnce city="Bengaluru" locality="Whitefield" />);
  expect(field().value).toBe("asha@example.com");
  request.mockResolvedValueOnce("sent");
  await send();
  await waitFor(() => expect(screen.getByText(/^We have sent a link to/)).toBeTruthy());
  expect(request).toHaveBeenLastCalledWith("Bengaluru", "Whitefield", "asha@example.com");
  cleanup();
  render(<EmailMeOnce city="Bengaluru" locality="Whitefield" />);
  expect(field().value).toBe("");
});

function field(): HTMLInputElement {
  return screen.getByRole("textbox", { name: /^Email/ });
}
