// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Disclosure } from "./disclosure";

test("opens by its button, and closes by Escape, a click or the focus elsewhere", async () => {
  const user = userEvent.setup();
  render(
    <>
      <Disclosure label="Account">
        <button type="button">Logout</button>
      </Disclosure>
      <button type="button">Elsewhere</button>
    </>,
  );
  const toggle = screen.getByRole("button", { name: "Account" });
  const isOpen = () => screen.queryByRole("button", { name: "Logout" }) !== null;
  expect(isOpen()).toBe(false);

  await user.click(toggle);
  expect(isOpen()).toBe(true);
  expect(toggle.getAttribute("aria-expanded")).toBe("true");
  await user.keyboard("{Escape}");
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(toggle);

  await user.keyboard("{Enter}{Tab}");
  expect(document.activeElement?.textContent).toBe("Logout");
  await user.tab();
  expect(document.activeElement?.textContent).toBe("Elsewhere");
  expect(isOpen()).toBe(false);

  await user.click(toggle);
  await user.click(document.body);
  expect(isOpen()).toBe(false);
  await user.click(toggle);
  await user.click(toggle);
  expect(isOpen()).toBe(false);
});
