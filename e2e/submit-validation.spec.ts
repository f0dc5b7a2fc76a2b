import type { Locator, Page } from "@playwright/test";
import { expect, expectToast, test, unique } from "./fixtures.ts";
import { phonePhoto } from "./photos.ts";
import { answer, chooseCity, cityField, fillRequired, issueField, REQUIRED } from "./review-form.ts";

test.beforeEach(async ({ page, createAccount, signIn }) => {
  await signIn(await createAccount());
  await page.goto("/submit-review");
  await expect(page.getByLabel("Property Name")).toBeVisible();
});

test(
  "what is missing is listed, marked and waited for, one rule after the other",
  { tag: ["@5.12"] },
  async ({ page }) => {
    const propertyName = unique("Peepal Court");
    await page.getByLabel("Duration of Stay").selectOption("1–2 years");
    await submit(page);
    await expectToast(
      page,
      "Incomplete Form",
      "Please fill in required fields: Property Name, Locality, City, Review Text.",
    );
    await expect(page.getByLabel("Property Name")).toBeFocused();
    await expectMarked(page.getByLabel("Property Name"), "Enter the property name.");
    await expectMarked(page.getByLabel("Locality"), "Enter the locality.");
    await expectMarked(cityField(page), "Choose a city.");
    await expectMarked(page.getByLabel("Review Text"), /^Write your review\./);

    await page.getByLabel("Property Name").fill(propertyName);
    await expect(page.getByText("Enter the property name.")).toBeHidden();
    await page.getByLabel("Review Text").fill(REQUIRED.comment);
    await submit(page);
    await expectToast(page, "Incomplete Form", "Please fill in required fields: Locality, City.");
    await expect(page.getByLabel("Locality")).toBeFocused();

    await page.getByLabel("Locality").fill(REQUIRED.locality);
    await chooseCity(page, REQUIRED.city, REQUIRED.city);
    await submit(page);
    await expectToast(page, "Rating Required", "Please select a star rating.");
    const rating = page.getByRole("radiogroup", { name: "Overall Rating" });
    await expect(rating).toHaveAccessibleDescription("Please select a star rating.");
    await expect(rating.getByRole("radio").first()).toBeFocused();

    await answer(page, "Overall Rating", "2 stars").check();
    await submit(page);
    await expectToast(page, "Issue Description Required", "Please describe at least one issue, or enter 'Nil'.");
    await expect(issueField(page, 1)).toBeFocused();
    await expectMarked(issueField(page, 1), "At least one issue description is required (or enter 'Nil').");

    // Nothing was lost on the way.
    await expect(page.getByLabel("Property Name")).toHaveValue(propertyName);
    await expect(page.getByLabel("Duration of Stay")).toHaveValue("1–2 years");
    await expect(page.getByLabel("Review Text")).toHaveValue(REQUIRED.comment);
    await expect(answer(page, "Overall Rating", "2 stars")).toBeChecked();
    await issueField(page, 1).fill("Nil");
    await submit(page);
    await expectToast(page, "Review Submitted!", "Thank you for sharing your experience.");
  },
);

test(
  "files that are no photos of the right size are refused, and the good ones stay",
  { tag: ["@5.15", "@10.220"] },
  async ({ page }) => {
    const jpeg = await phonePhoto();
    const chosen = page.getByRole("list", { name: "Chosen photos" }).getByRole("listitem");
    await choose(page, file("door.jpg", "image/jpeg", jpeg));
    await expect(chosen).toHaveCount(1);

    await choose(page, file("lease.pdf", "application/pdf", Buffer.from("%PDF-1.7")));
    await expectToast(page, "File Selection Error", "lease.pdf is not a PNG, JPG or GIF image.");
    await choose(page, file("huge.jpg", "image/jpeg", Buffer.alloc(5 * 1024 * 1024 + 1, jpeg)));
    await expectToast(page, "File Selection Error", "huge.jpg is too large (max 5MB).");
    await choose(page, file("door.jpg", "image/jpeg", jpeg));
    await expectToast(page, "File Selection Error", "door.jpg is already selected.");
    await choose(page, file("words.png", "image/png", Buffer.from("not a picture at all")));
    await expectToast(page, "File Selection Error", "words.png cannot be read as a PNG, JPG or GIF picture.");
    await expect(page.getByLabel("Choose photos")).toHaveAccessibleDescription(/^words\.png cannot be read/);
    await choose(page, file("liar.png", "application/octet-stream", jpeg));
    await expect(chosen).toHaveText(["door.jpg", "liar.png"]);

    await choose(page, ...["hall.jpg", "bath.jpg"].map((name) => file(name, "image/jpg", jpeg)));
    await expectToast(page, "File Selection Error", "Cannot upload more than 3 files.");
    await expect(chosen).toHaveCount(3);
    await page.getByRole("button", { name: "Remove hall.jpg" }).click();
    await expect(chosen).toHaveText(["door.jpg", "liar.png"]);

    const propertyName = unique("Kadam House");
    await fillRequired(page, { propertyName });
    await submit(page);
    await expectToast(page, "Upload Complete", "2 file(s) uploaded successfully.");
    await page.getByRole("link", { name: "Open it on the reviews page" }).click();
    const card = page.getByRole("article", { name: propertyName });
    await expect(card.getByRole("img", { name: /^Proof \d of 2/ })).toHaveCount(2);
  },
);

function file(name: string, mimeType: string, buffer: Buffer) {
  return { name, mimeType, buffer };
}

async function choose(page: Page, ...files: ReturnType<typeof file>[]) {
  await page.getByLabel("Choose photos").setInputFiles(files);
}

async function submit(page: Page) {
  await page.getByRole("button", { name: "Submit Review" }).click();
}

async function expectMarked(field: Locator, message: string | RegExp) {
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(message);
}
