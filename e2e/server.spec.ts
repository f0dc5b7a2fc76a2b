import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "./fixtures.ts";
import { EMBEDDED_URL, SIGNAL_PORT, SUPABASE_URL } from "./servers.ts";
import { stop } from "./start-servers.ts";

test("both servers report their health and their backend", { tag: ["@1.18"] }, async ({ request }) => {
  for (const [url, backend] of [
    [EMBEDDED_URL, "embedded"],
    [SUPABASE_URL, "supabase"],
  ] as const) {
    const answer = await request.get(`${url}/healthz`);
    expect(answer.status()).toBe(200);
    expect(await answer.json()).toEqual({ status: "ok", backend });
    expect(answer.headers()["cache-control"]).toBe("no-store");
  }
});

test("a signal to npm start ends the server, too", async () => {
  const port = String(SIGNAL_PORT);
  const npm = spawn("npm", ["start"], {
    env: { ...process.env, PORT: port, SITE_URL: `http://localhost:${port}`, BACKEND: "browser" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  npm.stdout.setEncoding("utf8");
  let said = "";
  npm.stdout.on("data", (text: string) => (said += text));
  await expect.poll(() => said, { timeout: 30_000 }).toContain("GharSach is ready");
  const ended = once(npm.stdout, "end");
  await stop(npm);
  // The pipe ends with the last process that writes into it.
  await ended;
  expect(said).toContain("GharSach has stopped.");
  await expect(fetch(`http://localhost:${port}/healthz`)).rejects.toThrow();
});
