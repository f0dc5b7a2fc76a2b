import { expect, test } from "vitest";
import { captchaLine, lettersLine, redirectsLine, signUpLine } from "./accounts.ts";
import { NO_ANSWER, stubAsk } from "./stub-ask.ts";

const AS_SET = {
  external: { email: true, phone: false, google: false, anonymous_users: false },
  disable_signup: false,
};

function signUpWith(changes: object, external: object = {}) {
  const body = { mailer_autoconfirm: false, ...AS_SET, ...changes, external: { ...AS_SET.external, ...external } };
  return signUpLine(stubAsk({ "/auth/v1/settings": { body } }));
}

test("sign-ups need a confirmed e-mail and nothing else", async () => {
  expect(await signUpWith({})).toMatchObject({ state: "ok" });
  expect(await signUpWith({ mailer_autoconfirm: true })).toMatchObject({
    state: "fail",
    remedy: expect.stringMatching(/Confirm email/),
  });
  expect(await signUpWith({}, { anonymous_users: true })).toMatchObject({
    state: "fail",
    remedy: expect.stringMatching(/anonymous/),
  });
  expect(await signUpWith({ disable_signup: true })).toMatchObject({
    state: "fail",
    detail: expect.stringMatching(/nobody can sign up/),
  });
  expect(await signUpWith({}, { email: false })).toMatchObject({
    state: "fail",
    detail: expect.stringMatching(/nobody can sign up/),
  });
  expect(await signUpWith({}, { google: true })).toMatchObject({
    state: "warn",
    detail: expect.stringMatching(/google/),
  });
  for (const answer of [{ status: 404 }, NO_ANSWER, { body: "<html>" }]) {
    const line = await signUpLine(stubAsk({ "/auth/v1/settings": answer }));
    expect(line).toMatchObject({ state: "unknown", remedy: expect.stringMatching(/in the dashboard/) });
  }
  const unreached = await signUpLine(stubAsk({ "/auth/v1/settings": NO_ANSWER }));
  expect(unreached.detail).toBe("the project could not be reached (ECONNREFUSED)");
});

test("links lead to the site and to no foreign address", async () => {
  const leading = (location: string) =>
    redirectsLine(stubAsk({ "/auth/v1/verify": { status: 303, headers: new Headers({ location }) } }), "https://a.in");
  const error = "#error=access_denied&error_code=otp_expired";
  expect(await leading(`https://a.in/${error}`)).toMatchObject({ state: "ok" });
  expect(await leading(`https://a.in${error}`)).toMatchObject({ state: "ok" });
  expect(await leading(`http://localhost:3000/${error}`)).toMatchObject({
    state: "fail",
    detail: "links in letters lead to http://localhost:3000, and SITE_URL is https://a.in",
  });
  expect(await leading(`https://gharsach-doctor.invalid/${error}`)).toMatchObject({
    state: "fail",
    detail: expect.stringMatching(/any address/),
  });
  expect(await redirectsLine(stubAsk({}), "https://a.in")).toMatchObject({
    state: "unknown",
    remedy: expect.stringMatching(/URL Config/),
  });
});

const CAPTCHA = { provider: "turnstile", siteKey: "key" } as const;
const refused = (why: string) => ({
  status: 400,
  body: { error_code: "captcha_failed", msg: `captcha protection: request disallowed (${why})` },
});
const NO_ADDRESS = { status: 400, body: { error_code: "validation_failed", msg: "missing email or phone" } };

test("a project asks for the check that the pages show, or for none", async () => {
  const log = (answer: object) => stubAsk({ "/auth/v1/token": answer });
  expect(await captchaLine(log(NO_ADDRESS), null)).toMatchObject({ state: "ok" });
  expect(await captchaLine(log(refused("no captcha_token found in request")), null)).toMatchObject({
    state: "fail",
    detail: expect.stringMatching(/nobody can sign in/),
  });
  expect(await captchaLine(log(NO_ADDRESS), CAPTCHA)).toMatchObject({
    state: "warn",
    detail: expect.stringMatching(/does not ask/),
  });
  expect(await captchaLine(log(refused("invalid-input-response")), CAPTCHA)).toMatchObject({ state: "ok" });
  expect(await captchaLine(log({ status: 429 }), CAPTCHA)).toMatchObject({ state: "unknown" });
});

test("a secret key that the provider does not know fails, and so does a check that takes anything", async () => {
  const byToken = (forged: object) =>
    stubAsk({
      "/auth/v1/token": (body) =>
        JSON.stringify(body).includes("captcha_token") ? forged : refused("no captcha_token found in request"),
    });
  expect(await captchaLine(byToken(refused("invalid-input-secret")), CAPTCHA)).toMatchObject({
    state: "fail",
    remedy: expect.stringMatching(/secret that belongs/),
  });
  expect(await captchaLine(byToken(NO_ADDRESS), CAPTCHA)).toMatchObject({
    state: "fail",
    detail: expect.stringMatching(/forged/),
  });
});

test("the log-in that asks names no account", async () => {
  const sent: unknown[] = [];
  await captchaLine(
    stubAsk({
      "/auth/v1/token": (body) => {
        sent.push(body);
        return NO_ADDRESS;
      },
    }),
    null,
  );
  expect(sent).toEqual([{ email: "", password: "" }]);
});

test("a setting without an API says where to look", () => {
  expect(lettersLine()).toMatchObject({ state: "unknown", remedy: expect.stringMatching(/Authentication → Emails/) });
});
