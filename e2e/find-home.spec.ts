import type { Locator, Page } from "@playwright/test";
import { emailedLink, expect, expectToast, test, unique, uniqueEmail } from "./fixtures.ts";
import { phonePhoto } from "./photos.ts";
import { answer, cityField, fillRequired, storedDrafts } from "./review-form.ts";

test(
  "finds a home by a misspelled name, by keyboard",
  { tag: ["@10.50", "@10.52", "@10.53"] },
  async ({ page, publishedReview, database }) => {
    const review = await publishedReview({ propertyName: unique("Kachnar Retreat"), locality: "Vastrapur" });
    await page.goto("/reviews");
    const search = page.getByRole("combobox", { name: "Search reviews" });
    await search.focus();
    await page.keyboard.type(review.propertyName.replace("Kachnar", "Kachnaar"));
    const option = page.getByRole("group", { name: "Homes" }).getByRole("option", { name: review.propertyName });
    await expect(option).toBeVisible();
    // Enter searches if no option is selected.
    await page.keyboard.press("Enter");
    await expect(page.getByRole("listbox")).toBeHidden();
    await expect(page).toHaveURL(/[?&]q=Kachnaar/);
    await page.keyboard.press("ArrowDown");
    await expect(option).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    const [home] = await database`select property_id from public.reviews where id = ${review.id}`;
    const id = String(home?.property_id).slice(0, 8);
    await expect(page).toHaveURL(new RegExp(`/homes/mumbai/vastrapur/kachnar-retreat-[^/]+-${id}$`));
  },
);

test(
  "gets from a place without reviews to a confirmed email in six taps, at 360 pixels",
  { tag: ["@10.430"] },
  async ({ page, database }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/reviews");
    let taps = 0;
    const tap = (target: Locator) => {
      taps += 1;
      return target.click();
    };
    const search = page.getByRole("combobox", { name: "Search reviews" });
    await tap(search);
    await search.pressSequentially("whitefield");
    // The key "Search" of the phone's keyboard.
    taps += 1;
    await page.keyboard.press("Enter");
    await expect(
      page.getByRole("heading", { name: "Tell me when someone reviews a home in Whitefield" }),
    ).toBeVisible();
    await expect(page.getByRole("heading", { name: "Nearest places with reviews" })).toBeVisible();
    const email = uniqueEmail();
    const field = page.getByRole("textbox", { name: "Email" });
    await tap(field);
    await field.pressSequentially(email);
    await tap(page.getByRole("button", { name: "Email me once" }));
    await expect(page.getByText(`We have sent a link to ${email}.`)).toBeVisible();
    taps += 1;
    await page.goto(await emailedLink(email, /Whitefield/));
    await tap(page.getByRole("button", { name: /^Yes|^Email me/ }));
    await expect
      .poll(async () => database`select from private.place_alerts where email = ${email} and is_confirmed`)
      .toHaveLength(1);
    expect(taps).toBeLessThanOrEqual(6);
  },
);

test(
  "starts a review of a suggested home, and asks about a near duplicate",
  { tag: ["@10.56", "@10.57"] },
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

    await answer(page, "Overall Rating", "4 stars").check();
    await page.getByLabel("Review Text").fill("Two years without a power cut.");
    await page.getByRole("checkbox", { name: "No issues" }).check();
    await name.fill(`${propertyName} Apartments`);
    await page.getByLabel("Locality").fill("HSR");
    await page.keyboard.press("Tab");
    await expect(page.getByText("Is it this one?")).toBeVisible();
    await page.getByRole("button", { name: "Yes, use it" }).click();
    await expect(name).toHaveValue(propertyName);
    await expect(page.getByLabel("Locality")).toHaveValue("HSR Layout");
    await page.getByRole("button", { name: "Submit Review" }).click();
    await expectToast(page, "Review Submitted!");
    const homes = await database`select id from public.properties where property_name ilike ${`${propertyName}%`}`;
    expect(homes).toHaveLength(1);

    const submit = page.getByRole("button", { name: "Submit Review" });
    await fillRequired(page, { propertyName: `${propertyName} Society`, locality: "HSR Layout", city: "Bengaluru" });
    await submit.click();
    await page.getByRole("button", { name: "No, it is another home" }).click();
    await submit.click();
    await expect(page.getByLabel("Property Name")).toHaveValue("");
    expect(
      await database`select id from public.properties where property_name ilike ${`${propertyName}%`}`,
    ).toHaveLength(2);
  },
);

test("keeps a draft about another home", { tag: ["@10.59", "@10.74"] }, async ({ page, createAccount, signIn }) => {
  const account = await createAccount();
  await signIn(account);
  await page.goto("/submit-review");
  const photo = { name: "door.jpg", mimeType: "image/jpeg", buffer: await phonePhoto() };
  const preview = page.getByRole("img", { name: "Preview of door.jpg" });
  const comment = page.getByLabel("Review Text");
  await page.getByLabel("Property Name").fill("Lakeview Residency");
  await comment.fill("Airy.");
  await page.getByLabel("Choose photos").setInputFiles(photo);
  await expect.poll(() => keptPhotos(page)).toBe(1);
  await page.goto(
    `/submit-review?${new URLSearchParams({ property: "Amaltas Court", locality: "HSR Layout", city: "Bengaluru" })}`,
  );
  await expect(page.getByText("Your draft is about Lakeview Residency.")).toBeVisible();
  await expect(preview).toBeVisible();
  await page.getByRole("button", { name: "Write about Amaltas Court instead" }).click();
  await expect(page.getByLabel("Property Name")).toHaveValue("Amaltas Court");
  await expect(comment).toHaveValue("");
  await page.getByRole("button", { name: "Go back to it" }).click();
  await expect(comment).toHaveValue("Airy.");
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
});

async function keptPhotos(page: Page): Promise<number> {
  const records = (await storedDrafts(page, "photos")) as { photos: unknown[] }[];
  return records.reduce((sum, { photos }) => sum + photos.length, 0);
}
