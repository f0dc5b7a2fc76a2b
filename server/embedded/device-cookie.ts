import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";

export const DEVICE_COOKIE = "gharsach-device";
/** Sent with log-ins, which alone read it, and when a session is refreshed. */
const PATH = "/auth/v1/token";
const KEPT_SECONDS = 180 * 24 * 60 * 60;

/** What a device is known for: an account as long as it has this password. */
export interface KnownAccount {
  id: string;
  encrypted_password: string;
}

export interface DeviceCookies {
  /** The random id of a device that has logged in to this account before. */
  deviceOf(c: Context, account: KnownAccount): string | undefined;
  /** Lets the device of this answer be known. */
  remember(c: Context, account: KnownAccount): void;
}

/**
 * Device cookies as OWASP describes them (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies):
 * a random id, the time, and a keyed hash over both and the account. Nothing of them is kept on the server, and only this server
 * can tell, of one account at a time, whether a cookie was issued for it. A new password or a recreated account invalidates it.
 */
export function createDeviceCookies(jwtSecret: string, isSecure: boolean): DeviceCookies {
  const key = createHmac("sha256", jwtSecret).update(DEVICE_COOKIE).digest();

  function signature(id: string, issuedAt: string, account: KnownAccount): string {
    const signed = JSON.stringify([id, issuedAt, account.id, account.encrypted_password]);
    return createHmac("sha256", key).update(signed).digest("base64url");
  }

  return {
    deviceOf(c, account) {
      const [id = "", issuedAt = "", given = ""] = getCookie(c, DEVICE_COOKIE)?.split(".") ?? [];
      const age = Date.now() / 1000 - Number(issuedAt);
      if (!(age < KEPT_SECONDS)) return undefined;
      const [a, b] = [Buffer.from(given), Buffer.from(signature(id, issuedAt, account))];
      return a.length === b.length && timingSafeEqual(a, b) ? id : undefined;
    },
    remember(c, account) {
      const [id, issuedAt] = [randomBytes(16).toString("base64url"), String(Math.floor(Date.now() / 1000))];
      setCookie(c, DEVICE_COOKIE, `${id}.${issuedAt}.${signature(id, issuedAt, account)}`, {
        path: PATH,
        maxAge: KEPT_SECONDS,
        httpOnly: true,
        sameSite: "Strict",
        secure: isSecure,
      });
    },
  };
}
