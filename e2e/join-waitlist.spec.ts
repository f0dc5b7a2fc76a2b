import { expect, expectToast, test, uniqueEmail } from "./fixtures.ts";

const BANNER = "Referral rewards coming soon! Invite friends and earn perks — stay tuned.";

test("joins the waitlist by keyboard, after a lost request", { tag: ["@1.8", "@2.36"] }, async ({ page, context }) => {
  await page.goto("/");
  const card = page.getByRole("region", { name: "Referral Waitlist" });
  const name = card.getByRole("textbox", { name: "Name" });
  const address = card.getByRole("textbox", { name: "Email" });
  const join = card.getByRole("button", { name: "Join the Waitlist" });
  await expect(join).toBeEnabled();
  await page.getByRole("link", { name: BANNER }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/#waitlist");
  await expect(card).toBeInViewport();
  await page.keyboard.press("Tab");
  await expect(name).toBeFocused();
  await page.keyboard.type("Asha Rao");
  await page.keyboard.press("Enter");
  await expect(address).toBeFocused();
  await page.keyboard.type(uniqueEmail("waiting"));
  await page.keyboard.press("Tab");
  await expect(join).toBeFocused();

  // The code that sends the form is not downloaded yet.
  await context.setOffline(true);
  await page.keyboard.press("Space");
  await expectToast(page, "Submission Failed", "Failed to join waitlist. Please try again.");
  await expect(name).toHaveValue("Asha Rao");
  await context.setOffline(false);
  await join.click();
  await expectToast(page, "Successfully Joined!", "We'll notify you when the referral program launches.");
  await expect(name).toHaveValue("");
  await expect(join).toBeFocused();
});
