import { expect, test, unique } from "./fixtures.ts";
import { fillRequired } from "./review-form.ts";

test.beforeEach(({ context }) => context.clearCookies());

test("an author sees a new review on pages that others still get from the cache without it", async ({
  page,
  createAccount,
  signIn,
  anotherVisitor,
}) => {
  const propertyName = unique("Mango House");
  const list = `/reviews?${new URLSearchParams({ q: propertyName, city: "Pune" })}`;
  const recent = page.getByRole("region", { name: "Recent Reviews" });
  await signIn(await createAccount());
  await page.goto("/submit-review");
  await fillRequired(page, { propertyName });
  // Pages are cached from here on, as fresh as can be.
  for (const path of ["/", list]) await page.request.get(path);
  await page.getByRole("button", { name: "Submit Review" }).click();
  await expect(page.getByText("Thank you for sharing your experience.")).toBeVisible();

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Home" }).click();
  await expect(recent.getByRole("heading", { name: propertyName })).toBeVisible();
  await page.reload();
  await expect(recent.getByRole("heading", { name: propertyName })).toBeVisible();
  await page.goto(list);
  await expect(page.getByRole("heading", { level: 2, name: propertyName })).toBeVisible();

  const other = await anotherVisitor();
  await other.context().clearCookies();
  await expect(async () => {
    await other.goto("/");
    await expect(other.getByRole("heading", { name: propertyName })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
});

test("a cached page hydrates, and is the same for all", async ({ page, request }) => {
  const answers = new Set<string>();
  for (let visit = 0; visit < 3; visit += 1) {
    const answer = await request.get("/blog", { headers: { "Accept-Encoding": "br" } });
    expect(answer.headers()["content-encoding"]).toBe("br");
    answers.add(`${answer.headers()["content-security-policy"]} ${await answer.text()}`);
  }
  expect(answers.size).toBe(1);
  await page.goto("/blog");
  await page.reload();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Reviews" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Rental Reviews" })).toBeVisible();
});
