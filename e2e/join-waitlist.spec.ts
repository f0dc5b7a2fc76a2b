import type { Page } from "@playwright/test";
import { expect, expectToast, overWeakConnection, test, uniqueEmail } from "./fixtures.ts";

test(
  "a visitor joins the waitlist, and only once",
  { tag: ["@both", "@1.8", "@2.49"] },
  async ({ page, anotherVisitor }) => {
    const email = uniqueEmail("waiting");
    await page.goto("/");
    await fill(page, "Asha Rao", email);
    await overWeakConnection(page, { latency: 4_000 }, async () => {
      await joinButton(page).click();
      await expect(card(page).getByRole("button", { name: "Joining..." })).toBeDisabled();
      await expect(field(page, "Email")).toBeDisabled();
    });
    await expectToast(page, "Successfully Joined!", "We'll notify you when the referral program launches.");
    await expect(field(page, "Name")).toHaveValue("");
    await expect(field(page, "Email")).toHaveValue("");
    await expect(joinButton(page)).toBeFocused();

    const other = await anotherVisitor();
    await other.goto("/");
    const sameEmail = email.toUpperCase();
    await fill(other, "Ravi Kumar", ` ${sameEmail} `);
    await joinButton(other).click();
    await expectToast(other, "Submission Failed", "This email is already registered for updates.");
    await expect(field(other, "Name")).toHaveValue("Ravi Kumar");
    await expect(field(other, "Email")).toHaveValue(sameEmail);
  },
);

test("without a connection, even the form's own code, what was typed is kept", async ({ page, context }) => {
  await page.goto("/");
  await expect(joinButton(page)).toBeEnabled();
  await context.setOffline(true);
  await fill(page, "Meera", "meera@example.com");
  await joinButton(page).click();
  await expectToast(page, "Submission Failed", "Failed to join waitlist. Please try again.");
  await expect(field(page, "Name")).toHaveValue("Meera");
  await expect(field(page, "Email")).toHaveValue("meera@example.com");
});

test("from the banner to the list by keyboard alone", async ({ page }) => {
  await page.goto("/");
  await expect(joinButton(page)).toBeEnabled();
  await page.getByRole("link", { name: "Referral rewards coming soon!" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/#waitlist");
  await expect(card(page)).toBeInViewport();
  await page.keyboard.press("Tab");
  await expect(field(page, "Name")).toBeFocused();
  await page.keyboard.type("Keyboard");
  await page.keyboard.press("Enter");
  await expect(field(page, "Email")).toBeFocused();
  await page.keyboard.type(uniqueEmail("keyboard"));
  await page.keyboard.press("Tab");
  await expect(joinButton(page)).toBeFocused();
  await page.keyboard.press("Space");
  await expectToast(page, "Successfully Joined!");
  await expect(joinButton(page)).toBeFocused();
});

function card(page: Page) {
  return page.getByRole("region", { name: "Referral Waitlist" });
}

function field(page: Page, name: "Name" | "Email") {
  return card(page).getByRole("textbox", { name });
}

function joinButton(page: Page) {
  return card(page).getByRole("button", { name: "Join the Waitlist" });
}

async function fill(page: Page, name: string, email: string) {
  await field(page, "Name").fill(name);
  await field(page, "Email").fill(email);
}
