// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { showCaptcha, takeCaptchaToken } from "./captcha";

vi.mock("~/data/database", () => ({ pageCaptcha: () => ({ provider: "hcaptcha", siteKey: "key" }) }));

test("a check in a dialog is taken before that of the page, which stays solved", async () => {
  const solve: ((token: string) => void)[] = [];
  const reset = vi.fn<(widget?: string) => void>();
  window.hcaptcha = {
    render(_place, { callback }) {
      solve.push(callback as (token: string) => void);
      return String(solve.length);
    },
    reset,
    remove() {},
  };
  const shown = showCaptcha(document.body);
  window.gharsachCaptchaLoaded?.();
  await shown;
  const removeOther = await showCaptcha(document.body);
  solve[0]?.("of the page");
  solve[1]?.("of the dialog");
  expect(takeCaptchaToken()).toBe("of the dialog");
  expect(reset).toHaveBeenCalledExactlyOnceWith("2");
  expect(takeCaptchaToken()).toBeNull();
  removeOther();
  expect(takeCaptchaToken()).toBe("of the page");
});
