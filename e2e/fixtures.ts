import { randomUUID } from "node:crypto";
import { AxeBuilder } from "@axe-core/playwright";
import { type APIRequestContext, type Page, test as base, expect } from "@playwright/test";
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
}

export interface ReviewFields {
  propertyName: string;
  locality: string;
  city: string;
  rating: number;
  comment: string;
  email: string | null;
}

interface Fixtures {
  /** A confirmed account, made over the API. */
  createAccount(): Promise<Account>;
  /** Signs this browser in without the login page. */
  signIn(account: Account): Promise<void>;
  /** A review by somebody else, published over the API. */
  publishedReview(fields?: Partial<ReviewFields>): Promise<PublishedReview>;
  /** The newest mail to this address, read at /mailbox as a person would: its link. */
  mailedLink(email: string, heading: RegExp): Promise<string>;
}

/** A name nobody else in this run uses. */
export function unique(name: string): string {
  return `${name} ${randomUUID().slice(0, 6)}`;
}

export function uniqueEmail(name = "tenant"): string {
  return `${name}.${randomUUID().slice(0, 8)}@example.com`;
}

function visitorAddress(): string {
  const part = () => Math.trunc(Math.random() * 254) + 1;
  return `10.${part()}.${part()}.${part()}`;
}

const api = () => ({
  apikey: process.env.E2E_PUBLISHABLE_KEY ?? "",
  "content-type": "application/json",
  "x-forwarded-for": visitorAddress(),
});

/**
 * Every test is a visitor with a network address of its own, so the limits of one do not meet another. What the page
 * writes to the console as an error, or throws, fails the test; answers that the browser reports by itself do not.
 */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern.
  extraHTTPHeaders: async ({}, provide) => {
    await provide({ "x-forwarded-for": visitorAddress() });
  },

  page: async ({ page }, provide) => {
    const errors: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        errors.push(message.text());
    });
    page.on("pageerror", (error) => errors.push(String(error)));
    await provide(page);
    expect(errors, "errors in the browser's console").toEqual([]);
  },

  createAccount: async ({ playwright }, provide) => {
    const request = await playwright.request.newContext({ baseURL: EMBEDDED_URL });
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
    const request = await playwright.request.newContext({ baseURL: EMBEDDED_URL });
    await provide(async (fields = {}) => {
      const account = await newAccount();
      const review: ReviewFields = {
        propertyName: unique("Lakeview Residency"),
        locality: "Powai",
        city: "Mumbai",
        rating: 4,
        comment: "Quiet lane, water twice a day, and the owner answers the phone.",
        email: account.email,
        ...fields,
      };
      const id = randomUUID();
      const answer = await request.post("/rest/v1/reviews", {
        headers: { ...api(), authorization: `Bearer ${account.session.access_token}`, prefer: "return=minimal" },
        data: {
          id,
          property_name: review.propertyName,
          locality: review.locality,
          city: review.city,
          rating: review.rating,
          review_text: review.comment,
          email: review.email,
        },
      });
      expect(answer.status(), await answer.text()).toBe(201);
      return { id, propertyName: review.propertyName };
    });
    await request.dispose();
  },

  mailedLink: async ({ browser }, provide) => {
    await provide(async (email, heading) => {
      const context = await browser.newContext({ extraHTTPHeaders: {} });
      try {
        return await mailedLink(await context.newPage(), email, heading);
      } finally {
        await context.close();
      }
    });
  },
});

async function createAccount(request: APIRequestContext): Promise<Account> {
  const email = uniqueEmail();
  const password = "gulmohar-lane-7";
  const headers = api();
  const signedUp = await request.post("/auth/v1/signup", { headers, data: { email, password } });
  expect(signedUp.status(), await signedUp.text()).toBe(200);
  const mailbox = await (await request.get("/mailbox")).text();
  const mail = mailbox.split("<article>").find((article) => article.includes(email)) ?? "";
  const tokenHash = /token_hash=([\w-]+)/.exec(mail)?.[1];
  const verified = await request.post("/auth/v1/verify", { headers, data: { type: "signup", token_hash: tokenHash } });
  expect(verified.status(), await verified.text()).toBe(200);
  const session = (await verified.json()) as { access_token: string; user: { id: string } };
  return { email, password, userId: session.user.id, session };
}

async function mailedLink(page: Page, email: string, heading: RegExp): Promise<string> {
  const mail = page.getByRole("article").filter({ hasText: email }).filter({ hasText: heading }).first();
  await expect(async () => {
    await page.goto(`${EMBEDDED_URL}/mailbox`);
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  const href = await mail.getByRole("link").first().getAttribute("href");
  return href ?? "";
}

/** Fails on anything that axe calls serious or critical, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
    expect(serious, `axe, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
