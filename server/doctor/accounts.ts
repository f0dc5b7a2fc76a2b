import type { Captcha } from "../../app/data/database.ts";
import type { Answer, Ask } from "./ask.ts";
import { fail, type Line, ok, unknown, warn } from "./line.ts";

// The account service of a project. The embedded server's own is made with the right settings and is not asked.

const SIGN_IN = "Authentication → Sign In / Providers";
const URLS = "Authentication → URL Configuration";
const PROTECTION = "Authentication → Attack Protection";

function unclear(fact: string, { status, reason }: Answer, place: string): Line {
  const detail = status
    ? `the project gave no clear answer (${status})`
    : `the project could not be reached (${reason})`;
  return unknown(fact, detail, `look at ${place} in the dashboard`);
}

/** Reviews need an account with a confirmed e-mail, and the pages offer no other way to sign in. */
export async function signUpLine(ask: Ask): Promise<Line> {
  const fact = "sign-up";
  const answer = await ask("/auth/v1/settings");
  const external: unknown = answer.body?.external;
  if (answer.status !== 200 || typeof external !== "object" || external === null) return unclear(fact, answer, SIGN_IN);
  const { disable_signup: isClosed, mailer_autoconfirm: isUnconfirmed } = answer.body;
  const providers = Object.entries(external).flatMap(([name, isOn]) => (isOn === true ? [name] : []));
  if (isUnconfirmed === true)
    return fail(
      fact,
      "e-mails are not confirmed: one person has as many accounts as they like",
      `switch Confirm email on (${SIGN_IN})`,
    );
  if (providers.includes("anonymous_users"))
    return fail(fact, "visitors sign in without an e-mail", `switch anonymous sign-ins off (${SIGN_IN})`);
  if (isClosed === true || !providers.includes("email"))
    return fail(fact, "nobody can sign up with an e-mail", `allow new users and the provider Email (${SIGN_IN})`);
  const others = providers.filter((name) => name !== "email");
  if (others.length > 0)
    return warn(fact, `besides e-mail it takes ${others.join(", ")}`, `switch off what no page offers (${SIGN_IN})`);
  return ok(fact, "with a confirmed e-mail, and in no other way");
}

const ELSEWHERE = "https://gharsach-doctor.invalid";

/**
 * Opens an invented link: the service redirects to the given address if it is allowed, else to its Site URL.
 * It counts as one link opened from this machine, and no account is looked at.
 */
export async function redirectsLine(ask: Ask, siteUrl: string): Promise<Line> {
  const fact = "redirect addresses";
  const query = new URLSearchParams({ type: "signup", token: "npm-run-doctor", redirect_to: `${ELSEWHERE}/` });
  const answer = await ask(`/auth/v1/verify?${query}`);
  const location = answer.headers.get("location") ?? "";
  if (answer.status < 300 || answer.status > 399 || !URL.canParse(location)) return unclear(fact, answer, URLS);
  const { origin, pathname } = new URL(location);
  if (origin === ELSEWHERE)
    return fail(
      fact,
      "links in letters lead to any address that is asked for",
      `list only addresses of the site (${URLS})`,
    );
  const led = (origin + pathname).replace(/\/+$/, "");
  if (led !== siteUrl)
    return fail(
      fact,
      `links in letters lead to ${led}, and SITE_URL is ${siteUrl}`,
      `set the Site URL (${URLS}), or SITE_URL`,
    );
  return ok(fact, "links in letters lead to SITE_URL, and to no foreign address");
}

/** Without e-mail and password the service looks at no account; where a captcha is on, it looks at that before all else. */
export async function captchaLine(ask: Ask, captcha: Captcha | null): Promise<Line> {
  const fact = "captcha";
  const logIn = (token?: string) =>
    ask("/auth/v1/token?grant_type=password", {
      method: "POST",
      body: { email: "", password: "", ...(token && { gotrue_meta_security: { captcha_token: token } }) },
    });
  const bare = await logIn();
  if (bare.status !== 400 && bare.status !== 422) return unclear(fact, bare, PROTECTION);
  if (!isCaptchaRefusal(bare)) {
    if (!captcha) return ok(fact, "none is asked for, and no page shows one");
    return warn(
      fact,
      "pages show a check that the project does not ask for",
      `switch it on (${PROTECTION}), or remove CAPTCHA_SITE_KEY`,
    );
  }
  if (!captcha)
    return fail(
      fact,
      "the project asks for a check that no page shows: nobody can sign in",
      `set CAPTCHA_PROVIDER and CAPTCHA_SITE_KEY, or switch it off (${PROTECTION})`,
    );
  const forged = await logIn("npm-run-doctor");
  if (!isCaptchaRefusal(forged))
    return fail(
      fact,
      `a forged answer to the check is not refused (${forged.status})`,
      `enter the secret key of ${captcha.provider} again (${PROTECTION})`,
    );
  if (/secret/.test(messageOf(forged)))
    return fail(
      fact,
      `${captcha.provider} or another provider does not know the project's secret key`,
      `choose ${captcha.provider} and enter the secret that belongs to CAPTCHA_SITE_KEY (${PROTECTION})`,
    );
  return ok(
    fact,
    `the project asks for a check and refuses a forged one; that the keys are one pair of ${captcha.provider} shows at the first log-in`,
  );
}

function isCaptchaRefusal(answer: Answer): boolean {
  return answer.body?.error_code === "captcha_failed" || /captcha protection/i.test(messageOf(answer));
}

function messageOf({ body }: Answer): string {
  return typeof body?.msg === "string" ? body.msg : "";
}

/** No API returns the e-mail templates. */
export function lettersLine(): Line {
  return unknown(
    "letters",
    "their texts cannot be read from outside",
    "Authentication → Emails: the templates are those of supabase/templates; send yourself one of each",
  );
}
