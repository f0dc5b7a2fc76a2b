import fs from "node:fs/promises";
import path from "node:path";
import type { HttpBindings } from "@hono/node-server";
import { expect, test } from "vitest";
import { createMailbox } from "./mailbox.ts";
import { temporaryFolder } from "../scripts/temporary-folder.ts";

const KEY = "the-key-of-this-start";
const HERE = { incoming: { socket: { remoteAddress: "127.0.0.1" } } } as HttpBindings;
const ELSEWHERE = { incoming: { socket: { remoteAddress: "192.168.1.7" } } } as HttpBindings;

test("opens the mailbox with its key, and then in that browser", async () => {
  const open = await mailbox();
  const opened = await open(`/mailbox?key=${KEY}`);
  expect(await opened.text()).toContain("Confirm your email");
  const cookie = opened.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/; Path=\/mailbox; HttpOnly; SameSite=Strict$/);
  expect((await open("/mailbox", { cookie: cookie.split(";")[0] ?? "" })).status).toBe(200);
});

test("hides the mailbox without the key and from elsewhere", async () => {
  const open = await mailbox();
  for (const query of ["", "?key=", `?key=${KEY}x`, `?key=${KEY.slice(1)}`, "?key=undefined"])
    expect((await open(`/mailbox${query}`)).status, query).toBe(404);
  expect((await open("/mailbox", { cookie: "gharsach-mailbox=other" })).status).toBe(404);
  expect((await open(`/mailbox?key=${KEY}`, {}, ELSEWHERE)).status).toBe(404);
  expect((await open(`/mailbox?key=${KEY}`, { "x-forwarded-for": "203.0.113.9" })).status).toBe(404);
  // DNS rebinding: another site's name that resolves to this machine.
  expect((await open(`/mailbox?key=${KEY}`, { host: "rebound.example:3000" })).status).toBe(404);
});

async function mailbox() {
  const folder = temporaryFolder();
  const eml = "To: asha@example.in\nSubject: Confirm your email\n\nhttp://localhost/auth/callback";
  await fs.writeFile(path.join(folder, "1.eml"), eml);
  const app = createMailbox({ folder, key: KEY });
  return (target: string, headers: Record<string, string> = {}, env = HERE) =>
    app.request(target, { headers: { host: "localhost:3000", ...headers } }, env);
}
