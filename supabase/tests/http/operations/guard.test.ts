import { expect, test } from "vitest";
import { call, emailOf, expectRefusal, knownUser, emailsTo, newVisitor } from "../client.ts";

test("ignores an invalid Host header", async () => {
  for (const host of ["evil.example", "localhost:99999", "a b", "x@y", "[::1", "", "%00"]) {
    const options = { body: {}, headers: { host } };
    const { status, text } = await call(newVisitor(), "POST", "/rest/v1/rpc/review_cities", options);
    expect(status, host).toBeLessThan(500);
    expect(text, host).not.toContain("evil.example");
  }
});

test("links emails to the site, not to the host of the request", async () => {
  const email = emailOf("poisoned");
  const forged = { "x-forwarded-host": "evil.example", referer: "https://evil.example/" };
  const headers = { ...forged, origin: "https://gharsach.example" };
  const body = { email, password: "monsoon-2025" };
  expect((await call(newVisitor(), "POST", "/auth/v1/signup", { body, headers })).status).toBe(200);
  const [sent] = await emailsTo(email);
  expect(sent?.html).toContain("https://localhost/auth/callback?token_hash=");
  expect(JSON.stringify(sent)).not.toContain("evil.example");
});

test("forbids caches to store responses about visitors", async () => {
  const member = await knownUser("member");
  for (const [method, target] of [
    ["GET", "/auth/v1/user"],
    ["POST", "/rest/v1/rpc/review_cities"],
    ["GET", "/rest/v1/nothing"],
  ] as const) {
    const { headers } = await call(member, method, target, method === "POST" ? { body: {} } : {});
    expect(headers.get("cache-control"), target).toBe("no-store");
    expect(headers.get("x-content-type-options"), target).toBe("nosniff");
    expect(headers.get("set-cookie"), target).toBeNull();
  }
});

const KB = 1024;
test.each([
  ["/auth/v1/signup", 16 * KB],
  ["/rest/v1/rpc/browse_properties", 16 * KB],
  ["/rest/v1/review_reports", 16 * KB],
  ["/rest/v1/reviews", 128 * KB],
  ["/rest/v1/rpc/check_review_limits", 128 * KB],
])("refuses a body of %s with more than %i bytes before it parses it", { tags: ["11.205"] }, async (target, most) => {
  const body = `{"x":"${"x".repeat(most - 8)}"}`;
  const parsed = await expectRefusal(() => call(newVisitor(), "POST", target, { body }));
  expect([parsed.status, body.length]).toEqual([400, most]);
  const headers = { "content-type": "application/json" };
  const answer = await expectRefusal(() => call(newVisitor(), "POST", target, { body: `${body} `, headers }));
  expect(answer.status).toBe(413);
});
