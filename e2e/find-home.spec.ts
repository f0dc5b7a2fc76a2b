import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToast, test, unique } from "./fixtures.ts";
import { phonePhoto } from "./photos.ts";
import { cityField, fillRequired, issueField, answer } from "./review-form.ts";

test(
  "from a misspelt name to the page of its home, by keyboard alone",
  { tag: ["@10.50", "@10.52", "@10.53", "@10.55"] },
  async ({ page, publishedReview, database }) => {
    const review = await publishedReview({ propertyName: unique("Kachnar Retreat"), locality: "Vastrapur" });
    const asked = requests(page, "/rest/v1/rpc/suggest_homes");
    await page.goto("/reviews");
    const search = page.getByRole("combobox", { name: "Search reviews" });
    await search.focus();
    const misspelt = review.propertyName.replace("Kachnar", "Kachnaar");
    await page.keyboard.type(misspelt);
    const option = page.getByRole("group", { name: "Homes" }).getByRole("option", { name: review.propertyName });
    await expect(option).toBeVisible();
    // Nothing was suggested before anything was typed.
    expect(asked.map((body) => (JSON.parse(body) as { term: string }).term)).not.toContain("");
    await expect(page.getByText(/^\d+ suggestions?$/)).toHaveCount(1);
    // The list has what was searched for: it does not begin to fade while axe looks.
    await expect(page).toHaveURL((url) => url.searchParams.get("q") === misspelt);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("listbox")).toBeHidden();
    await page.keyboard.press("ArrowDown");
    await expect(option).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    const [home] = await database`select property_id from public.reviews where id = ${review.id}`;
    const id = String(home?.property_id).slice(0, 8);
    await expect(page).toHaveURL(new RegExp(`/homes/mumbai/vastrapur/kachnar-retreat-[^/]+-${id}$`));
  },
);

test("Enter with no suggestion selected still searches", { tag: ["@10.52"] }, async ({ page, publishedReview }) => {
  const { propertyName } = await publishedReview({ propertyName: unique("Kachnar Retreat") });
  await page.goto("/reviews");
  const search = page.getByRole("combobox", { name: "Search reviews" });
  await search.pressSequentially(propertyName);
  await expect(page.getByRole("option", { name: propertyName })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listbox")).toBeHidden();
  await expect(page).toHaveURL(`/reviews?q=${encodeURIComponent(propertyName).replaceAll("%20", "+")}`);
  await expect(page.getByRole("heading", { level: 2, name: propertyName })).toBeVisible();
});

test("a search works when its suggestions fail", { tag: ["@10.54"] }, async ({ page, publishedReview }) => {
  const { propertyName } = await publishedReview({ propertyName: unique("Kachnar Retreat") });
  await page.route("**/rest/v1/rpc/suggest_homes", (route) => route.abort());
  await page.goto("/reviews");
  await page.getByRole("combobox", { name: "Search reviews" }).pressSequentially(propertyName);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([propertyName]);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test(
  "writing about a suggested home, and about one that was nearly written twice",
  { tag: ["@10.56", "@10.57", "@10.58"] },
  async ({ page, publishedReview, createAccount, signIn, database }) => {
    const { propertyName } = await publishedReview({
      propertyName: unique("Palash Enclave"),
      locality: "HSR Layout",
      city: "Bengaluru",
    });
    await signIn(await createAccount());
    await page.goto("/submit-review");
    const name = page.getByRole("combobox", { name: "Property Name" });
    await name.pressSequentially(propertyName.replace("Enclave", "Enclve"));
    await page.getByRole("option", { name: propertyName }).click();
    await expect(name).toHaveValue(propertyName);
    await expect(page.getByLabel("Locality")).toHaveValue("HSR Layout");
    await expect(cityField(page)).toHaveValue("Bengaluru");

    await name.fill(`${propertyName} Apartments`);
    await page.getByLabel("Locality").fill("HSR");
    await page.keyboard.press("Tab");
    await expect(page.getByText("Is it this one?")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Yes, use it" }).click();
    await expect(name).toHaveValue(propertyName);
    await expect(page.getByLabel("Locality")).toHaveValue("HSR Layout");
    await fillOpinion(page);
    await page.getByRole("button", { name: "Submit Review" }).click();
    await expectToast(page, "Review Submitted!");
    const homes = await database`select id from public.properties where property_name ilike ${`${propertyName}%`}`;
    expect(homes).toHaveLength(1);
  },
);

test(
  "a new home like another is asked about once, and published",
  { tag: ["@10.57", "@10.58"] },
  async ({ page, publishedReview, createAccount, signIn, database }) => {
    const { propertyName } = await publishedReview({ propertyName: unique("Palash Enclave"), locality: "Powai" });
    await signIn(await createAccount());
    await page.goto("/submit-review");
    await fillRequired(page, { propertyName: `${propertyName} Society`, locality: "Powai", city: "Mumbai" });
    await page.getByRole("button", { name: "Submit Review" }).click();
    await expect(page.getByText("Is it this one?")).toBeVisible();
    await page.getByRole("button", { name: "No, it is another home" }).click();
    await page.getByRole("button", { name: "Submit Review" }).click();
    await expectToast(page, "Review Submitted!");
    const homes = await database`select id from public.properties where property_name ilike ${`${propertyName}%`}`;
    expect(homes).toHaveLength(2);
  },
);

test(
  "a link to write about a home fills in the form, over log-in",
  { tag: ["@10.59"] },
  async ({ page, createAccount }) => {
    const account = await createAccount();
    await page.goto(linkTo("Amaltas Court", "HSR Layout", "Bengaluru"));
    await expect(page).toHaveURL(/^[^?]+\/login\?next=/);
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Password").fill(account.password);
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page.getByLabel("Property Name")).toHaveValue("Amaltas Court");
    await expect(page.getByLabel("Locality")).toHaveValue("HSR Layout");
    await expect(cityField(page)).toHaveValue("Bengaluru");
  },
);

test(
  "a link to write about a home fills in the form, over signing up in another tab",
  { tag: ["@10.59", "@11.22"] },
  async ({ page, context, mailedLink }) => {
    const email = `${unique("palash").replace(" ", ".")}@example.com`;
    await page.goto(linkTo("Pine House", "Hong", "Ziro"));
    await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
    await expect(page.getByRole("heading", { name: "Create an account" })).toBeVisible();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("champa-tree-12");
    await page.getByRole("button", { name: "Sign Up" }).click();
    await expectToast(page, "Account Created");
    const link = await mailedLink(email, /confirm/i);
    await page.close();
    const tab = await context.newPage();
    await tab.goto(link);
    await expect(tab.getByRole("heading", { name: "Email Verified!" })).toBeVisible();
    await expect(tab.getByLabel("Property Name")).toHaveValue("Pine House");
    await expect(tab.getByLabel("Please specify city")).toHaveValue("Ziro");
  },
);

test(
  "a draft about another home is kept while a review of this one is written",
  { tag: ["@10.60"] },
  async ({ page, createAccount, signIn }) => {
    await signIn(await createAccount());
    await page.goto("/submit-review");
    await page.getByLabel("Property Name").fill("Lakeview Residency");
    await page.getByLabel("Review Text").fill("Airy.");
    await page.goto(linkTo("Amaltas Court", "HSR Layout", "Bengaluru"));
    await expect(page.getByText("Your draft is about Lakeview Residency.")).toBeVisible();
    await expect(page.getByLabel("Review Text")).toHaveValue("Airy.");
    await page.getByRole("button", { name: "Write about Amaltas Court instead" }).click();
    await expect(page.getByLabel("Property Name")).toHaveValue("Amaltas Court");
    await expect(page.getByLabel("Review Text")).toHaveValue("");
    await page.getByRole("button", { name: "Go back to it" }).click();
    await expect(page.getByLabel("Review Text")).toHaveValue("Airy.");
  },
);

test(
  "the photos of a draft survive a reload, and leave with log-out and publishing",
  { tag: ["@10.74", "@10.75"] },
  async ({ page, createAccount, signIn }) => {
    const account = await createAccount();
    await signIn(account);
    await page.goto("/submit-review");
    const photo = { name: "door.jpg", mimeType: "image/jpeg", buffer: await phonePhoto() };
    const preview = page.getByRole("img", { name: "Preview of door.jpg" });
    await page.getByLabel("Choose photos").setInputFiles(photo);
    await expect(preview).toBeVisible();
    await expect.poll(() => keptPhotos(page)).toBe(1);
    await page.reload();
    await expect(page.getByText("Here is your draft, as you left it on this device, with its photos.")).toBeVisible();
    await expect(preview).toBeVisible();

    await fillRequired(page, { propertyName: unique("Banyan Court") });
    await page.getByRole("button", { name: "Submit Review" }).click();
    await expectToast(page, "Upload Complete", "1 file(s) uploaded successfully.");
    await expectToast(page, "Review Submitted!");
    await expect.poll(() => keptPhotos(page)).toBe(0);

    await page.getByLabel("Choose photos").setInputFiles(photo);
    await expect.poll(() => keptPhotos(page)).toBe(1);
    await page.getByRole("button", { name: account.email }).click();
    await page.getByRole("button", { name: "Logout" }).click();
    await expectToast(page, "Logged Out");
    await expect.poll(() => keptPhotos(page)).toBe(0);
  },
);

function linkTo(property: string, locality: string, city: string): string {
  return `/submit-review?${new URLSearchParams({ property, locality, city })}`;
}

async function fillOpinion(page: Page) {
  await answer(page, "Overall Rating", "4 stars").check();
  await page.getByLabel("Review Text").fill("Two years without a power cut.");
  await page.getByRole("checkbox", { name: "No issues" }).check();
  await expect(issueField(page, 1)).toHaveValue("Nil");
}

function requests(page: Page, path: string): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === path) sent.push(request.postData() ?? "");
  });
  return sent;
}

/** How many photos of drafts this device keeps. */
function keptPhotos(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("gharsach-photo-drafts");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction("photos").objectStore("photos").getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            const drafts = reading.result as { photos: unknown[] }[];
            resolve(drafts.reduce((sum, { photos }) => sum + photos.length, 0));
          };
        };
      }),
  );
}
