import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../../../server/embedded/postgres/free-port.ts";
import { PROGRAM_ENV } from "../../../../scripts/server-for-tests.ts";

test("serves metrics under npm start, and stops on SIGTERM", async () => {
  const metricsAddress = `http://127.0.0.1:${await freePort()}`;
  const settings = { PORT: "0", SITE_URL: "http://localhost", BACKEND: "browser", METRICS_ADDRESS: metricsAddress };
  const env = { ...PROGRAM_ENV, ...settings };
  const npm = spawn("npm", ["start"], { detached: true, env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void spawnSync("kill", ["-KILL", "--", `-${npm.pid}`]));
  let said = "";
  npm.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  await expect.poll(() => said, { timeout: 30_000 }).toContain("GharSach is ready");
  const [address] = /http:\S+/.exec(said) ?? [];
  for (let visit = 0; visit < 2; visit += 1) expect((await fetch(`${address}/about`)).status).toBe(200);
  const metrics = await (await fetch(`${metricsAddress}/metrics`)).text();
  expect(metrics).toMatch(/^gharsach_request_seconds_count\{kind="page",status="200"\} 2$/m);
  expect(metrics).toMatch(/^gharsach_rendering_seconds_count 1$/m);
  expect(metrics).toMatch(/^gharsach_page_cache_hits_total\{state="fresh"\} 1$/m);
  // The pipe ends when the last process that writes to it ends.
  const ended = once(npm.stdout, "end");
  npm.kill("SIGTERM");
  await ended;
  expect(said).toContain("GharSach has stopped.");
});
