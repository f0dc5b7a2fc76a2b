import type { ChildProcess } from "node:child_process";
import type { Page } from "@playwright/test";
import { expect, expectToast, test, uniqueEmail } from "./fixtures.ts";
import { CAPTCHA_PORT, CAPTCHA_URL, EMBEDDED_URL } from "./servers.ts";
import { ready, start, stop } from "./start-servers.ts";

// A web server whose project asks for a captcha. The provider's script is ours: the same calls, and no network.

const SITE = CAPTCHA_URL;
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

// One server for all of them.
test.describe.configure({ mode: "default" });

let server: ChildProcess;

test.beforeAll(async () => {
  const lines: string[] = [];
  server = start(lines, {
    PORT: String(CAPTCHA_PORT),
    SITE_URL: SITE,
    BACKEND: "supabase",
    SUPABASE_URL: EMBEDDED_URL,
    SUPABASE_PUBLISHABLE_KEY: process.env.E2E_PUBLISHABLE_KEY ?? "",
    CAPTCHA_SITE_KEY: "site-key",
    CAPTCHA_PROVIDER: "turnstile",
  });
  await ready(SITE, server, lines);
});

test.afterAll(() => stop(server));

// The API is on another origin here, where a browser may not send the header that the proxy would set.
test.use({ extraHTTPHeaders: {} });

test("the check comes before signing up, and each token is sent once", async ({ page }) => {
  const sent = captchaTokens(page);
  await page.route(`${PROVIDER}/**`, (route) => route.fulfill({ contentType: "text/javascript", body: SCRIPT }));
  await page.goto(`${SITE}/signup`);
  await expect(page.getByRole("button", { name: "I am a person" })).toBeVisible();
  const email = uniqueEmail();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("champa-tree-12");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expectToast(page, "One More Step", "Please confirm that you are a person, then try again.");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel("Password")).toHaveValue("champa-tree-12");
  expect(sent).toEqual([]);

  await page.getByRole("button", { name: "I am a person" }).click();
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page).toHaveURL(`${SITE}/login`);
  expect(sent).toEqual(["signup site-key-token-1"]);

  await page.getByRole("button", { name: "I am a person" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("a-wrong-guess");
  await page.getByRole("button", { name: "Log In" }).click();
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
  await page.goto(`${SITE}/login`);
  await expect(page.getByRole("alert")).toContainText("We could not load the check that you are a person.");
  await page.getByLabel("Email").fill("asha@example.com");
  await page.getByLabel("Password").fill("gulmohar-lane-7");
  await page.getByRole("button", { name: "Log In" }).click();
  await expectToast(page, "One More Step");
  await expect(page.getByLabel("Email")).toHaveValue("asha@example.com");
});

test("the check is asked for on the forms for accounts, and on no other page", async ({ page }) => {
  const asked = await requestsElsewhere(page, SITE);
  await page.route(`${PROVIDER}/**`, (route) => route.fulfill({ contentType: "text/javascript", body: SCRIPT }));
  for (const path of ["/", "/reviews", "/blog", "/about"]) await page.goto(SITE + path);
  expect(asked).toEqual([]);
  await page.goto(`${SITE}/forgot-password`);
  await expect(page.getByRole("button", { name: "I am a person" })).toBeVisible();
  expect(asked).toEqual([`${PROVIDER}/turnstile/v0/api.js`]);
});

test("without the setting no page requests a third party, and no policy allows one", async ({ page }) => {
  const asked = await requestsElsewhere(page, EMBEDDED_URL);
  for (const path of ["/signup", "/login", "/forgot-password"]) {
    const answer = await page.goto(EMBEDDED_URL + path);
    expect(answer?.headers()["content-security-policy"]).not.toMatch(/https:|frame-src/);
    await expect(page.getByLabel("Email")).toBeVisible();
  }
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
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

/** The addresses, without their queries, that this page asks for outside of the site and its database. */
async function requestsElsewhere(page: Page, site: string): Promise<string[]> {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { origin, pathname, protocol } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== site && origin !== EMBEDDED_URL) asked.push(origin + pathname);
  });
  return asked;
}
