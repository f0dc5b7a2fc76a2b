// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { StarRatingField } from "./star-rating-field";

beforeEach(() => {
  // user-event needs CSS.escape, which jsdom lacks.
  vi.stubGlobal("CSS", { escape: (text: string) => text });
});

test("chooses stars with a click, Tab and the arrow keys", { tags: ["9.7"] }, async () => {
  const user = userEvent.setup();
  render(<Rating />);
  const names = screen.getAllByRole("radio").map((radio) => radio.ariaLabel);
  expect(names).toEqual(["1 star", "2 stars", "3 stars", "4 stars", "5 stars"]);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: "1 star" }));
  expect(chosen()).toBe("0");
  await user.keyboard(" {ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}");
  expect(chosen()).toBe("3");
  await user.click(screen.getByRole("radio", { name: "5 stars" }));
  expect(chosen()).toBe("5");
});

function Rating() {
  const [value, setValue] = useState(0);
  return (
    <>
      <StarRatingField label="Rating" name="rating" value={value} onValueChange={setValue} />
      <output>{value}</output>
    </>
  );
}

function chosen() {
  return screen.getByRole("status").textContent;
}
