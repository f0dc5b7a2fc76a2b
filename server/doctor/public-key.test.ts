import { expect, test } from "vitest";
import {
  closedFunctionsLine,
  closedListLine,
  closedTablesLine,
  exposedSchemasLine,
  publicKeyLine,
} from "./public-key.ts";
import { DENIED, NO_ANSWER, stubAsk } from "./stub-ask.ts";

const TABLES = ["reviews", "referral_waitlist"];

test("a public key that reads reviews is fine, and one that does not says why", async () => {
  const answering = (answer: object, backend: "embedded" | "supabase" = "supabase") =>
    publicKeyLine(stubAsk({ "/rest/v1/rpc/recent_reviews": answer }), backend);
  expect(await answering({ status: 200, body: [] })).toMatchObject({ state: "ok" });
  expect(await answering(NO_ANSWER)).toMatchObject({ state: "fail", detail: expect.stringMatching(/ECONNREFUSED/) });
  expect(await answering({ status: 401, body: { message: "Invalid API key" } })).toMatchObject({
    state: "fail",
    remedy: expect.stringContaining("publishable key"),
  });
  expect(await answering({ status: 401 }, "embedded")).toMatchObject({ remedy: expect.stringContaining("DATA_DIR") });
  expect(await answering(NO_ANSWER, "embedded")).toMatchObject({ remedy: "see the line of the web server" });
  expect(await answering(DENIED)).toMatchObject({ state: "fail", remedy: "look at the line of the grants" });
  expect(await answering({ status: 404 })).toMatchObject({ state: "fail" });
});

test("tables that refuse the public key are closed, on a project and on the embedded server", async () => {
  expect(await closedTablesLine(stubAsk({ "/rest/v1/": DENIED }), TABLES)).toMatchObject({ state: "ok" });
  expect(await closedTablesLine(stubAsk({}), TABLES)).toMatchObject({ state: "ok" });
});

test("a table that answers the public key fails, also when it is empty, and when only a system column is readable", async () => {
  const empty = { "/rest/v1/": DENIED, "/rest/v1/referral_waitlist?select=*": { status: 200, body: [] } };
  expect(await closedTablesLine(stubAsk(empty), TABLES)).toMatchObject({
    state: "fail",
    detail: "anybody reads * of referral_waitlist",
  });
  const system = { "/rest/v1/": DENIED, "/rest/v1/reviews?select=xmin": { status: 206, body: [{ xmin: "741" }] } };
  expect(await closedTablesLine(stubAsk(system), TABLES)).toMatchObject({
    state: "fail",
    detail: expect.stringMatching(/xmin of reviews/),
  });
});

test("a refusal that says nothing of rights proves nothing", async () => {
  for (const answer of [{ status: 429 }, { status: 502 }, NO_ANSWER, { status: 401, body: { message: "Invalid key" } }])
    expect(await closedTablesLine(stubAsk({ "/rest/v1/": answer }), TABLES)).toMatchObject({ state: "unknown" });
  const noSuchColumn = { "/rest/v1/": DENIED, "/rest/v1/reviews?select=id": { status: 400, body: { code: "42703" } } };
  expect(await closedTablesLine(stubAsk(noSuchColumn), TABLES)).toMatchObject({ state: "ok" });
});

test("a function of operators that the public key can call fails", async () => {
  expect(await closedFunctionsLine(stubAsk({ "/rest/v1/rpc/": DENIED }))).toMatchObject({ state: "ok" });
  const open = { "/rest/v1/rpc/": DENIED, "/rest/v1/rpc/operator_settings": { status: 200, body: [] } };
  expect(await closedFunctionsLine(stubAsk(open))).toMatchObject({
    state: "fail",
    detail: expect.stringMatching(/operator_settings/),
  });
});

test("an API that shows more than the schema public fails", async () => {
  const hidden = { status: 406, body: { code: "PGRST106" } };
  expect(await exposedSchemasLine(stubAsk({ "/rest/v1/": hidden }))).toMatchObject({ state: "ok" });
  expect(await exposedSchemasLine(stubAsk({}))).toMatchObject({ state: "ok" });
  for (const shown of [DENIED, { status: 404, body: { code: "PGRST205" } }, { status: 200, body: [] }])
    expect(await exposedSchemasLine(stubAsk({ "/rest/v1/": shown }))).toMatchObject({
      state: "fail",
      detail: expect.stringMatching(/private/),
    });
  expect(await exposedSchemasLine(stubAsk({ "/rest/v1/": NO_ANSWER }))).toMatchObject({ state: "unknown" });
});

test("photos that anonymous callers can list fail", async () => {
  const answering = (answer: object) => closedListLine(stubAsk({ "/storage/v1/object/list/": answer }));
  expect(await answering({ status: 200, body: [{ name: "1-a.jpg" }] })).toMatchObject({ state: "fail" });
  expect(await answering({ status: 200, body: [] })).toMatchObject({ state: "ok" });
  expect(await answering({ status: 404 })).toMatchObject({ state: "ok" });
  expect(await answering({ status: 503 })).toMatchObject({ state: "unknown" });
});
