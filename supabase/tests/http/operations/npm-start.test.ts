import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { PROGRAM_ENV } from "../../../../scripts/server-for-tests.ts";

test("a signal to npm start ends the server, too", async () => {
  const env = { ...PROGRAM_ENV, PORT: "0", SITE_URL: "http://localhost", BACKEND: "browser" };
  const npm = spawn("npm", ["start"], { detached: true, env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void spawnSync("kill", ["-KILL", "--", `-${npm.pid}`]));
  let said = "";
  npm.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  await expect.poll(() => said, { timeout: 30_000 }).toContain("GharSach is ready");
  // The pipe ends with the last process that writes into it.
  const ended = once(npm.stdout, "end");
  npm.kill("SIGTERM");
  await ended;
  expect(said).toContain("GharSach has stopped.");
});
