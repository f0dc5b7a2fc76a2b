import { type Captcha, pageCaptcha } from "./database";

/** What the scripts of both providers offer, each under its own name. */
interface CaptchaScript {
  render(place: HTMLElement, options: Record<string, unknown>): string | undefined;
  reset(widget?: string): void;
  remove(widget?: string): void;
}

declare global {
  interface Window {
    hcaptcha?: CaptchaScript;
    turnstile?: CaptchaScript;
    gharsachCaptchaLoaded?: () => void;
  }
}

/** Must match the origins in server/security-headers.ts. */
const SCRIPTS = {
  hcaptcha: "https://js.hcaptcha.com/1/api.js",
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/api.js",
} as const satisfies Record<Captcha["provider"], string>;

const TIMEOUT_MS = 15_000;

let loading: Promise<CaptchaScript> | null = null;
/** The checks on the page, the one shown last at the end: one in a dialog stands above one of the page. */
const checks: { token: string | null; reset: () => void }[] = [];

/** Whether this site asks those who have no session to show that they are people. False on the server. */
export function isCaptchaWanted(): boolean {
  return pageCaptcha() !== null;
}

/**
 * Shows the provider's check in `place`, where this site has one; its script is loaded now and not before. Resolves to how
 * to take it away. Rejects when the script does not come.
 */
export async function showCaptcha(place: HTMLElement): Promise<() => void> {
  const captcha = pageCaptcha();
  if (!captcha) return () => {};
  loading ??= load(captcha.provider).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  const script = await loading;
  const check = { token: null as string | null, reset: () => script.reset(widget) };
  const forget = () => {
    check.token = null;
  };
  const widget = script.render(place, {
    sitekey: captcha.siteKey,
    callback: (token: string) => {
      check.token = token;
    },
    "expired-callback": forget,
    "error-callback": forget,
  });
  checks.push(check);
  return () => {
    checks.splice(checks.indexOf(check), 1);
    script.remove(widget);
  };
}

/** The token of the check shown last, once it is solved: the account service takes each only one time. Null when there is none. */
export function takeCaptchaToken(): string | null {
  const check = checks.at(-1);
  const token = check?.token ?? null;
  if (check && token !== null) {
    check.token = null;
    check.reset();
  }
  return token;
}

function load(provider: Captcha["provider"]): Promise<CaptchaScript> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const failed = () => reject(new Error("The captcha could not be loaded."));
    const timer = setTimeout(failed, TIMEOUT_MS);
    window.gharsachCaptchaLoaded = () => {
      clearTimeout(timer);
      const loaded = window[provider];
      if (loaded) resolve(loaded);
      else failed();
    };
    script.src = `${SCRIPTS[provider]}?render=explicit&onload=gharsachCaptchaLoaded`;
    script.async = true;
    script.addEventListener("error", failed);
    document.head.append(script);
  });
}
