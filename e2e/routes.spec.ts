import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

// What the server sends, before a script has run.
test.use({ javaScriptEnabled: false });

const PHONE = { width: 360, height: 740 };
const JAVASCRIPT =
  "JavaScript in a browser of 2023 or newer. Please switch it on or update the browser and load this page again.";
const ACCOUNTS = `Accounts need ${JAVASCRIPT}`;

test(
  "Home and the list of reviews come with their reviews",
  { tag: ["@1.1", "@2.1", "@2.2", "@2.35", "@2.36", "@2.51", "@2.52", "@6.1"] },
  async ({ page }) => {
    await open(page, "/", "Find Your Voice. Share Your Rental Story.");
    const recent = page.getByRole("region", { name: "Recent Reviews" });
    await expect(recent.getByRole("article")).toHaveCount(3);
    await expect(recent.getByRole("link", { name: "View Full Review" })).toHaveCount(3);
    const waitlist = page.getByRole("region", { name: "Referral Waitlist" });
    await expect(waitlist.getByText(`Joining the waitlist needs ${JAVASCRIPT}`)).toBeVisible();
    await expect(waitlist.getByRole("textbox")).toHaveCount(0);

    await open(page, "/reviews", "Rental Reviews");
    await expect(page.getByText("Browse experiences shared by tenants across India.")).toBeVisible();
    await expect(page.getByText(/from \d+ review\(s\)/).first()).toBeVisible();
    await expect(page.getByRole("article").first()).toBeVisible();
  },
);

test(
  "forms say what they are for and what they need, and offer nothing that would not work",
  { tag: ["@2.4", "@2.9", "@2.11", "@2.13", "@2.14", "@2.15"] },
  async ({ page }) => {
    const publishing = `Publishing a review needs ${JAVASCRIPT}`;
    for (const [path, heading, notice] of [
      ["/submit-review", "Submit a Review", publishing],
      ["/login", "Log in", ACCOUNTS],
      ["/signup", "Create an account", ACCOUNTS],
      ["/forgot-password", "Forgot your password?", ACCOUNTS],
      ["/update-password", "Set a new password", ACCOUNTS],
      ["/auth/callback", "Verifying Email", ACCOUNTS],
      ["/account", "Your account", ACCOUNTS],
    ] as const) {
      await open(page, path, heading);
      await expect(page.getByText(notice), path).toBeVisible();
      await expect(page.getByRole("main").getByRole("button"), path).toHaveCount(0);
      await expect(page.getByRole("main").getByRole("status"), path).toHaveCount(0);
    }
  },
);

test("the blog comes with its lists", { tag: ["@2.7"] }, async ({ page }) => {
  await open(page, "/blog", "Renting advice and city guides");
  for (const [list, count] of [
    ["General Renting Advice", 4],
    ["City Rental Guides", 10],
  ] as const) {
    const region = page.getByRole("region", { name: list });
    await expect(region.getByRole("link", { name: /^Read More/ })).toHaveCount(count);
  }
});

test(
  "general advice comes with its text",
  { tag: ["@2.8", "@2.20", "@2.21", "@2.22", "@2.23", "@2.105"] },
  async ({ page }) => {
    for (const [slug, heading] of [
      ["how-to-deal-with-difficult-landlord-india", /landlord/],
      ["why-we-created-gharsach-in", /GharSach/],
      ["what-to-do-if-landlord-refuses-deposit-return", /deposit/],
      ["questions-to-ask-before-renting", /[Qq]uestions/],
    ] as const)
      await openArticle(page, slug, heading);
  },
);

test(
  "every city guide comes with its text",
  {
    tag: [
      "@2.8",
      "@2.24",
      "@2.25",
      "@2.26",
      "@2.27",
      "@2.28",
      "@2.29",
      "@2.30",
      "@2.31",
      "@2.32",
      "@2.33",
      "@2.35",
      "@2.106",
    ],
  },
  async ({ page }) => {
    for (const [slug, city] of [
      ["chennai", "Chennai"],
      ["mumbai", "Mumbai"],
      ["delhi", "Delhi"],
      ["bangalore", "Bengaluru"],
      ["hyderabad", "Hyderabad"],
      ["pune", "Pune"],
      ["kolkata", "Kolkata"],
      ["ahmedabad", "Ahmedabad"],
      ["noida", "Noida"],
      ["gurgaon", "Gurgaon"],
    ] as const) {
      await openArticle(page, `5-things-to-check-before-renting-flat-${slug}`, new RegExp(city));
      await expect(page.getByRole("link", { name: /^Reviews in / }).first()).toBeVisible();
    }
  },
);

test(
  "the pages about us come with their text",
  { tag: ["@1.13", "@2.16", "@2.17", "@2.18", "@2.19"] },
  async ({ page }) => {
    for (const [path, heading] of [
      ["/about", /About/],
      ["/review-policy", /Review Policy/],
      ["/terms", /Terms/],
      ["/privacy", /Privacy/],
    ] as const) {
      await open(page, path, heading);
      await expectText(page);
    }
  },
);

/** The page is there, under its heading and in the frame that every page has. */
async function open(page: Page, path: string, heading: string | RegExp) {
  expect((await page.goto(path))?.status(), path).toBe(200);
  await expect(page.locator("html"), path).toHaveAttribute("lang", "en-IN");
  await expect(page.getByRole("heading", { level: 1, name: heading }), path).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
  await expectFrame(page, path);
}

async function openArticle(page: Page, slug: string, heading: RegExp) {
  await open(page, `/blog/${slug}`, heading);
  await expectText(page);
  await expect(page.getByRole("region", { name: "Pro tip" }), slug).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Blog" }), slug).toBeVisible();
  const size = page.viewportSize() ?? PHONE;
  await page.setViewportSize(PHONE);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `${slug} does not scroll sideways`).toBeLessThanOrEqual(PHONE.width);
  await page.setViewportSize(size);
}

/** The text itself, not the promise of one. */
async function expectText(page: Page) {
  const paragraphs = page.locator("main .prose p");
  await expect(paragraphs.first(), page.url()).toBeVisible();
  const words = (await page.locator("main .prose").innerText()).split(/\s+/).length;
  expect(words, page.url()).toBeGreaterThan(300);
}

/** The shared header, the footer, and the place where toasts are announced. */
async function expectFrame(page: Page, path: string) {
  await expect(page.getByRole("banner").getByRole("navigation", { name: "Main" }), path).toBeVisible();
  await expect(page.getByRole("contentinfo").getByRole("navigation", { name: "Footer" }), path).toBeVisible();
  await expect(page.getByRole("region", { name: "Notifications" }).locator("[aria-live]"), path).toHaveCount(2);
}
