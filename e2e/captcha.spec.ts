import type { Page } from "@playwright/test";
import { expect, expectToast, logIn, signUp, test, uniqueEmail } from "./fixtures.ts";
import { CAPTCHA_URL } from "./servers.ts";

// A web server whose project asks for a captcha. The provider's script is ours: the same calls, and no network.

const PROVIDER = "https://challenges.cloudflare.com";
const SCRIPT = `
  let solved = 0;
  window.turnstile = {
    render(place, { sitekey, callback }) {
      place.innerHTML = '<button type="button">I am a person</button>';
      place.firstChild.onclick = () => { solved += 1; callback(sitekey + "-token-" + solved); };
      return "widget";
    },
    reset() {},
    remove() {},
  };
  window.gharsachCaptchaLoaded();`;

// The API is on another origin here, where a browser may not send the header that the proxy would set.
test.use({ baseURL: CAPTCHA_URL, extraHTTPHeaders: {} });

test("the check comes before signing up, and each token is sent once", async ({ page }) => {
  const sent = captchaTokens(page);
  const loaded: string[] = [];
  await page.route(`${PROVIDER}/**`, async (route) => {
    loaded.push(route.request().url());
    await route.fulfill({ contentType: "text/javascript", body: SCRIPT });
  });
  // On no other page.
  await page.goto("/reviews");
  expect(loaded).toEqual([]);
  await page.goto("/signup");
  await expect(page.getByRole("button", { name: "I am a person" })).toBeVisible();
  const email = uniqueEmail();
  await signUp(page, email, "champa-tree-12");
  await expectToast(page, "One More Step", "Please confirm that you are a person, then try again.");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel("Password")).toHaveValue("champa-tree-12");
  expect(sent).toEqual([]);

  await page.getByRole("button", { name: "I am a person" }).click();
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page).toHaveURL("/login");
  expect(sent).toEqual(["signup site-key-token-1"]);

  await page.getByRole("button", { name: "I am a person" }).click();
  await logIn(page, { email, password: "a-wrong-guess" });
  await expectToast(page, "Login Failed");
  // That of the sign-up is gone: the next one is the log-in's.
  await expect(page.getByText("One More Step")).toBeHidden();
  await page.getByRole("button", { name: "Log In" }).click();
  await expectToast(page, "One More Step");
  expect(sent).toEqual(["signup site-key-token-1", "token site-key-token-2"]);

  await page.getByRole("link", { name: "Forgot your password?" }).click();
  // The page that is left has such a button, too.
  await expect(page.getByRole("button", { name: "Send Reset Link" })).toBeVisible();
  await page.getByRole("button", { name: "I am a person" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await expectToast(page, "Check Your Email");
  expect(sent).toEqual(["signup site-key-token-1", "token site-key-token-2", "recover site-key-token-3"]);
});

test("a check that cannot be loaded is said, and what was typed stays", async ({ page }) => {
  await page.route(`${PROVIDER}/**`, (route) => route.abort());
  await page.goto("/login");
  await expect(page.getByRole("alert")).toContainText("We could not load the check that you are a person.");
  await logIn(page, { email: "asha@example.com", password: "gulmohar-lane-7" });
  await expectToast(page, "One More Step");
  await expect(page.getByLabel("Email")).toHaveValue("asha@example.com");
});

/** What the account service is asked for from now on, each time with the captcha token that it is sent. */
function captchaTokens(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    const action = /\/auth\/v1\/(\w+)/.exec(request.url())?.[1];
    if (request.method() !== "POST" || !action) return;
    const body = request.postDataJSON() as { gotrue_meta_security?: { captcha_token?: string } } | null;
    sent.push(`${action} ${body?.gotrue_meta_security?.captcha_token ?? "without a token"}`);
  });
  return sent;
}
