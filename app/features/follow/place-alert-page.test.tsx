// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "~/ui/test-page";
import { PlaceAlertPage } from "./place-alert-page";

test("offers to confirm a request, and always to delete it", { tags: ["10.422"] }, () => {
  const alert = { locality: "Whitefield", city: "Bengaluru", isConfirmed: false };
  const buttons = () =>
    screen
      .queryAllByRole("button")
      .map((button) => [
        button.textContent,
        button.getAttribute("formaction") ?? button.closest("form")?.getAttribute("action"),
      ]);
  renderPart(<PlaceAlertPage secret="s" alert={alert} />);
  expect(buttons()).toEqual([
    ["Yes, email me once", "/alerts/s"],
    ["No, delete my email", "/alerts/s/stop"],
  ]);
  expect(document.body.textContent).toContain("Whitefield, Bengaluru");
  cleanup();
  renderPart(<PlaceAlertPage secret="s" alert={{ ...alert, isConfirmed: true }} />);
  expect(buttons()).toEqual([["Stop and delete my email", "/alerts/s/stop"]]);
  cleanup();
  renderPart(<PlaceAlertPage secret="s" alert={null} />);
  expect(buttons()).toEqual([]);
});
