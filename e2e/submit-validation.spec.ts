import type { Locator } from "@playwright/test";
import { expect, expectToast, test, unique } from "./fixtures.ts";
import { phonePhoto } from "./photos.ts";
import { answer, chooseCity, cityField, issueField, REQUIRED } from "./review-form.ts";

test(
  "marks missing fields and invalid photos, one rule at a time",
  { tag: ["@5.1", "@5.9", "@5.12", "@5.13", "@10.220"] },
  async ({ page, createAccount, signIn }) => {
    const propertyName = unique("Peepal Court");
    await signIn(await createAccount());
    await page.goto("/submit-review");
    const submit = page.getByRole("button", { name: "Submit Review" });
    await page.getByLabel("Duration of Stay").selectOption("1–2 years");
    await submit.click();
    await expectToast(
      page,
      "Incomplete Form",
      "Please fill in required fields: Property Name, Locality, City, Review Text.",
    );
    await expect(page.getByLabel("Property Name")).toBeFocused();
    await expectMarked(page.getByLabel("Property Name"), "Enter the property name.");
    await expectMarked(cityField(page), "Choose a city.");
    await page.getByLabel("Property Name").fill(propertyName);
    await expect(page.getByText("Enter the property name.")).toBeHidden();
    await page.getByLabel("Review Text").fill(REQUIRED.comment);
    await page.getByLabel("Locality").fill(REQUIRED.locality);
    await chooseCity(page, REQUIRED.city, REQUIRED.city);
    await submit.click();
    await expectToast(page, "Rating Required", "Please select a star rating.");
    const rating = page.getByRole("radiogroup", { name: "Overall Rating" });
    await expect(rating).toHaveAccessibleDescription("Please select a star rating.");
    await expect(rating.getByRole("radio").first()).toBeFocused();
    await answer(page, "Overall Rating", "2 stars").check();
    await submit.click();
    await expectToast(page, "Issue Description Required", "Please describe at least one issue, or enter 'Nil'.");
    await expect(issueField(page, 1)).toBeFocused();
    await expectMarked(issueField(page, 1), "At least one issue description is required (or enter 'Nil').");
    await issueField(page, 1).fill("Nil");

    const photos = page.getByLabel("Choose photos");
    const jpeg = await phonePhoto();
    await photos.setInputFiles({
      name: "words.png",
      mimeType: "image/png",
      buffer: Buffer.from("not a picture at all"),
    });
    await expectToast(page, "File Selection Error", "words.png cannot be read as a PNG, JPG or GIF picture.");
    await expect(photos).toHaveAccessibleDescription(/^words\.png cannot be read/);
    // The content decides, not the MIME type.
    await photos.setInputFiles({ name: "liar.png", mimeType: "application/octet-stream", buffer: jpeg });
    await photos.setInputFiles({ name: "hall.jpg", mimeType: "image/jpg", buffer: jpeg });
    await page.getByRole("button", { name: "Remove hall.jpg" }).click();
    const chosen = page.getByRole("list", { name: "Chosen photos" }).getByRole("listitem");
    await expect(chosen).toHaveText(["liar.png"]);

    await expect(page.getByLabel("Duration of Stay")).toHaveValue("1–2 years");
    await expect(page.getByLabel("Review Text")).toHaveValue(REQUIRED.comment);
    await submit.click();
    await expectToast(page, "Upload Complete", "1 file(s) uploaded successfully.");
    await expectToast(page, "Review Submitted!", "Thank you for sharing your experience.");
  },
);

async function expectMarked(field: Locator, message: string) {
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(message);
}
