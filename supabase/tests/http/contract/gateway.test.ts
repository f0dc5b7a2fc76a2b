import { expect, test } from "vitest";
import { call, newVisitor, open, WITHOUT_KEY } from "../client.ts";

const CALLS = [
  "/auth/v1/signup",
  "/rest/v1/reviews",
  "/rest/v1/rpc/recent_reviews",
  "/storage/v1/object/review-proofs/public/1763663400000-abcdefgh.png",
];

test.for(CALLS)("requires the publishable key for %s", async (target) => {
  const missing = await call(newVisitor(), "POST", target, { body: {}, headers: WITHOUT_KEY });
  expect(missing.status, missing.text).toBe(401);
  expect(missing.body.message).toBe("No API key found in request");
  const wrong = await call(newVisitor(), "POST", target, { body: {}, headers: { apikey: "sb_publishable_none" } });
  expect(wrong.status, wrong.text).toBe(401);
  expect(wrong.body.message).toBe("Invalid API key");
});

test.for(CALLS)("allows other origins to call %s", async (target) => {
  // Only Auth has versions of its error format.
  const ofAuth = target.startsWith("/auth/") ? ["x-supabase-api-version"] : [];
  const headers = ["apikey", "authorization", "content-type", "prefer", "x-client-info", "x-upsert", "cache-control"];
  const sent = [...headers, ...ofAuth];
  const origin = "https://gharsach.example";
  const asked = { "access-control-request-method": "POST", "access-control-request-headers": sent.join() };
  const preflight = await open(target, { origin, ...asked }, "OPTIONS");
  expect([200, 204]).toContain(preflight.status);
  expect(preflight.headers.get("access-control-allow-origin")).toMatch(/^(\*|https:\/\/gharsach\.example)$/);
  expect(preflight.headers.get("access-control-allow-methods")).toMatch(/\bPOST\b/);
  const allowed = preflight.headers.get("access-control-allow-headers")?.toLowerCase() ?? "";
  expect(allowed.split(/\s*,\s*/)).toEqual(expect.arrayContaining(sent));
  const answer = await call(newVisitor(), "POST", target, { body: {}, headers: { origin } });
  expect(answer.headers.get("access-control-allow-origin")).toMatch(/^(\*|https:\/\/gharsach\.example)$/);
  const exposed = answer.headers.get("access-control-expose-headers")?.toLowerCase() ?? "";
  for (const name of ofAuth) expect(exposed).toContain(name);
});
