import { randomUUID } from "node:crypto";
import {
  type APIRequestContext,
  type BrowserContext,
  type Locator,
  type Page,
  test as base,
  expect,
} from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import postgres from "postgres";
import { EMBEDDED_URL } from "./servers.ts";

export { expect } from "@playwright/test";

export interface Account {
  email: string;
  password: string;
  userId: string;
  /** As @supabase/auth-js stores it. */
  session: { access_token: string };
}

export interface PublishedReview {
  id: string;
  propertyName: string;
  author: Account;
}

interface ReviewFields {
  propertyName: string;
  locality: string;
  city: string;
  rating: number;
  comment: string;
  /** A JPEG. It makes the review verified. */
  photo: Buffer | null;
  wouldRecommend: boolean | null;
  /** Other columns, as the API accepts them. */
  columns: Record<string, unknown>;
}

interface WorkerFixtures {
  /** A connection as the owner of the database. */
  database: postgres.Sql;
}

interface Fixtures {
  /** Creates a confirmed account with a session. */
  createAccount(): Promise<Account>;
  /** Signs this browser in without the login page. */
  signIn(account: Account): Promise<void>;
  /** Publishes a review by another account over the API. All reviews of a test have one author. */
  publishedReview(fields?: Partial<ReviewFields>): Promise<PublishedReview>;
  /** Opens another browser with empty storage and another network address. */
  anotherVisitor(): Promise<Page>;
}

/** The key of the session in local storage. */
export const SESSION_KEY = "gharsach-auth";
const PUBLISHABLE_KEY = process.env.E2E_PUBLISHABLE_KEY ?? "";

/** Returns a name that no other test uses, without digits: names may not contain long numbers. */
export function unique(name: string): string {
  const digit = (each: string) => "ghijklmnop".charAt(Number(each));
  return `${name} ${randomUUID().slice(0, 6).replace(/\d/g, digit)}`;
}

export function uniqueEmail(name = "tenant"): string {
  return `${name}.${randomUUID().slice(0, 8)}@example.com`;
}

function randomAddress(): Record<string, string> {
  const part = () => Math.trunc(Math.random() * 254) + 1;
  return { "x-forwarded-for": `10.${part()}.${part()}.${part()}` };
}

/** Returns an X-Forwarded-For header for the embedded server. Browsers may not send it to an API on another origin. */
function visitorHeaders(baseURL: string | undefined): Record<string, string> {
  return baseURL === EMBEDDED_URL ? randomAddress() : {};
}

const api = () => ({
  apikey: PUBLISHABLE_KEY,
  "content-type": "application/json",
  ...randomAddress(),
});

/** Bypasses the page cache: tests publish over the API, and cached pages would lack the new reviews for some seconds. */
async function bypassPageCache(context: BrowserContext, baseURL: string | undefined): Promise<void> {
  if (baseURL) await context.addCookies([{ name: "gharsach-changed", value: "1", url: baseURL }]);
}

/**
 * Each test is a visitor with another network address: tests do not share limits. An exception or an error in the console of a page fails
 * the test, except the browser's reports of failed requests.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  extraHTTPHeaders: async ({ baseURL }, provide) => {
    await provide(visitorHeaders(baseURL));
  },

  context: async ({ context, baseURL }, provide) => {
    await bypassPageCache(context, baseURL);
    waitForHydration(context);
    const errors = errorsIn(context);
    await provide(context);
    expect(errors, "errors in the browser's console").toEqual([]);
  },

  anotherVisitor: async ({ browser, baseURL }, provide) => {
    const visits: { context: BrowserContext; errors: string[] }[] = [];
    await provide(async () => {
      const context = await browser.newContext({ extraHTTPHeaders: visitorHeaders(baseURL) });
      await bypassPageCache(context, baseURL);
      waitForHydration(context);
      visits.push({ context, errors: errorsIn(context) });
      return context.newPage();
    });
    await Promise.all(visits.map(({ context }) => context.close()));
    expect(
      visits.flatMap(({ errors }) => errors),
      "errors in another visitor's console",
    ).toEqual([]);
  },

  database: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern.
    async ({}, provide) => {
      const database = postgres(process.env.E2E_DATABASE_URL ?? "", { max: 1 });
      await provide(database);
      await database.end();
    },
    { scope: "worker" },
  ],

  createAccount: async ({ database }, provide) => {
    await provide(() => createAccount(EMBEDDED_URL, PUBLISHABLE_KEY, database));
  },

  signIn: async ({ page, baseURL }, provide) => {
    await provide(async ({ session }) => {
      await page.goto(`${baseURL}/healthz`);
      await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
        SESSION_KEY,
        JSON.stringify(session),
      ] as const);
    });
  },

  publishedReview: async ({ createAccount: newAccount, playwright }, provide) => {
    const request = await playwright.request.newContext({ baseURL: EMBEDDED_URL, extraHTTPHeaders: {} });
    let author: Promise<Account> | undefined;
    await provide(async (fields = {}) => {
      author ??= newAccount();
      return publishReview(request, await author, fields);
    });
    await request.dispose();
  },
});

/** Lets `goto` and `reload` resolve after hydration: scripts start after the first paint (docs/decisions/0007). */
function waitForHydration(context: BrowserContext): void {
  context.on("page", (page) => {
    const { goto, reload } = page;
    page.goto = async (...args) => {
      const answer = await goto.apply(page, args);
      await hydrated(page);
      return answer;
    };
    page.reload = async (...args) => {
      const answer = await reload.apply(page, args);
      await hydrated(page);
      return answer;
    };
  });
}

/** Resolves when the page is hydrated. Resolves at once for files and for pages without scripts. */
async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !("__reactRouterContext" in window) || performance.getEntriesByName("hydrated").length > 0,
  );
}

function errorsIn(context: BrowserContext): string[] {
  const errors: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      errors.push(message.text());
  });
  context.on("weberror", (error) => errors.push(String(error.error())));
  return errors;
}

const PASSWORD = "gulmohar-lane-7";
/** With the lowest cost of bcrypt: tests log in often. */
const PASSWORD_HASH = "$2b$04$X5Sm02CXAgROrZ6OPLdo4u7u8XFWPZL8Go5xSUkB2zFz27s.okrV2";

/** Creates a confirmed account with a session in the project at this URL. */
async function createAccount(url: string, apikey: string, database: postgres.Sql): Promise<Account> {
  const email = uniqueEmail();
  await database`
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at)
    values (gen_random_uuid(), 'authenticated', 'authenticated', ${email}, ${PASSWORD_HASH}, now())`;
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey, "content-type": "application/json", ...randomAddress() },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(answer.status).toBe(200);
  const session = (await answer.json()) as Account["session"] & { user: { id: string } };
  return { email, password: PASSWORD, userId: session.user.id, session };
}

const DAY_MS = 24 * 60 * 60 * 1000;
const INDIA_OFFSET_MS = 5.5 * 60 * 60 * 1000;

async function publishReview(
  request: APIRequestContext,
  author: Account,
  fields: Partial<ReviewFields>,
): Promise<PublishedReview> {
  const review: ReviewFields = {
    propertyName: unique("Lakeview Residency"),
    locality: "Powai",
    city: "Mumbai",
    rating: 4,
    comment: "Quiet lane, water twice a day, and the owner answers the phone.",
    photo: null,
    wouldRecommend: null,
    columns: {},
    ...fields,
  };
  const id = randomUUID();
  const headers = { ...api(), authorization: `Bearer ${author.session.access_token}` };
  const proofUrls: string[] = [];
  if (review.photo) {
    // Names of photos contain the start of the day in India.
    const time = Math.floor((Date.now() + INDIA_OFFSET_MS) / DAY_MS) * DAY_MS - INDIA_OFFSET_MS;
    const name = `review-proofs/public/${time}-${id.slice(-12)}.jpg`;
    const stored = await request.post(`/storage/v1/object/${name}`, {
      headers: { ...headers, "content-type": "image/jpeg" },
      data: review.photo,
    });
    expect(stored.status(), await stored.text()).toBe(200);
    proofUrls.push(`/storage/v1/object/public/${name}`);
  }
  const answer = await request.post("/rest/v1/reviews", {
    headers: { ...headers, prefer: "return=minimal" },
    data: {
      id,
      property_name: review.propertyName,
      locality: review.locality,
      city: review.city,
      rating: review.rating,
      review_text: review.comment,
      email: author.email,
      would_recommend: review.wouldRecommend,
      proof_urls: proofUrls.length > 0 ? proofUrls : null,
      ...review.columns,
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  // The database replaces the id.
  const mine = await request.post("/rest/v1/rpc/my_review", { headers, data: { review_id: id } });
  return { id: ((await mine.json()) as { id: string }).id, propertyName: review.propertyName, author };
}

/** Returns the emails to this address from /mailbox, newest first. */
export async function emailsTo(email: string): Promise<string[]> {
  const mailbox = await fetch(process.env.E2E_MAILBOX ?? "");
  return (await mailbox.text())
    .split("<article>")
    .slice(1)
    .filter((text) => text.includes(email));
}

/**
 * Returns the path and query of the first link in the newest email to this address whose text matches `words`. The host differs in
 * a hosted project.
 */
export async function emailedLink(email: string, words: RegExp): Promise<string> {
  const find = async () => (await emailsTo(email)).find((text) => words.test(text)) ?? "";
  await expect.poll(find, { timeout: 15_000 }).not.toBe("");
  const [, link = ""] = /href="([^"]+)"/.exec(await find()) ?? [];
  const { pathname, search } = new URL(link.replaceAll("&amp;", "&"));
  return pathname + search;
}

/** Fills in and submits the log-in form. */
export async function logIn(page: Page, { email, password }: Pick<Account, "email" | "password">): Promise<void> {
  await submitAccountForm(page, "Log In", email, password);
}

/** Fills in and submits the sign-up form. */
export async function signUp(page: Page, email: string, password = PASSWORD): Promise<void> {
  await submitAccountForm(page, "Sign Up", email, password);
}

/** Waits for the form with this button: the other form has the same fields and stays until the code of the next page has loaded. */
async function submitAccountForm(
  page: Page,
  button: "Log In" | "Sign Up",
  email: string,
  password: string,
): Promise<void> {
  const submit = page.getByRole("button", { name: button });
  const form = page.locator("form").filter({ has: submit });
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password").fill(password);
  await submit.click();
}

/** Reports the review or reply of this card. */
export async function report(page: Page, card: Locator): Promise<void> {
  await card.getByRole("button", { name: /^Report / }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Spam or duplicate" }).check();
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByRole("button", { name: "Confirm Report" }).click();
}

/** Expects a toast with this title and description. */
export async function expectToast(page: Page, title: string, description?: string, timeout?: number): Promise<void> {
  const toasts = page.getByRole("region", { name: "Notifications" });
  await expect(toasts.getByText(title, { exact: true }).first()).toBeVisible({ timeout });
  if (description) await expect(toasts.getByText(description, { exact: true }).first()).toBeVisible({ timeout });
}

/** Holds requests to these URLs. Returns a function that releases them. */
export async function holdRequests(page: Page, addresses: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Returns the layout shift since the page was opened. Call `recordShifts` before. */
export async function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() =>
    (performance.getEntriesByName("shift") as PerformanceMark[]).reduce((sum, { detail }) => sum + Number(detail), 0),
  );
}

export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as ({ hadRecentInput: boolean; value: number } & PerformanceEntry)[])
        if (!entry.hadRecentInput) performance.mark("shift", { detail: entry.value });
    }).observe({ type: "layout-shift", buffered: true });
  });
}

const SIZES = { light: { width: 360, height: 740 }, dark: { width: 1440, height: 900 } };

/**
 * Expects no serious or critical violation of axe, on a light phone and a dark desktop, and no sideways scrolling, also with text of 150 %.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // A busy list is dimmed, which lowers its contrast.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  // Disable motion: colors that fade between the schemes would be measured.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(axe.source);
  const size = page.viewportSize();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.setViewportSize(SIZES[colorScheme]);
    await page.emulateMedia({ colorScheme });
    const options: RunOptions = { resultTypes: ["violations"] };
    // The dark scheme changes only colors.
    if (colorScheme === "dark") options.runOnly = ["color-contrast", "link-in-text-block"];
    const { serious, overflow } = await page.evaluate(async (runOptions) => {
      // Chromium updates inherited colors late in parts that it does not render. Hiding the page forces the update.
      const { style } = document.documentElement;
      const overflowAt = (fontSize: string) => {
        style.fontSize = fontSize;
        return document.documentElement.scrollWidth - document.documentElement.clientWidth;
      };
      const sideways = { largeText: overflowAt("150%"), text: overflowAt("") };
      style.display = "none";
      document.documentElement.getBoundingClientRect();
      style.display = "";
      // Exclude Base UI's focus guards: they pass the focus on at once.
      const context = { exclude: "[data-base-ui-focus-guard]" };
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context, runOptions);
      return {
        serious: violations
          .filter(({ impact }) => impact === "serious" || impact === "critical")
          .map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(" | ")}`),
        overflow: sideways,
      };
    }, options);
    expect({ serious, overflow }, `axe, ${page.url()}, ${colorScheme}`).toEqual({
      serious: [],
      overflow: { largeText: 0, text: 0 },
    });
  }
  await page.emulateMedia({ colorScheme: null });
  if (size) await page.setViewportSize(size);
}
