import { type Wording, type RenderedEmail, write } from "./email.ts";

const NEW_PASSWORD = { path: "/forgot-password", label: "Set a new password" };

/**
 * Keys are Supabase's names. No page requests the last three, but anyone can with the public key or a session. They contain neither a login
 * link nor a code.
 */
export const ACCOUNT_EMAILS = {
  confirmation: (site, token) => ({
    subject: `Confirm your email for ${site}`,
    title: "Confirm your email, and tell your rental story",
    paragraphs: [`Thank you for joining ${site}. Confirm that this email address is yours and your account is ready.`],
    link: { path: `/auth/callback?token_hash=${token}&type=signup`, label: "Confirm my email" },
    note: "The link works once, for an hour. If you did not sign up, ignore this message.",
  }),
  recovery: (site, token) => ({
    subject: `Set a new password for ${site}`,
    title: "Set a new password",
    paragraphs: [`Someone, we hope it was you, asked for a new password for your ${site} account.`],
    link: { path: `/update-password?token_hash=${token}&type=recovery`, label: "Choose a new password" },
    note: "The link works once, for an hour. If you did not ask for it, ignore this message: your password stays as it is.",
  }),
  "password-changed": (site) => ({
    subject: `Your ${site} password was changed`,
    title: "Your password was changed",
    paragraphs: [
      `The password of your ${site} account has been changed. All other devices have been logged out.`,
      "If this was not you, someone else can open your account or your mailbox. Set a new password at once.",
    ],
    link: NEW_PASSWORD,
    note: "If this was you, you do not need to do anything.",
  }),
  "magic-link": (site) => ({
    subject: `About your ${site} account`,
    title: `${site} has no log-in links`,
    paragraphs: [
      `Someone, we hope it was you, asked for a link that logs in to your ${site} account. We do not send such links: you log in with your email and your password.`,
      "If you have forgotten the password, set a new one.",
    ],
    link: NEW_PASSWORD,
    note: "If you did not ask for this, ignore this message: no one has logged in to your account.",
  }),
  "email-change": (site) => ({
    subject: `About the email address of your ${site} account`,
    title: "Your email address stays as it is",
    paragraphs: [
      `Someone who is logged in to an account of ${site} asked to change its email address from or to this one. ${site} does not change addresses, and nothing has been changed.`,
      "If it is your account and this was not you, someone else may know your password. Set a new one.",
    ],
    link: NEW_PASSWORD,
    note: `If you have no ${site} account, ignore this message.`,
  }),
  reauthentication: (site) => ({
    subject: `About your ${site} account`,
    title: `${site} does not use codes`,
    paragraphs: [
      `Someone who is logged in to your ${site} account asked for a code by email. Nothing on ${site} needs one, so this message does not contain one.`,
      "If this was not you, someone else may know your password. Set a new one.",
    ],
    link: NEW_PASSWORD,
    note: "If this was you, you do not need to do anything.",
  }),
} satisfies Record<string, (site: string, token: string) => Wording>;

export type AccountEmail = keyof typeof ACCOUNT_EMAILS;

export function writeAccountEmail(
  email: AccountEmail,
  token: string,
  siteUrl: string,
  siteName: string,
): RenderedEmail {
  return write(ACCOUNT_EMAILS[email](siteName, encodeURIComponent(token)), siteUrl, siteName);
}

/** Returns `supabase/templates/<email>.html`, which hosted projects fill in. */
export function projectTemplate(email: AccountEmail, siteName: string): string {
  return write(ACCOUNT_EMAILS[email](siteName, "{{ .TokenHash }}"), "{{ .SiteURL }}", siteName).html;
}
