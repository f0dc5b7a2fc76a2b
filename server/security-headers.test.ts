import { expect, test } from "vitest";
import { HSTS, type Hsts, contentSecurityPolicy, securityHeaders } from "./security-headers.ts";

test("allows pages to load only from the site and the project", () => {
  const policy = contentSecurityPolicy(["'sha256-n'"], "https://project.example");
  expect(policy.match(/https:[^\s;]+/g)).toEqual(["https://project.example", "https://project.example"]);
  expect(policy).not.toContain("frame-src");
});

test.for(Object.entries(HSTS) as [Hsts, string][])("sends HSTS=%s only behind TLS", ([hsts, header]) => {
  const sent = (isBehindTls: boolean) => {
    const headers = new Headers();
    securityHeaders(isBehindTls, hsts)(headers);
    return headers.get("Strict-Transport-Security");
  };
  expect(sent(true)).toBe(header);
  expect(sent(false)).toBeNull();
  expect([header.includes("includeSubDomains"), header.includes("preload")]).toEqual([
    hsts !== "host",
    hsts === "preload",
  ]);
});
