import { type LoaderFunctionArgs, RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import type { Database } from "~/data/database";
import { pageBackend } from "~/data/page-backend";
import { pageContext } from "~/page-context";
import { testSite } from "~/domain/test-site";
import * as answer from "./answer";
import * as grievanceStatus from "./grievance-status";
import * as unfollow from "./unfollow";

const ID = "0b9f7a52-51de-4a0e-8f0a-6d0f1f1d2c3b";
const call = vi.fn<Database["call"]>();
const DATABASE = { call, publicUrl: "", publishableKey: "" };

test("throws a 404 for an unknown grievance or a malformed secret", { tags: ["11.44"] }, async () => {
  call.mockResolvedValue(null);
  for (const [secret, database] of [
    [ID, DATABASE],
    ["G261125-K7QX3", DATABASE],
    [ID, null],
  ] as const)
    await expect(load(grievanceStatus, { secret }, database)).rejects.toMatchObject(NOT_FOUND);
  expect(call).toHaveBeenCalledExactlyOnceWith("grievance_status", { secret: ID });
});

test("throws a 404 for a review that is not shown, and returns null without a database", async () => {
  call.mockResolvedValue(null);
  await expect(load(answer, { review: ID }, DATABASE)).rejects.toMatchObject(NOT_FOUND);
  expect(await load(answer, { review: ID }, null)).toBeNull();
});

test("throws a 404 instead of unfollowing without a database", async () => {
  await expect(load(unfollow, { secrets: ID }, null)).rejects.toMatchObject(NOT_FOUND);
  await expect(load({ loader: unfollow.action }, { secrets: ID }, null)).rejects.toMatchObject(NOT_FOUND);
});

const NOT_FOUND = { init: { status: 404 } };

async function load(route: { loader: unknown }, params: Record<string, string>, database: Database | null) {
  const context = new RouterContextProvider();
  const site = { siteUrl: "https://gharsach.in", site: testSite(), policyOf: null };
  context.set(pageContext, { backend: pageBackend(database), ...site });
  const loader = route.loader as (args: Partial<LoaderFunctionArgs>) => Promise<unknown>;
  return loader({ params, context });
}
