import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, expectToast, overWeakConnection, test, unique, uniqueEmail } from "./fixtures.ts";
import { metadataOf, phonePhoto } from "./photos.ts";
import { answer, chooseCity, expectBlankForm, fillRequired, issueField } from "./review-form.ts";

test(
  "a newcomer signs up, confirms by e-mail and publishes a review with a photo",
  {
    tag: [
      "@both",
      "@1.3",
      "@1.11",
      "@1.14",
      "@2.4",
      "@2.15",
      "@2.66",
      "@2.68",
      "@2.69",
      "@2.86",
      "@2.88",
      "@2.99",
      "@4.16",
      "@4.19",
      "@4.22",
      "@7.3",
      "@7.11",
    ],
  },
  async ({ page, mailedLink }) => {
    const email = uniqueEmail("asha.r");
    const propertyName = unique("Gulmohar Heights");
    const photo = await phonePhoto();
    expect((await metadataOf(photo)).exif).toBeDefined();

    await page.goto("/");
    await page.getByRole("link", { name: "Sign Up" }).click();
    await expect(page.getByText("Password must be at least 6 characters long.")).toBeVisible();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("champa-tree-12");
    await page.getByRole("button", { name: "Sign Up" }).click();
    await expectToast(
      page,
      "Account Created",
      "Please check your email to confirm your account. If you already have one, log in instead.",
    );
    await expect(page).toHaveURL("/login");

    await page.goto(await mailedLink(email, /confirm/i));
    await expect(page.getByRole("heading", { name: "Email Verified!" })).toBeVisible();
    await expect(page).toHaveURL("/");

    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Submit Review" }).click();
    await expect(page.getByText(`Logged in as ${email}`)).toBeVisible();
    await expect(page.getByLabel("Email (optional)")).toHaveValue(email);
    await fillEverything(page, propertyName);
    await page
      .getByLabel("Choose photos")
      .setInputFiles({ name: "balcony.jpg", mimeType: "image/jpeg", buffer: photo });
    await expect(page.getByRole("img", { name: "Preview of balcony.jpg" })).toBeVisible();

    await overWeakConnection(page, { uploadThroughput: 1024 }, async () => {
      await page.getByRole("button", { name: "Submit Review" }).click();
      await expectToast(page, "Uploading proof...", "Uploading 1 file(s).");
      await expect(page.getByRole("button", { name: "Submitting..." })).toBeDisabled();
      await expect(page.getByLabel("Property Name")).toBeDisabled();
    });
    await expectToast(page, "Upload Complete", "1 file(s) uploaded successfully.");
    await expectToast(page, "Review Submitted!", "Thank you for sharing your experience.");
    // Toasts stay while they are pointed at.
    await page.getByText("Review Submitted!").hover();
    await expect(page.getByText("Uploading proof...")).toBeHidden();
    await expectBlankForm(page, email);

    await page.getByRole("link", { name: "View your review" }).click();
    await expect(page).toHaveURL(/\/reviews#review-/);
    const card = page.getByRole("article", { name: propertyName });
    await expect(card).toBeInViewport();
    await expect(card.getByRole("img", { name: "4 out of 5 stars" })).toBeVisible();
    await expect(card.getByText(email.split("@")[0] ?? "", { exact: true })).toBeVisible();
    await expect(card.getByText("Verified by Community")).toBeVisible();
    await expect(card.getByText("The landlord repaired the geyser")).toBeVisible();
    await expect(card.getByText("Seepage in the second bedroom")).toBeVisible();
    await expect(card.getByText("Moderate")).toBeVisible();
    await expect(card.getByText("Lift stops between floors")).toBeVisible();
    await expect(card.getByText("Would recommend")).toBeVisible();
    for (const fact of ["Phone Email", "Some Fixed", "1-2 Days"]) await expect(card.getByText(fact)).toBeVisible();
    await expect(page.getByRole("main").getByText(email)).toHaveCount(0);

    const thumbnail = card.getByRole("img", { name: `Proof 1 of 1 for ${propertyName}` });
    await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(128);
    const link = card.getByRole("link", { name: `Proof 1 of 1 for ${propertyName}` });
    await expect(link).toHaveAttribute("target", "_blank");
    const served = await page.request.get((await link.getAttribute("href")) ?? "");
    expect(served.headers()["content-type"]).toBe("image/jpeg");
    expect(await metadataOf(await served.body())).toEqual({ width: 1200, exif: undefined });
  },
);

test("a member posts as Anonymous", { tag: ["@2.84", "@2.85", "@6.5"] }, async ({ page, createAccount, signIn }) => {
  const account = await createAccount();
  const propertyName = unique("Neem Villa");
  await signIn(account);
  await page.goto("/submit-review");
  const parts = [
    page.getByText(/^You know what the listing did not say\./),
    page.getByRole("form", { name: "Your review" }),
    page.getByRole("heading", { level: 2, name: "Safe & Anonymous" }),
  ];
  const tops: number[] = [];
  for (const part of parts) tops.push((await part.boundingBox())?.y ?? Number.NaN);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  await expect(page.getByRole("heading", { level: 2, name: "Community Powered" })).toBeVisible();

  await expect(page.getByText(`Shown as: ${account.email.split("@")[0]}`)).toBeVisible();
  await page.getByLabel("Post as Anonymous").check();
  await expect(page.getByText("Shown as: Anonymous")).toBeVisible();
  await fillRequired(page, { propertyName });
  await page.getByRole("button", { name: "Submit Review" }).click();
  await page.getByRole("link", { name: "Open it on the reviews page" }).click();
  const card = page.getByRole("article", { name: propertyName });
  await expect(card.getByText("Anonymous", { exact: true })).toBeVisible();
  await expect(card.getByText("Verified by Community")).toBeHidden();
});

test(
  "PNG, GIF and a phone's JPG in capitals are all photos",
  { tag: ["@4.23"] },
  async ({ page, createAccount, signIn }) => {
    const propertyName = unique("Ashoka Flats");
    const jpeg = await phonePhoto();
    await signIn(await createAccount());
    await page.goto("/submit-review");
    await fillRequired(page, { propertyName });
    await page.getByLabel("Choose photos").setInputFiles([
      { name: "plan.png", mimeType: "image/png", buffer: await sharp(jpeg).png().toBuffer() },
      { name: "tap.gif", mimeType: "image/gif", buffer: await sharp(jpeg).gif().toBuffer() },
      { name: "IMG_0001.JPG", mimeType: "image/jpeg", buffer: jpeg },
    ]);
    await expect(page.getByRole("list", { name: "Chosen photos" }).getByRole("listitem")).toHaveCount(3);
    await page.getByRole("button", { name: "Submit Review" }).click();
    await expectToast(page, "Upload Complete", "3 file(s) uploaded successfully.");
    await page.getByRole("link", { name: "Open it on the reviews page" }).click();
    const links = page.getByRole("article", { name: propertyName }).getByRole("link", { name: /^Proof \d of 3/ });
    await expect(links).toHaveCount(3);
    const types = [];
    for (const link of await links.all()) {
      const served = await page.request.get((await link.getAttribute("href")) ?? "");
      types.push(served.headers()["content-type"]);
    }
    expect(types).toEqual(["image/png", "image/gif", "image/jpeg"]);
  },
);

async function fillEverything(page: Page, propertyName: string) {
  await page.getByLabel("Property Name").fill(propertyName);
  await page.getByLabel("Locality").fill("Aundh");
  await chooseCity(page, "pun", "Pune");
  await page.getByLabel("Property Type").selectOption("Apartment");
  await page.getByLabel("Duration of Stay").selectOption("1–2 years");
  await page.getByLabel("Month of moving in").selectOption("June");
  await page.getByLabel("Year of moving in").selectOption("2024");
  await answer(page, "Overall Rating", "4 stars").check();
  await page.getByLabel("Review Text").fill("The landlord repaired the geyser within two days.\nParking is tight.");
  await answer(page, "Would you recommend it?", "Yes").check();
  await answer(page, "Do you intend to move out?", "No").check();
  await issueField(page, 1).fill("Seepage in the second bedroom");
  await page.getByLabel("Severity of issue 1").selectOption("Moderate");
  await page.getByRole("button", { name: "Add another issue" }).click();
  await issueField(page, 2).fill("Lift stops between floors");
  await answer(page, "How did you report issues?", "By phone or email").check();
  await answer(page, "Were the issues resolved?", "Some fixed").check();
  await answer(page, "How quickly did the management respond?", "1–2 days").check();
}
