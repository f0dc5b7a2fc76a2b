import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectToast, overWeakConnection, test, uniqueEmail } from "./fixtures.ts";

const ENTRIES = "**/rest/v1/referral_waitlist*";

test(
  "a visitor joins the waitlist, and only once",
  { tag: ["@both", "@1.8", "@2.49"] },
  async ({ page, anotherVisitor }) => {
    const email = uniqueEmail("waiting");
    await page.goto("/");
    await fill(page, "Asha Rao", email);
    await overWeakConnection(page, { latency: 1500 }, async () => {
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
    await fill(other, "Somebody else", ` ${sameEmail} `);
    await joinButton(other).click();
    await expectToast(other, "Submission Failed", "This email is already registered for updates.");
    await expect(field(other, "Name")).toHaveValue("Somebody else");
    await expect(field(other, "Email")).toHaveValue(sameEmail);
  },
);

test("a member joins with whatever email they like", async ({ page, createAccount, signIn }) => {
  await signIn(await createAccount());
  await page.goto("/");
  await fill(page, "Member", uniqueEmail("other-address"));
  await joinButton(page).click();
  await expectToast(page, "Successfully Joined!");
});

test("an entry that cannot be sent is kept, and sent at the next try", { tag: "@both" }, async ({ page }) => {
  const email = uniqueEmail("patient");
  await page.goto("/");
  await fill(page, "Ravi", email);
  for (const fail of [
    () => page.route(ENTRIES, (route) => route.abort()),
    () => page.route(ENTRIES, (route) => route.fulfill({ status: 500, json: { message: "Something went wrong." } })),
  ]) {
    await fail();
    await joinButton(page).click();
    await expectToast(page, "Submission Failed", "Failed to join waitlist. Please try again.");
    await expect(field(page, "Name")).toHaveValue("Ravi");
    await expect(field(page, "Email")).toHaveValue(email);
    await page.getByRole("button", { name: "Dismiss" }).last().click();
    await page.unroute(ENTRIES);
  }
  await joinButton(page).click();
  await expectToast(page, "Successfully Joined!");
});

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

test("what is missing or no address is said beside the field, and nothing is sent", async ({ page }) => {
  const sent: string[] = [];
  await page.route(ENTRIES, (route) => {
    sent.push(route.request().url());
    return route.abort();
  });
  await page.goto("/");
  await joinButton(page).click();
  await expectToast(page, "Missing Information", "Please provide both name and email.");
  await expect(field(page, "Name")).toBeFocused();
  await expect(field(page, "Name")).toHaveAccessibleDescription("Enter your name.");
  await expect(field(page, "Email")).toHaveAccessibleDescription("Enter your email.");
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }

  await fill(page, "   ", "asha@example");
  await joinButton(page).click();
  await expectToast(page, "Missing Information", "Please provide both name and email.");
  await expect(field(page, "Email")).toHaveAccessibleDescription("");

  await field(page, "Name").fill("Asha");
  await joinButton(page).click();
  await expectToast(page, "Invalid Email", "Enter a valid email address.");
  await expect(field(page, "Email")).toBeFocused();
  await expect(field(page, "Email")).toHaveAccessibleDescription("Use the form name@example.com, without spaces.");
  await expect(field(page, "Email")).toHaveValue("asha@example");
  expect(sent).toEqual([]);
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

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the waitlist says what it needs, and the rest of Home is there", async ({ page }) => {
    await page.goto("/");
    // Playwright takes no noscript element for text, whether or not scripts run.
    const notice = card(page).locator("noscript [role=alert]");
    await expect(notice).toHaveText(
      "Joining the waitlist needs JavaScript. Please switch it on and load this page again.",
    );
    await expect(card(page).getByRole("textbox")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Dismiss" })).toHaveCount(0);
    await expect(page.getByRole("region", { name: "Top Reviewers This Month" }).getByRole("listitem")).not.toHaveCount(
      0,
    );
    await page.getByRole("link", { name: "Referral rewards coming soon!" }).click();
    await expect(card(page)).toBeInViewport();
  });
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
