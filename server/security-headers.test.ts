import { expect, test } from "vitest";
import { contentSecurityPolicy } from "./security-headers.ts";

test("without a captcha no page may load anything from elsewhere", () => {
  const policy = contentSecurityPolicy("n", "https://project.example");
  expect(policy.match(/https:[^\s;]+/g)).toEqual(["https://project.example", "https://project.example"]);
  expect(policy).not.toContain("frame-src");
});

test("with a captcha, scripts, styles, connections and frames of its provider are let in, and nobody else's", () => {
  const policy = contentSecurityPolicy("n", "", { provider: "turnstile", siteKey: "k" });
  const provider = "https://challenges.cloudflare.com";
  expect(policy).toContain(`script-src 'self' ${provider} 'nonce-n'`);
  expect(policy).toContain(`style-src 'self' ${provider};`);
  expect(policy).toContain(`connect-src 'self' ${provider};`);
  expect(policy).toContain(`frame-src ${provider}`);
  expect(new Set(policy.match(/https:[^\s;]+/g))).toEqual(new Set([provider]));
  const hosts = contentSecurityPolicy("n", "", { provider: "hcaptcha", siteKey: "k" }).match(/https:[^\s;]+/g);
  expect(new Set(hosts)).toEqual(new Set(["https://hcaptcha.com", "https://*.hcaptcha.com"]));
});
