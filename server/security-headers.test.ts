import { expect, test } from "vitest";
import { HSTS, type Hsts, contentSecurityPolicy, securityHeaders } from "./security-headers.ts";

test("without a captcha no page may load anything from elsewhere", () => {
  const policy = contentSecurityPolicy(["'sha256-n'"], "https://project.example");
  expect(policy.match(/https:[^\s;]+/g)).toEqual(["https://project.example", "https://project.example"]);
  expect(policy).not.toContain("frame-src");
});

test("with a captcha, scripts, styles, connections and frames of its provider are allowed, and of no other origin", () => {
  const policy = contentSecurityPolicy(["'sha256-n'"], "", { provider: "turnstile", siteKey: "k" });
  const provider = "https://challenges.cloudflare.com";
  expect(policy).toContain(`script-src 'self' ${provider} 'sha256-n'`);
  expect(policy).toContain(`style-src 'self' ${provider};`);
  expect(policy).toContain(`connect-src 'self' ${provider};`);
  expect(policy).toContain(`frame-src ${provider}`);
  expect(new Set(policy.match(/https:[^\s;]+/g))).toEqual(new Set([provider]));
  const hosts = contentSecurityPolicy(["'sha256-n'"], "", { provider: "hcaptcha", siteKey: "k" }).match(
    /https:[^\s;]+/g,
  );
  expect(new Set(hosts)).toEqual(new Set(["https://hcaptcha.com", "https://*.hcaptcha.com"]));
});

test.for(Object.entries(HSTS) as [Hsts, string][])("HSTS=%s is sent behind TLS, and there alone", ([hsts, header]) => {
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
