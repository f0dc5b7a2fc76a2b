import { type Captcha, pageCaptcha } from "~/data/database";

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
let solved: string | null = null;
let startAgain: (() => void) | null = null;

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
  const forget = () => {
    solved = null;
  };
  const widget = script.render(place, {
    sitekey: captcha.siteKey,
    callback: (token: string) => {
      solved = token;
    },
    "expired-callback": forget,
    "error-callback": forget,
  });
  startAgain = () => script.reset(widget);
  return () => {
    forget();
    startAgain = null;
    script.remove(widget);
  };
}

/** The token of the solved check, once: the account service takes each only one time. Null when there is none. */
export function takeCaptchaToken(): string | null {
  const token = solved;
  solved = null;
  if (token !== null) startAgain?.();
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
