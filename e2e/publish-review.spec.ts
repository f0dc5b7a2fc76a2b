import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, expectToast, emailedLink, signUp, test, unique, uniqueEmail } from "./fixtures.ts";
import { metadataOf, phonePhoto } from "./photos.ts";
import { answer, chooseCity, expectBlankForm, fillRequired, issueField } from "./review-form.ts";

test(
  "signs up, confirms by email and publishes a review with photos",
  { tag: ["@both", "@1.3", "@1.10", "@1.14", "@2.66", "@2.86", "@7.2", "@7.11", "@10.561"] },
  async ({ page }) => {
    const email = uniqueEmail("asha.r");
    const propertyName = unique("Gulmohar Heights");
    const photo = await phonePhoto();
    expect((await metadataOf(photo)).exif).toBeDefined();

    await page.goto("/");
    await page.getByRole("link", { name: "Sign Up" }).click();
    await signUp(page, email, "champa-tree-12");
    await expectToast(
      page,
      "Account Created",
      "Please check your email to confirm your account. If you already have one, log in instead.",
    );
    await expect(page).toHaveURL("/login");
    await page.goto(await emailedLink(email, /confirm/i));
    await expect(page.getByRole("heading", { name: "Email Verified!" })).toBeVisible();
    await expect(page).toHaveURL("/");

    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Submit Review" }).click();
    await expect(page.getByText(`Logged in as ${email}`)).toBeVisible();
    await page.getByRole("radio", { name: `As ${email.split("@")[0]}` }).check();
    await expect(page.getByLabel("Email (optional)")).toHaveValue(email);
    await fillEverything(page, propertyName);
    await page.getByLabel("Choose photos").setInputFiles([
      { name: "IMG_0001.JPG", mimeType: "image/jpeg", buffer: photo },
      { name: "plan.png", mimeType: "image/png", buffer: await sharp(photo).png().toBuffer() },
      { name: "tap.gif", mimeType: "image/gif", buffer: await sharp(photo).gif().toBuffer() },
    ]);
    await expect(page.getByRole("img", { name: "Preview of IMG_0001.JPG" })).toBeVisible();
    await page.getByText("See how it will look").click();
    const preview = page.getByRole("form").getByRole("article", { name: propertyName });
    await expect(preview.getByText("Seepage in the second bedroom")).toBeVisible();
    const proof = preview.getByRole("img", { name: /^Proof 3 of 3/ });
    await expect.poll(() => proof.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await page.getByLabel("Review Text").press("End");
    await page.getByLabel("Review Text").pressSequentially(" Quiet.");
    await expect(preview.getByText(/Parking is tight\. Quiet\.$/)).toBeVisible();
    await expect(preview.getByRole("button")).toHaveCount(0);
    await page.getByRole("button", { name: "Submit Review" }).click();
    await expectToast(page, "Upload Complete", "3 file(s) uploaded successfully.");
    await expectToast(page, "Review Submitted!", "Thank you for sharing your experience.");
    await expectBlankForm(page, email);

    const fetched: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/storage/v1/")) fetched.push(request.url());
    });
    await page.getByRole("main").getByRole("link", { name: "View your review" }).click();
    await expect(page).toHaveURL(/\/reviews#review-/);
    const card = page.getByRole("article", { name: propertyName });
    await expect(card).toBeInViewport();
    await expect(card.getByRole("img", { name: "4 out of 5 stars" })).toBeVisible();
    await expect(card.getByText(email.split("@")[0] ?? "", { exact: true })).toBeVisible();
    await card.getByText(/^All \d+ answers$/).click();
    for (const fact of [
      ...["Verified by Community", "The landlord repaired the geyser", "Seepage in the second bedroom", "Moderate"],
      ...["Lift stops between floors", "Would recommend", "Phone Email", "Some Fixed", "1-2 Days"],
    ])
      await expect(card.getByText(fact).first()).toBeVisible();
    await expect(page.getByRole("main").getByText(email)).toHaveCount(0);

    const thumbnail = card.getByRole("img", { name: `Proof 1 of 3 for ${propertyName}` });
    await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(128);
    expect(fetched.filter((url) => !url.includes("/storage/v1/render/image/public/review-proofs/public/"))).toEqual([]);
    const links = await card.getByRole("link", { name: /^Proof \d of 3/ }).all();
    const photos = await Promise.all(
      links.map(async (link) => page.request.get((await link.getAttribute("href")) ?? "")),
    );
    expect(photos.map((served) => served.headers()["content-type"])).toEqual(["image/jpeg", "image/png", "image/png"]);
    expect(await metadataOf((await photos[0]?.body()) ?? photo)).toEqual({ width: 1200, exif: undefined });
  },
);

test("shows an anonymous review at once", { tag: ["@2.84"] }, async ({ page, context, createAccount, signIn }) => {
  const account = await createAccount();
  const propertyName = unique("Neem Villa");
  await signIn(account);
  await context.clearCookies();
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

  await expect(page.getByRole("radio", { name: "Anonymous", exact: true })).toBeChecked();
  await expect(page.getByLabel("Email (optional)")).toBeHidden();
  await fillRequired(page, { propertyName });
  const list = `/reviews?${new URLSearchParams({ q: propertyName })}`;
  await page.request.get(list);
  await page.getByRole("button", { name: "Submit Review" }).click();
  await expectToast(page, "Review Submitted!");
  await page.goto(list);
  const card = page.getByRole("article", { name: propertyName });
  await expect(card.getByText("Anonymous", { exact: true })).toBeVisible();
  await expect(card.getByText("Verified by Community")).toBeHidden();
});

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
