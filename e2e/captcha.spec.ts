import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Page } from "@playwright/test";
import { expect, expectToast, test, uniqueEmail } from "./fixtures.ts";
import { PROGRAM_ENV } from "../scripts/server-for-tests.ts";
import { CAPTCHA_PORT, CAPTCHA_URL, EMBEDDED_URL } from "./servers.ts";

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
  server = spawn("node", ["server/start.ts"], {
    env: {
      ...PROGRAM_ENV,
      PORT: String(CAPTCHA_PORT),
      SITE_URL: SITE,
      BACKEND: "supabase",
      SUPABASE_URL: EMBEDDED_URL,
      SUPABASE_PUBLISHABLE_KEY: process.env.E2E_PUBLISHABLE_KEY,
      CAPTCHA_SITE_KEY: "site-key",
      CAPTCHA_PROVIDER: "turnstile",
    },
    stdio: "ignore",
  });
  await expect
    .poll(
      () =>
        fetch(`${SITE}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 30_000 },
    )
    .toBe(200);
});

test.afterAll(async () => {
  if (server.exitCode !== null) return;
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
});

// The API is on another origin here, where a browser may not send the header that the proxy would set.
test.use({ extraHTTPHeaders: {} });

test("the check comes before signing up, and each token is sent once", async ({ page }) => {
  const sent = await captchaTokens(page);
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
  expect(sent.at(-1)).toBe("recover site-key-token-3");
});

test("a check that cannot be loaded is said, and what was typed stays", async ({ page }) => {
  await page.route(`${PROVIDER}/**`, (route) => route.abort());
  await page.goto(`${SITE}/login`);
  await expect(page.getByRole("alert")).toContainText("The check that you are a person could not be loaded.");
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

/** The captcha tokens that the account service is sent from now on, each with what it was sent for. */
async function captchaTokens(page: Page): Promise<string[]> {
  const sent: string[] = [];
  page.on("request", (request) => {
    const action = /\/auth\/v1\/(\w+)/.exec(request.url())?.[1];
    const body = request.method() === "POST" && action ? (request.postDataJSON() as Record<string, unknown>) : null;
    const security = body?.gotrue_meta_security as { captcha_token?: string } | undefined;
    if (security?.captcha_token) sent.push(`${action} ${security.captcha_token}`);
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
