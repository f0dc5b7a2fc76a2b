import { expect, expectToast, holdRequests, test, uniqueEmail } from "./fixtures.ts";

test("joins the waitlist by keyboard, after a lost request", { tag: ["@1.8", "@2.36"] }, async ({ page, context }) => {
  const email = uniqueEmail("waiting");
  await page.goto("/");
  const card = page.getByRole("region", { name: "Referral Waitlist" });
  const name = card.getByRole("textbox", { name: "Name" });
  const address = card.getByRole("textbox", { name: "Email" });
  const join = card.getByRole("button", { name: "Join the Waitlist" });
  await expect(join).toBeEnabled();
  await page.getByRole("link", { name: "Referral rewards coming soon!" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/#waitlist");
  await expect(card).toBeInViewport();
  await page.keyboard.press("Tab");
  await expect(name).toBeFocused();
  await page.keyboard.type("Asha Rao");
  await page.keyboard.press("Enter");
  await expect(address).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await expect(join).toBeFocused();

  // Even the form's own code has not been fetched yet.
  await context.setOffline(true);
  await page.keyboard.press("Space");
  await expectToast(page, "Submission Failed", "Failed to join waitlist. Please try again.");
  await expect(name).toHaveValue("Asha Rao");
  await context.setOffline(false);
  const release = await holdRequests(page, "**/rest/v1/referral_waitlist*");
  await join.click();
  await expect(card.getByRole("button", { name: "Joining..." })).toBeDisabled();
  await expect(address).toBeDisabled();
  release();
  await expectToast(page, "Successfully Joined!", "We'll notify you when the referral program launches.");
  await expect(name).toHaveValue("");
  await expect(join).toBeFocused();

  await name.fill("Ravi Kumar");
  await address.fill(` ${email.toUpperCase()} `);
  await join.click();
  await expectToast(page, "Submission Failed", "This email is already registered for updates.");
  await expect(address).toHaveValue(email.toUpperCase());
});
