import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type postgres from "postgres";
import { expect, test, unique } from "./fixtures.ts";

// Pages show what visitors write as text, in HTML, attributes, scripts, styles and URLs.

const SCRIPTS = [
  "<script>alert(1)</script>",
  "<script src=//x.invalid></script>",
  "<ScRiPt>ran=1</sCrIpT>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)>",
  "<svg><script>ran=1</script></svg>",
  "<math><mi xlink:href=javascript:alert(1)>x</mi></math>",
  "<iframe srcdoc='<script>parent.ran=1</script>'></iframe>",
  "<iframe src=javascript:alert(1)>",
  "<body onload=alert(1)>",
  "<details open ontoggle=alert(1)>",
  "<input autofocus onfocus=alert(1)>",
  "<a href=javascript:alert(1)>x</a>",
  "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
  "<form action=javascript:alert(1)><button>x</button></form>",
  "<object data=javascript:alert(1)></object>",
  "<embed src=javascript:alert(1)>",
  "<link rel=stylesheet href=//x.invalid>",
  "<style>*{display:none}</style>",
  "<style>@import '//x.invalid'</style>",
  "<meta http-equiv=refresh content='0;url=//x.invalid'>",
  "<base href=//x.invalid/>",
  "<template><script>ran=1</script></template>",
  "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
  "<!--<img src='--><img src=x onerror=alert(1)>'>",
  "<![CDATA[<script>ran=1</script>]]>",
  "<x onclick=alert(1) style=position:fixed;inset:0>x</x>",
  "<marquee onstart=alert(1)>x",
  "<video><source onerror=alert(1)></video>",
  "<plaintext>",
  "javascript:alert(1)",
  "${alert(1)}",
  "{{constructor.constructor('ran=1')()}}",
  "\u2028alert(1)\u2029",
  "W".repeat(110),
  "🏠".repeat(50),
  "A\u0301\u0302\u0303\u0304\u0305".repeat(15),
  "ہاؤس".repeat(20),
  "&lt;script&gt;ran=1&lt;/script&gt;",
  "%3Cscript%3Eran=1%3C/script%3E",
];
const AROUND = [
  (script: string) => script,
  (script: string) => `">${script}`,
  (script: string) => `'>${script}`,
  (script: string) => `</script></title></textarea>${script}`,
  (script: string) => `--></style></template>\\"${script}`,
];
/** Each script after text that would end its context. */
const HOSTILE = SCRIPTS.map((script, index) => (AROUND[index % AROUND.length] ?? String)(script).slice(0, 110));

test("runs no script from any field of a review, and keeps the layout on a phone", async ({ page, database }) => {
  const mark = unique("hostile");
  await withReviews(database, mark, async () => {
    const dialogs = dialogsOf(page);
    await page.setViewportSize({ width: 320, height: 720 });
    const { addresses, names } = await everyPage(page, `/reviews?${new URLSearchParams({ q: mark })}`);
    expect(names.toSorted()).toEqual(HOSTILE.map(nameOf).toSorted());
    for (const address of addresses) {
      await page.goto(address);
      await expectPlainPage(page);
    }
    expect(dialogs).toEqual([]);
  });
});

test("runs nothing from a search, city or sort in the URL", async ({ page }) => {
  const dialogs = dialogsOf(page);
  await page.setViewportSize({ width: 320, height: 720 });
  for (const [index, around] of AROUND.entries()) {
    const text = around(SCRIPTS[index] ?? "");
    await page.goto(
      `/reviews?${new URLSearchParams({ q: text, city: text, sort: text, after: "", review: "" })}#${text}`,
    );
    await expectPlainPage(page);
    await page.getByRole("combobox", { name: "Search reviews" }).fill(text);
    await page.getByRole("combobox", { name: "Search reviews" }).press("Enter");
    // Wait for the results: their URL has no `review`.
    await expect(page).not.toHaveURL(/[?&]review=/);
    await expectPlainPage(page);
  }
  for (const path of ["/blog", "/login", "/"]) {
    await page.goto(
      `${path}?${new URLSearchParams({ next: "javascript:alert(1)", q: HOSTILE[0] ?? "" })}#${HOSTILE[3]}`,
    );
    await expectPlainPage(page);
  }
  expect(dialogs).toEqual([]);
});

test("keeps the words around a right-to-left name in place", async ({ page, publishedReview }) => {
  const propertyName = unique("بیت النور");
  await publishedReview({ propertyName, locality: "حیدر گنج", comment: "کمرے روشن ہیں۔" });
  await page.goto(`/reviews?${new URLSearchParams({ q: propertyName })}`);
  const group = page.getByRole("main").locator("section").filter({ hasText: propertyName });
  await expect(group.getByRole("heading", { level: 2 }).locator("bdi")).toHaveText(propertyName);
  await expect(group.locator("> header p bdi")).toHaveText(["حیدر گنج", "Mumbai"]);
  await expect(group.getByText("کمرے روشن ہیں۔")).toHaveCSS("direction", "rtl");
});

/** Records the dialogs of the page, and dismisses them: an open dialog blocks the test. */
function dialogsOf(page: Page): string[] {
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  return dialogs;
}

/** Returns the URLs of all pages of a list, and the names of its properties. */
async function everyPage(page: Page, first: string): Promise<{ addresses: string[]; names: string[] }> {
  await page.goto(first);
  return page.evaluate(async (from) => {
    const addresses: string[] = [];
    const names: string[] = [];
    for (let address: string | null = from; address !== null;) {
      addresses.push(address);
      const html: string = await (await fetch(address)).text();
      const list: Document = new DOMParser().parseFromString(html, "text/html");
      for (const { textContent } of list.querySelectorAll("main h2")) names.push(textContent ?? "");
      address = list.querySelector("main a[href*='after=']:not([href*='property='])")?.getAttribute("href") ?? null;
    }
    return { addresses, names };
  }, first);
}

/** Returns a name that sorts last. */
function nameOf(text: string, index: number): string {
  return `~${text.slice(0, 100)} ${index}`.replace(/\s+/g, " ").normalize("NFC");
}

/** Expects that no script ran, that the texts made no elements, and that nothing is wider than the phone. */
async function expectPlainPage(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    // Lay out what is off screen, too.
    for (const part of document.querySelectorAll<HTMLElement>("main section")) part.style.contentVisibility = "visible";
    return {
      ran: "ran" in window,
      strange: document.querySelectorAll(
        "main :is(script,iframe,object,embed,math,style,base,meta,template,video,marquee,plaintext,x),[onerror],[onload],[onclick],[onfocus],[ontoggle],a[href^=javascript],a[href^=data]",
      ).length,
      isBodyShown: getComputedStyle(document.body).display !== "none",
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    };
  });
  expect(found).toEqual({ ran: false, strange: 0, isBodyShown: true, overflow: 0 });
}

/** Runs `act` while reviews have hostile texts in every field, then deletes the reviews. */
async function withReviews(database: postgres.Sql, mark: string, act: () => Promise<void>): Promise<void> {
  const reviews = HOSTILE.map((text, index) => ({
    id: randomUUID(),
    property_name: nameOf(text, index),
    locality: `${index} ${text}`.slice(0, 120),
    city: `~${text.slice(0, 60)} ${index}`,
    rating: 3,
    review_text: `${mark} ${text}`,
    reported_issues: database.json([{ id: "1", description: text, severity: "Major" }]),
    created_at: new Date("2020-01-01"),
  }));
  const names = reviews.map(({ id }, index) => ({ review_id: id, display_name: HOSTILE[index] ?? "" }));
  try {
    await database`insert into public.reviews ${database(reviews)}`;
    // Restore the symbols that a trigger removed: pages must not rely on the trigger.
    for (const { id, property_name, locality, city } of reviews)
      await database`
        update public.properties set ${database({ property_name, locality, city })}
        where id = (select property_id from public.reviews where id = ${id})`;
    await database`insert into private.review_names ${database(names)}`;
    await act();
  } finally {
    await database`delete from public.reviews where review_text like ${`${mark}%`}`;
  }
}
