import { expect, test } from "vitest";
import {
  call,
  emailOf,
  hasDatabase,
  hasEmails,
  linkToken,
  emailsTo,
  newUser,
  newVisitor,
  PASSWORD,
  sendBackAndRename,
  signUp,
} from "../client.ts";

// auth-js sends redirect_to for the default emails of Supabase. Our templates contain the URL of the page.

const CALLS = {
  signup: async () => ({ email: emailOf("redirects"), password: PASSWORD }),
  recover: async () => ({ email: (await newUser("redirects")).email }),
  async resend() {
    const email = emailOf("redirects");
    await signUp(email);
    await linkToken(email, "signup");
    return { email: await sendBackAndRename(email, 61), type: "signup" };
  },
};

test.each(["signup", "recover", ...(hasDatabase ? (["resend"] as const) : [])] as const)(
  "ignores redirect_to in %s",
  async (name) => {
    const body = await CALLS[name]();
    const before = (await emailsTo(body.email)).length;
    const page = encodeURIComponent("https://elsewhere.example/auth/callback");
    const answer = await call(newVisitor(), "POST", `/auth/v1/${name}?redirect_to=${page}`, { body });
    expect(answer.status, answer.text).toBe(200);
    expect(`${answer.text}${JSON.stringify([...answer.headers])}`).not.toContain("elsewhere");
    if (!hasEmails) return;
    await expect.poll(async () => (await emailsTo(body.email)).length).toBe(before + 1);
    expect(JSON.stringify(await emailsTo(body.email))).not.toContain("elsewhere");
  },
);
