import { expect, expectAccessible, expectToast, emailedLink, emailsTo, test, uniqueEmail } from "./fixtures.ts";

const WORDS = `The deposit was paid back in March.\nThe receipt is at the society's office.\n${"HOME".repeat(100)}`;

test(
  "files a grievance about a review and follows it to its decision",
  { tag: ["@11.43", "@11.44", "@11.45", "@11.48", "@11.56", "@11.57"] },
  async ({ page, publishedReview, database }) => {
    const email = uniqueEmail("owner");
    const review = await publishedReview();
    await page.goto(`/reviews#review-${review.id}`);
    const card = page.getByRole("article", { name: review.propertyName });
    await card.getByRole("button", { name: /^Report review by/ }).click();
    await page.getByRole("dialog").getByRole("link", { name: "file a complaint" }).click();

    await expect(page.getByRole("heading", { level: 1, name: "File a complaint" })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Which page?" })).toHaveValue(`/reviews#review-${review.id}`);
    await page.getByRole("button", { name: "Send the complaint" }).click();
    await expect(page.getByRole("radio", { name: "A tenant" })).toBeFocused();
    await page.getByRole("radio", { name: "An owner, landlord or manager of a home" }).check();
    await page.getByRole("radio", { name: "It shows someone's private data" }).check();
    await page.getByRole("textbox", { name: "What is wrong" }).fill(WORDS);
    await page.reload();
    await page.getByRole("textbox", { name: "Your email" }).fill(email);
    await page.getByRole("button", { name: "Send the complaint" }).click();

    await expectToast(page, "Complaint Received");
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toHaveText(/^Complaint G\d{6}-\w{5}$/);
    const ticket = ((await title.textContent()) ?? "").replace("Complaint ", "");
    await expect(page.getByText("It has arrived. A person will read it by")).toBeVisible();
    await expect(page.getByText("The receipt is at the society's office.")).toBeVisible();
    const address = new URL(page.url()).pathname;
    expect(await emailedLink(email, /has arrived/i)).toBe(address);

    const [grievance] = await database<{ id: string; review_id: string }[]>`
      select id, review_id from private.grievances where ticket = ${ticket}`;
    expect(grievance?.review_id).toBe(review.id);
    const id = grievance?.id ?? "";
    await database`select private.decide_grievance(${id}, 'upheld', '3', 'The name of your child is gone.', 'a test')`;
    await page.reload();
    await expect(page.getByRole("heading", { name: "We agree" })).toBeVisible();
    await expect(page.getByText("The name of your child is gone.")).toBeVisible();
    await expectAccessible(page);
    // Skip the minute in which an operator can undo the decision.
    await database`update private.email_outbox set next_try_at = now() where decision_subject = ${id}`;
    const decided = async () => (await emailsTo(email)).find((text) => /we agree/i.test(text)) ?? "";
    await expect.poll(decided).toContain("The name of your child is gone.");
    const answer = await page.goto(address);
    expect(answer?.headers()).toMatchObject({ "cache-control": "private, no-store", "referrer-policy": "no-referrer" });
  },
);
