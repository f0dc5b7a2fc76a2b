import { randomUUID } from "node:crypto";
import { AxeBuilder } from "@axe-core/playwright";
import { type APIRequestContext, type BrowserContext, type Page, test as base, expect } from "@playwright/test";
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

export interface ReviewFields {
  propertyName: string;
  locality: string;
  city: string;
  rating: number;
  comment: string;
  email: string | null;
  /** A JPEG that proves the review and makes it a verified one. */
  photo: Buffer | null;
}

interface Fixtures {
  /** A confirmed account, made over the API. */
  createAccount(): Promise<Account>;
  /** Signs this browser in without the login page. */
  signIn(account: Account): Promise<void>;
  /** A review by somebody else, published over the API; in one test they all have the same author. */
  publishedReview(fields?: Partial<ReviewFields>): Promise<PublishedReview>;
  /** The newest mail to this address, read at /mailbox as a person would: the path its link leads to. */
  mailedLink(email: string, heading: RegExp): Promise<string>;
  /** The page for reading them. */
  mailbox: Page;
  /** How many mails went to this address. */
  mailCount(email: string): Promise<number>;
  /** Somebody else: another browser, which remembers nothing, with another network address. */
  anotherVisitor(): Promise<Page>;
  /** Tries to log in over the API from this visitor's network address; the status of the answer. */
  guessPassword(email: string, password: string): Promise<number>;
  /** Lets an hour pass since the confirmation mail to this address. */
  anHourAfterSignUp(email: string): Promise<void>;
}

/** A name nobody else in this run uses. */
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
  apikey: process.env.E2E_PUBLISHABLE_KEY ?? "",
  "content-type": "application/json",
  ...fromSomewhere(),
});

/** Where the server said that its e-mails are. */
export function mailboxAddress(): string {
  return process.env.E2E_MAILBOX ?? "";
}

/** Tests put reviews into the database behind the back of the web server, which keeps pages for some seconds. */
async function seePagesAsTheyAre(context: BrowserContext, baseURL: string | undefined): Promise<void> {
  if (baseURL) await context.addCookies([{ name: "gharsach-changed", value: "1", url: baseURL }]);
}

/**
 * Every test is a visitor with a network address of its own, so the limits of one do not meet another. What a page
 * writes to the console as an error, or throws, fails the test; answers that the browser reports by itself do not.
 */
export const test = base.extend<Fixtures>({
  extraHTTPHeaders: async ({ baseURL }, provide) => {
    await provide(visitorHeaders(baseURL));
  },

  context: async ({ context, baseURL }, provide) => {
    await seePagesAsTheyAre(context, baseURL);
    waitUntilPagesAreAlive(context);
    const errors = errorsIn(context);
    await provide(context);
    expect(errors, "errors in the browser's console").toEqual([]);
  },

  anotherVisitor: async ({ browser, baseURL }, provide) => {
    const visits: { context: BrowserContext; errors: string[] }[] = [];
    await provide(async () => {
      const context = await browser.newContext({ extraHTTPHeaders: visitorHeaders(baseURL) });
      await seePagesAsTheyAre(context, baseURL);
      waitUntilPagesAreAlive(context);
      visits.push({ context, errors: errorsIn(context) });
      return context.newPage();
    });
    await Promise.all(visits.map(({ context }) => context.close()));
    expect(
      visits.flatMap(({ errors }) => errors),
      "errors in another visitor's console",
    ).toEqual([]);
  },

  createAccount: async ({ playwright }, provide) => {
    const request = await playwright.request.newContext({ baseURL: EMBEDDED_URL, extraHTTPHeaders: {} });
    await provide(() => createAccount(request));
    await request.dispose();
  },

  signIn: async ({ page, baseURL }, provide) => {
    await provide(async ({ session }) => {
      await page.goto(`${baseURL}/healthz`);
      await page.evaluate((value) => localStorage.setItem("gharsach-auth", value), JSON.stringify(session));
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
    // It is shown to nobody who comes through a proxy.
    const context = await browser.newContext({ extraHTTPHeaders: {}, javaScriptEnabled: true });
    await provide(await context.newPage());
    await context.close();
  },

  guessPassword: async ({ request }, provide) => {
    await provide(async (email, password) => {
      const headers = { apikey: api().apikey };
      const url = `${EMBEDDED_URL}/auth/v1/token?grant_type=password`;
      return (await request.post(url, { headers, data: { email, password } })).status();
    });
  },

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern.
  anHourAfterSignUp: async ({}, provide) => {
    await provide(async (email) => {
      const sql = postgres(process.env.E2E_DATABASE_URL ?? "", { max: 1 });
      const moved = await sql`
        update auth.users set confirmation_sent_at = confirmation_sent_at - interval '1 hour' where email = ${email}`;
      await sql.end();
      expect(moved.count, "accounts that wait for their confirmation").toBe(1);
    });
  },
});

/** Scripts start after the first paint (decision 0019): whoever opens a page here goes on when it answers to clicks. */
function waitUntilPagesAreAlive(context: BrowserContext): void {
  context.on("page", (page) => {
    const { goto, reload } = page;
    page.goto = async (...args) => {
      const answer = await goto.apply(page, args);
      await isAlive(page);
      return answer;
    };
    page.reload = async (...args) => {
      const answer = await reload.apply(page, args);
      await isAlive(page);
      return answer;
    };
  });
}

/** Resolves when a page of ours has been hydrated; at once for files, and for browsers that run no scripts. */
async function isAlive(page: Page): Promise<void> {
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

async function createAccount(request: APIRequestContext): Promise<Account> {
  const email = uniqueEmail();
  const password = "gulmohar-lane-7";
  const headers = api();
  const signedUp = await request.post("/auth/v1/signup", { headers, data: { email, password } });
  expect(signedUp.status(), await signedUp.text()).toBe(200);
  let tokenHash: string | undefined;
  // It is written a moment after the answer.
  await expect(async () => {
    const mailbox = await (await request.get(mailboxAddress())).text();
    const mail = mailbox.split("<article>").find((article) => article.includes(email)) ?? "";
    tokenHash = /token_hash=([\w-]+)/.exec(mail)?.[1];
    expect(tokenHash).toBeTruthy();
  }).toPass({ timeout: 15_000 });
  const verified = await request.post("/auth/v1/verify", { headers, data: { type: "signup", token_hash: tokenHash } });
  expect(verified.status(), await verified.text()).toBe(200);
  const session = (await verified.json()) as { access_token: string; user: { id: string } };
  return { email, password, userId: session.user.id, session };
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
    email: author.email,
    photo: null,
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
      email: review.email,
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
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const toasts = page.getByRole("region", { name: "Notifications" });
  await expect(toasts.getByText(title, { exact: true }).first()).toBeVisible();
  if (description) await expect(toasts.getByText(description, { exact: true }).first()).toBeVisible();
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
  // Without motion from here on: colours that fade from one scheme to the other belong to neither.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    // Base UI's guards around a menu hand the focus on at once; nobody is ever on one.
    const { violations } = await new AxeBuilder({ page })
      .exclude("[data-base-ui-focus-guard]")
      .options({ resultTypes: ["violations"] })
      .analyze();
    const serious = violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary ?? ""}`).join(" | ")}`);
    expect(serious, `axe, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}
