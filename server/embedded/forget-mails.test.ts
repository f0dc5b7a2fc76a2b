import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { forgetMails, sweepMails } from "./forget-mails.ts";
import { fileDelivery } from "./mail.ts";

let folder: string;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "gharsach-mails-"));
});
afterEach(() => fs.rm(folder, { recursive: true, force: true }));

test.each([
  ["asha@example.in", "Asha@Example.IN"],
  ["asha@भारत.example", "asha@xn--h2brj9c.example"],
  ["asha@xn--h2brj9c.example", "asha@भारत.example"],
  ["Asha+Home@example.in", "asha+home@example.in"],
])("the mails to %s go with those of %s, and no other", async (to, erased) => {
  const { send } = fileDelivery(folder);
  const mail = { messageId: "<1@example.in>", subject: "S", html: "<p>T</p>", text: "T" };
  await send({ ...mail, to });
  await send({ ...mail, to: "ravi@example.in" });
  expect(await forgetMails(folder, erased)).toBe(1);
  expect(await fs.readdir(folder)).toHaveLength(1);
});

test("without a folder there is nothing to forget", async () => {
  expect(await forgetMails(path.join(folder, "none"), "asha@example.in")).toBe(0);
});

test("kept e-mails go after a week", async () => {
  const daysAgo = { "old.eml": 7.1, "recent.eml": 6.9, ".draft-of-a-crash": 7.1 };
  for (const [name, days] of Object.entries(daysAgo)) {
    const written = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    await fs.writeFile(path.join(folder, name), "To: asha@example.in");
    await fs.utimes(path.join(folder, name), written, written);
  }
  await sweepMails(folder);
  expect(await fs.readdir(folder)).toEqual(["recent.eml"]);
});
