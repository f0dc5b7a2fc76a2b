import { expect, test } from "vitest";
import {
  call,
  expectAuthError,
  getUser,
  logOut,
  newUser,
  NO_SESSION,
  refresh,
  signedInAgain,
  type User,
} from "../client.ts";

test("ends only this session with a local log-out", async () => {
  const phone = await newUser("local");
  const laptop = await signedInAgain(phone);
  const answer = await logOut(phone, "local");
  expect([answer.status, answer.text]).toEqual([204, ""]);
  await expectEnded(phone);
  expectAuthError(await logOut(phone, "local"), 403, "session_not_found", NO_SESSION);
  await expectAlive(laptop);
});

test("keeps this session when it logs out the others", async () => {
  const phone = await newUser("others");
  const laptop = await signedInAgain(phone);
  expect((await logOut(phone, "others")).status).toBe(204);
  await expectAlive(phone);
  await expectEnded(laptop);
});

test.for(["?scope=global", ""])("ends every session with logout%s", { tags: ["1.14"] }, async (scope) => {
  const phone = await newUser("global");
  const laptop = await signedInAgain(phone);
  expect((await call(phone, "POST", `/auth/v1/logout${scope}`, { body: {} })).status).toBe(204);
  await expectEnded(phone);
  await expectEnded(laptop);
});

test("ends no session for an unknown scope", async () => {
  const user = await newUser("scope");
  const answer = await logOut(user, "everywhere");
  expectAuthError(answer, 400, "validation_failed", 'Unsupported logout scope "everywhere"');
  await expectAlive(user);
});

async function expectEnded(user: User): Promise<void> {
  expectAuthError(await getUser(user), 403, "session_not_found", NO_SESSION);
  expectAuthError(await refresh(user.refreshToken), 400, "refresh_token_not_found", /Refresh Token Not Found$/);
}

async function expectAlive(user: User): Promise<void> {
  expect((await getUser(user)).status).toBe(200);
  expect((await refresh(user.refreshToken)).status).toBe(200);
}
