import { expect, test } from "vitest";
import {
  aheadOf,
  clocksLine,
  gatewayAddressLine,
  grievanceLine,
  httpsLine,
  proxyAddressLine,
  webServerLine,
} from "./site.ts";
import { stubAsk } from "./stub-ask.ts";

test("a web server answers, with the backend of the settings", async () => {
  const answering = (answer: object) =>
    webServerLine(stubAsk({ "/healthz": answer }), { siteUrl: "https://a.in", backend: "supabase" });
  expect(await answering({ body: { status: "ok", backend: "supabase" } })).toMatchObject({ state: "ok" });
  expect(await answering({ body: { status: "ok", backend: "browser" } })).toMatchObject({ state: "fail" });
  expect(await answering({ body: null })).toMatchObject({
    state: "fail",
    detail: expect.stringMatching(/answers 200/),
  });
  expect(await answering({ status: 503 })).toMatchObject({ state: "fail", detail: expect.stringMatching(/database/) });
  expect(await answering({ status: 0, reason: "CERT_HAS_EXPIRED" })).toMatchObject({
    state: "fail",
    detail: expect.stringMatching(/CERT_HAS/),
  });
});

test("a public site needs https", () => {
  expect(httpsLine("https://gharsach.in")).toMatchObject({ state: "ok" });
  expect(httpsLine("http://localhost:3000")).toMatchObject({ state: "ok" });
  expect(httpsLine("http://192.168.1.7:3000")).toMatchObject({ state: "fail" });
});

test("behind a proxy its address must not count as that of all visitors, nor a visitor's own word without one", () => {
  const line = (siteUrl: string, host: string, trustProxy: boolean) => proxyAddressLine({ siteUrl, host, trustProxy });
  expect(line("https://a.in", "127.0.0.1", true)).toMatchObject({ state: "ok" });
  expect(line("http://localhost:3000", "localhost", false)).toMatchObject({ state: "ok" });
  expect(line("https://a.in", "localhost", false)).toMatchObject({
    state: "warn",
    remedy: expect.stringMatching(/TRUST_PROXY=1/),
  });
  expect(line("https://a.in", "0.0.0.0", false)).toMatchObject({ state: "warn" });
  expect(line("http://a.in", "127.0.0.1", false)).toMatchObject({ state: "warn" });
  expect(line("http://a.in", "0.0.0.0", true)).toMatchObject({
    state: "warn",
    remedy: expect.stringMatching(/TRUST_PROXY=0/),
  });
});

test("a project counts the header that its gateway sets", () => {
  const line = (value: string, headers: Record<string, string>) =>
    gatewayAddressLine([{ name: "client_address_header", value }], {
      ...{ status: 200, body: null, reason: "" },
      headers: new Headers(headers),
    });
  expect(line("cf-connecting-ip", { "cf-ray": "8a1-BOM" })).toMatchObject({ state: "ok" });
  expect(line("x-real-ip", {})).toMatchObject({ state: "ok", detail: expect.stringMatching(/x-real-ip/) });
  expect(line("cf-connecting-ip", {})).toMatchObject({
    state: "warn",
    detail: expect.stringMatching(/not answer through Cloudflare/),
  });
  expect(line("x-real-ip", { "cf-ray": "8a1-BOM" })).toMatchObject({
    state: "warn",
    remedy: expect.stringMatching(/cf-connecting-ip/),
  });
});

test("clocks that differ by more than 30 seconds fail, and are named", () => {
  expect(clocksLine([{ name: "API", aheadMs: 29_000 }])).toMatchObject({ state: "ok" });
  const late = clocksLine([
    { name: "API", aheadMs: 200 },
    { name: "database", aheadMs: -61_000 },
  ]);
  expect(late).toMatchObject({ state: "fail", detail: "not those of this machine: database by -61 s" });
  expect(clocksLine([])).toMatchObject({ state: "unknown" });
});

test("the time of an answer is its Date", async () => {
  const ask = stubAsk({ "/": { headers: new Headers({ date: "Mon, 23 Nov 2026 06:00:31 GMT" }) } });
  expect(aheadOf(await ask("/"), Date.parse("2026-11-23T06:00:00.000Z"))).toBe(31_500);
  expect(aheadOf(await stubAsk({})("/"), 0)).toBeNull();
});

test("complaints need an officer with a name and an e-mail, but for a trial", () => {
  const line = (grievanceOfficer: { name: string; email: string } | null, siteUrl = "https://gharsach.in") =>
    grievanceLine({ grievanceOfficer, siteUrl }).state;
  expect(line({ name: "Asha Rao", email: "grievance@gharsach.in" })).toBe("ok");
  expect(line(null)).toBe("fail");
  expect(line(null, "http://localhost:3000")).toBe("warn");
});
