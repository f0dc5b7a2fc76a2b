import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { claimDatabase } from "./ownership.ts";

test("does not repeat a failed claim", async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.once("data", () => socket.end(TOO_MANY_CONNECTIONS));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await expect(claimDatabase(`postgres://127.0.0.1:${port}/postgres`)).rejects.toMatchObject({ code: "53300" });
  const made = connections;
  await delay(1_500);
  expect(connections).toBe(made);
});

/** In PostgreSQL's protocol a message has a letter, a length and fields that end with a zero byte. */
const FIELDS = Buffer.from("SFATAL\0C53300\0Msorry, too many clients already\0\0");
const LENGTH = Buffer.alloc(4);
LENGTH.writeInt32BE(LENGTH.length + FIELDS.length);
const TOO_MANY_CONNECTIONS = Buffer.concat([Buffer.from("E"), LENGTH, FIELDS]);
