import { expect, test } from "vitest";
import { addressOf } from "./run.ts";

test("prints the URL of emails if it is this server", () => {
  const named = (siteUrl: string, host = "127.0.0.1") => addressOf({ siteUrl, host }, 3000);
  expect(named("http://localhost:3000")).toBe("http://localhost:3000");
  expect(named("http://localhost:3000", "0.0.0.0")).toBe("http://localhost:3000");
  expect(named("http://localhost:4000")).toBe("http://127.0.0.1:3000");
  expect(named("https://localhost:3000"), "a proxy's").toBe("http://127.0.0.1:3000");
  expect(named("https://gharsach.in", "::1")).toBe("http://[::1]:3000");
  expect(named("https://gharsach.in")).toBe("http://127.0.0.1:3000");
});
