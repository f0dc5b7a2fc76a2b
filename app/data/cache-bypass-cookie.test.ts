import "./test-window";
import { expect, test } from "vitest";
import { ownWrites, setCacheBypassCookie } from "./cache-bypass-cookie";

test("sets a cookie without content that expires", () => {
  let written = "";
  Object.defineProperty(document, "cookie", {
    configurable: true,
    set: (value: string) => {
      written = value;
    },
  });
  const before = ownWrites();
  setCacheBypassCookie();
  Reflect.deleteProperty(document, "cookie");
  expect(written).toBe("gharsach-changed=1; Path=/; Max-Age=100; SameSite=Lax");
  expect(ownWrites()).toBe(before + 1);
});
