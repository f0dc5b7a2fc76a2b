// @vitest-environment jsdom
import { expect, test } from "vitest";
import { markOwnChange, ownChanges } from "./own-change";

test("the mark says nothing but that there is one, and goes by itself", () => {
  let written = "";
  Object.defineProperty(document, "cookie", {
    configurable: true,
    set: (value: string) => {
      written = value;
    },
  });
  const before = ownChanges();
  markOwnChange();
  Reflect.deleteProperty(document, "cookie");
  expect(written).toBe("gharsach-changed=1; Path=/; Max-Age=70; SameSite=Lax");
  expect(ownChanges()).toBe(before + 1);
});
