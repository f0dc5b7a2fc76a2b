import { randomUUID } from "node:crypto";
import { type APIRequestContext, type BrowserContext, type Page, test as base, expect } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import postgres from "postgres";
import { EMBEDDED_URL } from "./servers.ts";

export { expect } from "@playwright/test";

export interface Account {
  email: string;
  password: string;
  userId: string;
  /** What @supabase/auth-js keeps in local storage. */
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
  /** A JPEG that proves the review and makes it a verified one. */
  photo: Buffer | null;
  wouldRecommend: boolean | null;
}

interface WorkerFixtures {
  /** The database, as its owner sees it. */
  database: postgres.Sql;
}

interface Fixtures {
  /** A confirmed account with a session. */
  createAccount(): Promise<Account>;
  /** Signs this browser in without the login page. */
  signIn(account: Account): Promise<void>;
  /** A review by another account, published over the API; in one test they all have the same author. */
  publishedReview(fields?: Partial<ReviewFields>): Promise<PublishedReview>;
  /** The newest mail to this address, read at /mailbox: the path its link leads to. */
  mailedLink(email: string, heading: RegExp): Promise<string>;
  /** The page for reading them. */
  mailbox: Page;
  /** How many mails went to this address. */
  mailCount(email: string): Promise<number>;
  /** Another browser with empty storage and another network address. */
  anotherVisitor(): Promise<Page>;
  /** Lets an hour pass since the confirmation mail to this address. */
  anHourAfterSignUp(email: string): Promise<void>;
}

/** In local storage. */
export const SESSION_KEY = "gharsach-auth";
const PUBLISHABLE_KEY = process.env.E2E_PUBLISHABLE_KEY ?? "";

/** A name that no other test in this run uses. */
export function unique(name: string): string {
  return `${name} ${randomUUID().slice(0, 6)}`;
}

export function uniqueEmail(name = "tenant"): string {
  return `${name}.${randomUUID().slice(0, 8)}@example.com`;
}

function fromSomewhere(): Record<string, string> {
  const part = () => Math.trunc(Math.random() * 254) + 1;
  return { "x-forwarded-for": `10.${part()}.${part()}.${part()}` };
}

/** What the proxy in front of a site adds. A browser may not send it to another origin, where the API is then. */
function visitorHeaders(baseURL: string | undefined): Record<string, string> {
  return baseURL === EMBEDDED_URL ? fromSomewhere() : {};
}

const api = () => ({
  apikey: PUBLISHABLE_KEY,
  "content-type": "application/json",
  ...fromSomewhere(),
});

/** Where the server said that its e-mails are. */
function mailboxAddress(): string {
  return process.env.E2E_MAILBOX ?? "";
}

/** Tests publish over the API, past the web server, which caches pages for some seconds. */
async function bypassPageCache(context: BrowserContext, baseURL: string | undefined): Promise<void> {
  if (baseURL) await context.addCookies([{ name: "gharsach-changed", value: "1", url: baseURL }]);
}

/**
 * Every test is a visitor with a network address of its own, so the limits of one do not meet another. What a page
 * writes to the console as an error, or throws, fails the test; answers that the browser reports by itself do not.
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

  mailedLink: async ({ mailbox }, provide) => {
    await provide((email, heading) => mailedLink(mailbox, email, heading));
  },

  mailCount: async ({ mailbox }, provide) => {
    await provide(async (email) => {
      await mailbox.goto(mailboxAddress());
      return mailbox.getByRole("article").filter({ hasText: email }).count();
    });
  },

  mailbox: async ({ browser }, provide) => {
    // A proxy in front would close it.
    const context = await browser.newContext({ extraHTTPHeaders: {}, javaScriptEnabled: true });
    await provide(await context.newPage());
    await context.close();
  },

  anHourAfterSignUp: async ({ database }, provide) => {
    await provide(async (email) => {
      const moved = await database`
        update auth.users set confirmation_sent_at = confirmation_sent_at - interval '1 hour' where email = ${email}`;
      expect(moved.count, "accounts that wait for their confirmation").toBe(1);
    });
  },
});

/** Scripts start after the first paint (docs/decisions/0007): `goto` and `reload` resolve when the page answers to clicks. */
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

/** Resolves when a page of ours has been hydrated; at once for files, and for browsers that run no scripts. */
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
/** bcrypt with the lowest cost: tests log in often. */
const PASSWORD_HASH = "$2b$04$X5Sm02CXAgROrZ6OPLdo4u7u8XFWPZL8Go5xSUkB2zFz27s.okrV2";

/** A confirmed account with a session, of the project at this address. */
export async function createAccount(url: string, apikey: string, database: postgres.Sql): Promise<Account> {
  const email = uniqueEmail();
  await database`
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at)
    values (gen_random_uuid(), 'authenticated', 'authenticated', ${email}, ${PASSWORD_HASH}, now())`;
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey, "content-type": "application/json", ...fromSomewhere() },
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
    ...fields,
  };
  const id = randomUUID();
  const headers = { ...api(), authorization: `Bearer ${author.session.access_token}` };
  const proofUrls: string[] = [];
  if (review.photo) {
    // The start of the day in India.
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
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return { id, propertyName: review.propertyName, author };
}

/** Without the host: a hosted project's mails lead to the site itself, wherever its API is. */
async function mailedLink(page: Page, email: string, heading: RegExp): Promise<string> {
  const mail = page.getByRole("article").filter({ hasText: email }).filter({ hasText: heading }).first();
  await expect(async () => {
    await page.goto(mailboxAddress());
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  const { pathname, search } = new URL((await mail.getByRole("link").first().getAttribute("href")) ?? "");
  return pathname + search;
}

/** A toast with this title, and the sentence in it, is on the screen. */
export async function expectToast(page: Page, title: string, description?: string, timeout?: number): Promise<void> {
  const toasts = page.getByRole("region", { name: "Notifications" });
  await expect(toasts.getByText(title, { exact: true }).first()).toBeVisible({ timeout });
  if (description) await expect(toasts.getByText(description, { exact: true }).first()).toBeVisible({ timeout });
}

/** Acts while the connection is slow (bytes per second, milliseconds), so that there is time to see what goes on. */
export async function overWeakConnection(
  page: Page,
  weakness: { uploadThroughput?: number; latency?: number },
  act: () => Promise<void>,
): Promise<void> {
  const good = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.emulateNetworkConditions", { ...good, ...weakness });
  await act();
  await browser.send("Network.emulateNetworkConditions", good);
  await browser.detach();
}

/** Fails on anything that axe calls serious or critical, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  // A list that gives way to another one fades meanwhile.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  // Without motion from here on: colours that fade from one scheme to the other belong to neither.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(axe.source);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const options: RunOptions = { resultTypes: ["violations"] };
    // A scheme changes nothing but colours.
    if (colorScheme === "dark") options.runOnly = ["color-contrast", "link-in-text-block"];
    const serious = await page.evaluate(async (runOptions) => {
      // Chromium inherits the colours of the new scheme late where it skips rendering: without any style it starts again.
      document.documentElement.style.display = "none";
      document.documentElement.getBoundingClientRect();
      document.documentElement.style.display = "";
      // Base UI's guards around a menu pass the focus on at once.
      const context = { exclude: "[data-base-ui-focus-guard]" };
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context, runOptions);
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(" | ")}`);
    }, options);
    expect(serious, `axe, ${page.url()}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}
