// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { logIn, signUp } from "./accounts";

vi.mock("~/data/supabase-auth", () => ({
  authClient: () =>
    Promise.reject(new TypeError("Failed to fetch dynamically imported module: /assets/auth-client.js")),
}));

test("an account client that cannot be downloaded is a lost connection", { tags: ["8.23"] }, async () => {
  expect(await signUp("asha@example.com", "secret")).toMatchObject({ error: { status: 0 } });
  await expect(logIn("asha@example.com", "secret")).rejects.toMatchObject({ name: "AccountError", status: 0 });
});
