import { expect, test } from "vitest";
import { call, emailOf, expectAuthError, isEmbedded, knownUser, newVisitor, type Call } from "../client.ts";

/** Every call of the account service that takes a body. */
const BODY_CALLS: [string, string][] = [
  ["POST", "/auth/v1/signup"],
  ["POST", "/auth/v1/token?grant_type=password"],
  ["POST", "/auth/v1/token?grant_type=refresh_token"],
  ["POST", "/auth/v1/verify"],
  ["POST", "/auth/v1/recover"],
  ["POST", "/auth/v1/resend"],
  ["PUT", "/auth/v1/user"],
];

test("an error names its code and sentence in the form of the API version that the client asks for", async () => {
  const body = { email: emailOf("nobody"), password: "a-wrong-guess" };
  const ask = (headers: Call["headers"]) =>
    call(newVisitor(), "POST", "/auth/v1/token?grant_type=password", { body, headers: headers ?? {} });
  for (const version of ["2024-01-01", "2025-06-30"]) {
    const answer = await ask({ "x-supabase-api-version": version });
    expectAuthError(answer, 400, "invalid_credentials", "Invalid login credentials");
    expect(answer.headers.get("x-sb-error-code")).toBe("invalid_credentials");
  }
  for (const version of ["", "2023-12-31", "yesterday"]) {
    const answer = await ask({ "x-supabase-api-version": version });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      code: 400,
      error_code: "invalid_credentials",
      msg: "Invalid login credentials",
    });
    expect(answer.headers.get("x-sb-error-code")).toBe("invalid_credentials");
    expect(answer.headers.get("x-supabase-api-version")).toBeNull();
  }
});

test("a password that is too weak says why in both forms", async () => {
  const body = { email: emailOf("weak"), password: "12345" };
  const sentence = "Password should be at least 6 characters.";
  const weakness = { weak_password: { reasons: ["length"] } };
  const answer = await call(newVisitor(), "POST", "/auth/v1/signup", { body });
  expect(answer.status).toBe(422);
  expect(answer.body).toEqual({ code: "weak_password", message: sentence, ...weakness });
  const old = await call(newVisitor(), "POST", "/auth/v1/signup", { body, headers: { "x-supabase-api-version": "" } });
  expect(old.status).toBe(422);
  expect(old.body).toEqual({ code: 422, error_code: "weak_password", msg: sentence, ...weakness });
});

test.for(BODY_CALLS)("%s %s refuses what is not JSON", async ([method, target]) => {
  const token = method === "PUT" ? (await knownUser("json")).accessToken : undefined;
  for (const body of ["{", "x", '{"email": }', ""]) {
    const answer = await call(newVisitor(token), method, target, { body });
    expectAuthError(answer, 400, "bad_json", /^Could not parse request body as JSON: ./);
  }
});

// Supabase Auth does not look at the type: a page of another site may send text without a preflight.
test.runIf(isEmbedded).for(BODY_CALLS)("ours takes %s %s as nothing but JSON", async ([method, target]) => {
  const token = method === "PUT" ? (await knownUser("json")).accessToken : undefined;
  for (const headers of [{ "content-type": "text/plain" }, { "content-type": "application/x-www-form-urlencoded" }]) {
    expect((await call(newVisitor(token), method, target, { body: "{}", headers })).status).toBe(415);
  }
  expect((await call(newVisitor(token), method, target)).status).toBe(415);
});

test.for(BODY_CALLS)("%s %s refuses values of another type", async ([method, target]) => {
  const token = method === "PUT" ? (await knownUser("json")).accessToken : undefined;
  const wrong = { email: 5, password: 5, refresh_token: 5, type: 5, token_hash: 5 };
  for (const body of [[], "5", '"text"', wrong]) {
    const answer = await call(newVisitor(token), method, target, { body });
    expect(answer.status, answer.text).toBe(400);
    expect(["bad_json", "validation_failed"], answer.text).toContain(answer.body.code);
  }
});
