import { expect, test } from "./fixtures.ts";
import { EMBEDDED_URL, SUPABASE_URL } from "./servers.ts";

test("loads nothing from third parties", { tag: "@both" }, async ({ page, createAccount, signIn }) => {
  const requests: string[] = [];
  page.context().on("request", (request) => requests.push(request.url()));
  for (const path of ["/", "/blog/questions-to-ask-before-renting", "/signup", "/update-password"])
    await page.goto(path);
  // The report dialog loads the fingerprint library, and the review form loads the list of cities.
  await page.goto("/reviews");
  const fingerprint = page.waitForResponse(/\/assets\/fp\.esm/);
  await page
    .getByRole("button", { name: /^Report review by/ })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: "Report review" })).toBeVisible();
  await fingerprint;
  await signIn(await createAccount());
  await page.goto("/submit-review", { waitUntil: "networkidle" });
  await expect(page.getByLabel("Property Name")).toBeVisible();
  expect(thirdParties(requests)).toEqual([]);
  // fixtures.ts sets this cookie.
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(["gharsach-changed"]);
});

/** Returns the requests to other hosts than ours. */
function thirdParties(addresses: string[]): string[] {
  return addresses.filter((address) => {
    const { origin, protocol } = new URL(address);
    return protocol !== "data:" && protocol !== "blob:" && origin !== EMBEDDED_URL && origin !== SUPABASE_URL;
  });
}
