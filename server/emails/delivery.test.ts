import { once } from "node:events";
import fs from "node:fs/promises";
import net, { type AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { fileDelivery, smtpDelivery, sweepEmails } from "./delivery.ts";
import { temporaryFolder } from "../../scripts/temporary-folder.ts";

const EMAIL = {
  messageId: "<1@localhost>",
  to: "asha@example.in",
  subject: "Hello",
  html: "<p>Hello</p>",
  text: "Hello",
};

const SENDER = {
  mailFrom: { name: "Flat Facts", address: "no-reply@flatfacts.example" },
  contactEmail: "hello@flatfacts.example",
};

test("sends nothing after a try timed out on a slow mail server", async () => {
  let received = 0;
  const server = net.createServer((socket) => speakLate(socket, () => (received += 1)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(smtpDelivery(url, SENDER, 150).send(EMAIL)).rejects.toMatchObject({ code: "EABORT" });
  await delay(500);
  expect(received).toBe(0);
  await smtpDelivery(url, SENDER, 10_000).send(EMAIL);
  expect(received).toBe(1);
  server.close();
});

test("stores an email as a file that only its owner can read", async () => {
  const folder = temporaryFolder();
  await fileDelivery(folder, SENDER).send(EMAIL);
  const [name = ""] = await fs.readdir(folder);
  expect((await fs.stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
});

test("marks an email as automatic and keeps List-Unsubscribe on one line", { tags: ["10.123", "11.60"] }, async () => {
  const folder = temporaryFolder();
  const address = `<https://gharsach.in/unfollow/${"0b9f7a52-51de-4a0e-8f0a-6d0f1f1d2c3b.".repeat(20)}>`;
  await fileDelivery(folder, SENDER).send({ ...EMAIL, headers: { "List-Unsubscribe": address } });
  const [name = ""] = await fs.readdir(folder);
  const lines = (await fs.readFile(path.join(folder, name), "utf8")).split("\n");
  expect(lines).toEqual(expect.arrayContaining(["Auto-Submitted: auto-generated", `List-Unsubscribe: ${address}`]));
});

test("deletes stored emails after a week", async () => {
  const folder = temporaryFolder();
  const daysAgo = { "old.eml": 7.1, "recent.eml": 6.9, ".draft-of-a-crash": 7.1 };
  for (const [name, days] of Object.entries(daysAgo)) {
    const written = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    await fs.writeFile(path.join(folder, name), "To: asha@example.in");
    await fs.utimes(path.join(folder, name), written, written);
  }
  await sweepEmails(folder);
  expect(await fs.readdir(folder)).toEqual(["recent.eml"]);
});

/** Speaks SMTP with a delay of 60 ms per response. */
function speakLate(socket: net.Socket, receive: () => void): void {
  let isData = false;
  const reply = (line: string) => setTimeout(() => socket.write(`${line}\r\n`), 60);
  socket.on("error", () => {});
  reply("220 mail.example");
  socket.on("data", (chunk) => {
    const text = chunk.toString();
    if (isData && !text.endsWith(".\r\n")) return;
    if (isData) receive();
    isData = text.startsWith("DATA");
    reply(isData ? "354 go on" : "250 ok");
  });
}
