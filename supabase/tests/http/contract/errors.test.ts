import { expect, test } from "vitest";
import { call, emailOf, expectAuthError, knownUser, newVisitor } from "../client.ts";

/** Auth endpoints that take a request body. */
const BODY_CALLS: [string, string][] = [
  ["POST", "/auth/v1/signup"],
  ["POST", "/auth/v1/token?grant_type=password"],
  ["POST", "/auth/v1/token?grant_type=refresh_token"],
  ["POST", "/auth/v1/verify"],
  ["POST", "/auth/v1/recover"],
  ["POST", "/auth/v1/resend"],
  ["PUT", "/auth/v1/user"],
];

test("returns code and message in the format of the requested API version", async () => {
  const body = { email: emailOf("weak"), password: "12345" };
  const sentence = "Password should be at least 6 characters.";
  const weakness = { weak_password: { reasons: ["length"] } };
  const ask = (version: string) =>
    call(newVisitor(), "POST", "/auth/v1/signup", { body, headers: { "x-supabase-api-version": version } });
  for (const version of ["2024-01-01", "2025-06-30"]) {
    const answer = await ask(version);
    expect([answer.status, answer.body]).toEqual([422, { code: "weak_password", message: sentence, ...weakness }]);
  }
  for (const version of ["", "2023-12-31", "yesterday"]) {
    const answer = await ask(version);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({ code: 422, error_code: "weak_password", msg: sentence, ...weakness });
    expect(answer.headers.get("x-sb-error-code")).toBe("weak_password");
    expect(answer.headers.get("x-supabase-api-version")).toBeNull();
  }
});

test.for(BODY_CALLS)("refuses non-JSON bodies and values of another type: %s %s", async ([method, target]) => {
  const token = method === "PUT" ? (await knownUser("json")).accessToken : undefined;
  const ask = (body: unknown) => call(newVisitor(token), method, target, { body });
  for (const body of ["{", "x", '{"email": }', ""])
    expectAuthError(await ask(body), 400, "bad_json", /^Could not parse request body as JSON: ./);
  const wrong = { email: 5, password: 5, refresh_token: 5, type: 5, token_hash: 5 };
  for (const body of [[], "5", '"text"', wrong]) {
    const answer = await ask(body);
    expect(answer.status, answer.text).toBe(400);
    expect(["bad_json", "validation_failed"], answer.text).toContain(answer.body.code);
  }
});
