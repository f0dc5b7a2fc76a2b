import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { clientAddress, networkOf, type ServerEnv, widerNetworkOf } from "./client-address.ts";

test("uses the address that a trusted proxy appended, whatever the visitor sent", async () => {
  const forged = { "x-forwarded-for": "198.51.100.1, 198.51.100.2,203.0.113.7" };
  expect(await addressOf(forged, true)).toBe("203.0.113.7");
  expect(await addressOf({}, true)).toBe("127.0.0.1");
});

test("uses the address of the socket without a trusted proxy", async () => {
  expect(await addressOf({ "x-forwarded-for": "203.0.113.7" }, false)).toBe("127.0.0.1");
});

test.each([
  ["203.0.113.7", "203.0.113.7", "203.0.113"],
  ["203.0.113.7:4711", "203.0.113.7", "203.0.113"],
  ["::ffff:203.0.113.7", "203.0.113.7", "203.0.113"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2", "2001:db8:1"],
  ["2001:0DB8:0001:2::6", "2001:db8:1:2", "2001:db8:1"],
  ["[2001:db8:1:2::6]:4711", "2001:db8:1:2", "2001:db8:1"],
  ["2001:db8::6", "2001:db8:0:0", "2001:db8:0"],
])("puts %s into the network %s and the wider one %s, however it is written", (address, network, wider) => {
  expect([networkOf(address), widerNetworkOf(address)]).toEqual([network, wider]);
});

async function addressOf(headers: Record<string, string>, trustProxy: boolean): Promise<string> {
  const app = new Hono<ServerEnv>().get("/", (c) => c.text(clientAddress(c, trustProxy)));
  const env = { incoming: { socket: { remoteAddress: "127.0.0.1" } } } as HttpBindings;
  return (await app.request("/", { headers }, env)).text();
}
