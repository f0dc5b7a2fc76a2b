import type { RequestListener, ServerResponse } from "node:http";
import net, { type AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { CONNECTION_LIMITS, createLimitedServer } from "./connection-limits.ts";

/** Much longer than the pauses of the tests, so that a busy machine closes no slow connection. */
const IDLE_MS = 800;
const SHORT = { ...CONNECTION_LIMITS, headersTimeout: 300, connectionsCheckingInterval: 50, idle: IDLE_MS };
const LARGE = Buffer.alloc(32 * 1024 * 1024);

test("closes a request whose headers do not arrive", async () => {
  const connect = await startServer((_incoming, outgoing) => void outgoing.end("here"), { idle: 60_000 });
  const half = connect("GET / HTTP/1.1\r\nX-Slow: ");
  const nothing = connect("");
  expect(await half.closed).toContain("408");
  await nothing.closed;
});

test("closes a stalled body, but not a slow one", async () => {
  const connect = await startServer((incoming, outgoing) => {
    incoming.resume().once("end", () => outgoing.end("all of it"));
    incoming.once("error", () => {});
  });
  const letters = "abcdefghijkl";
  const head = `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${letters.length}\r\n\r\n`;
  const stalled = connect(`${head}a`);
  const slow = connect(head);
  // The slow body takes 1.5 times the idle limit.
  for (const letter of letters) {
    await delay(IDLE_MS / 8);
    slow.socket.write(letter);
  }
  expect(await slow.closed).toContain("all of it");
  expect(await stalled.closed).toBe("");
});

test("closes a reader that never reads, and waits for a slow response", async () => {
  const ended: string[] = [];
  const connect = await startServer((incoming, outgoing) => {
    outgoing.once("close", () => ended.push(`${incoming.url} ${outgoing.writableFinished}`));
    if (incoming.url === "/large") outgoing.end(LARGE);
    else setTimeout(() => outgoing.end("at last"), 3 * IDLE_MS);
  });
  const reader = connect(request("/large"));
  reader.socket.pause();
  const patient = connect(request("/slow", "close"));
  expect(await patient.closed).toContain("at last");
  expect(ended).toEqual(["/large false", "/slow true"]);
});

test("sends one response at a time per connection, in order", async () => {
  let underWay = 0;
  let most = 0;
  const connect = await startServer((incoming, outgoing) => {
    most = Math.max(most, (underWay += 1));
    setTimeout(() => {
      underWay -= 1;
      outgoing.end(`<${incoming.url}>`);
    }, 5);
  });
  const paths = ["/1", "/2", "/3", "/4", "/5"];
  const text = await connect(paths.map((path) => request(path, path === "/5" ? "close" : "keep-alive")).join(""))
    .closed;
  expect(text.match(/<.*?>/g)).toEqual(paths.map((path) => `<${path}>`));
  expect(most).toBe(1);
});

test("closes a connection that pipelines too much", async () => {
  let asked = 0;
  const connect = await startServer(() => {
    asked += 1;
  });
  await connect(request("/").repeat(SHORT.pipelined + 2)).closed;
  expect(asked).toBe(1);
});

test("closes a network's connections over its limit at once", async () => {
  const connect = await startServer((_incoming, outgoing) => void outgoing.end("here"), { ofNetwork: 3, idle: 60_000 });
  const halves = Array.from({ length: 3 }, () => connect("GET / HTTP/1.1\r\nX-Slow: "));
  await delay(100);
  await connect(request("/")).closed;
  expect(halves.map(({ socket }) => socket.destroyed)).not.toContain(true);
  await Promise.all(halves.map(({ closed }) => closed));
  expect(await connect(request("/", "close")).closed).toContain("here");
});

test("closes the newest connections of the largest network if there are too many", { tags: ["11.206"] }, async () => {
  const underWay = new Map<string, ServerResponse>();
  const connect = await startServer(
    ({ url = "" }, outgoing) => void underWay.set(url, outgoing),
    { connections: 4, ofNetwork: 1, idle: 60_000 },
    true,
  );
  const ask = async (path: string, address: string) => {
    const connection = connect(request(path, "close", address));
    await expect.poll(() => [...underWay.keys()]).toContain(path);
    return connection;
  };
  const home = await ask("/home", "192.0.2.1");
  await ask("/storm-1", "198.51.100.1");
  const storm = [await ask("/storm-2", "198.51.100.2"), await ask("/storm-3", "198.51.100.3")];
  const other = await ask("/other", "203.0.113.1");
  await Promise.all(storm.map(({ closed }) => closed));
  for (const outgoing of underWay.values()) outgoing.end("here");
  for (const { closed } of [home, other]) expect(await closed).toContain("here");
});

test("closes idle connections when connections become scarce", async () => {
  let answered = 0;
  const connect = await startServer(
    (_incoming, outgoing) => {
      outgoing.once("close", () => (answered += 1));
      outgoing.end("here");
    },
    { idle: 60_000, connections: 10 },
  );
  const kept = Array.from({ length: 8 }, () => connect(request("/")));
  await expect.poll(() => answered).toBe(8);
  expect(kept.map(({ socket }) => socket.destroyed)).not.toContain(true);
  kept.push(connect(request("/")), connect(request("/")));
  await Promise.all(kept.map(({ closed }) => closed));
  expect(await connect(request("/", "close")).closed).toContain("here");
});

const CROWDS = [
  ["bytes", { stalledBytes: 2.5 * LARGE.length }],
  ["readers", { stalled: 2, stalledBytes: Infinity }],
] as const;

test.for(CROWDS)("closes the newest of the largest network when too many %s wait to be read", async ([, limits]) => {
  const gone: string[] = [];
  const arrived: string[] = [];
  const connect = await startServer(
    (incoming, outgoing) => {
      arrived.push(incoming.url ?? "");
      outgoing.once("close", () => gone.push(incoming.url ?? ""));
      outgoing.end(incoming.url === "/small" ? "small" : LARGE);
    },
    { idle: 60_000, ...limits },
    true,
  );
  for (const path of ["/storm-1", "/home", "/storm-2", "/storm-3"]) {
    connect(request(path, "keep-alive", path === "/home" ? "192.0.2.1" : "198.51.100.1")).socket.pause();
    await expect.poll(() => arrived).toContain(path);
  }
  expect(await connect(request("/small", "close")).closed).toContain("small");
  await expect.poll(() => gone.toSorted()).toEqual(["/small", "/storm-2", "/storm-3"]);
});

test("counts a waiting request without earlier bytes of its connection", async () => {
  const answered: string[] = [];
  const connect = await startServer(
    (incoming, outgoing) => {
      incoming.resume().once("end", () => outgoing.end(`<${incoming.url}>`));
      incoming.once("error", () => {});
      outgoing.once("finish", () => answered.push(incoming.url ?? ""));
    },
    { idle: 60_000, stalledBytes: 100_000 },
  );
  const body = "x".repeat(200_000);
  const { socket, closed } = connect(post("/1", "keep-alive", body.length) + body);
  await expect.poll(() => answered).toEqual(["/1"]);
  socket.write(post("/2", "close", 1));
  // The server has checked twice by then.
  await delay(600);
  socket.write("x");
  expect(await closed).toContain("</2>");
});

test("refuses a body without a length and a long URL, and closes the connection", { tags: ["11.205"] }, async () => {
  const asked: string[] = [];
  const connect = await startServer(({ url = "" }, outgoing) => {
    asked.push(url);
    outgoing.end("here");
  });
  const chunked = "POST /1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
  expect(await connect(chunked).closed).toMatch(/^HTTP\/1\.1 411 /);
  const longest = `/${"x".repeat(3_999)}`;
  expect(await connect(request(`${longest}x`)).closed).toMatch(/^HTTP\/1\.1 414 /);
  expect(await connect(request(longest, "close")).closed).toContain("here");
  expect(asked).toEqual([longest]);
});

function post(path: string, connection: string, length: number): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nContent-Length: ${length}\r\n\r\n`;
}

function request(path: string, connection = "keep-alive", address = "127.0.0.1"): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nX-Forwarded-For: ${address}\r\n\r\n`;
}

/** Starts a server with these limits. Returns a function that opens a connection, sends a text and collects the response. */
async function startServer(listener: RequestListener, limits: Partial<typeof SHORT> = {}, trustProxy = false) {
  const server = createLimitedServer({ trustProxy }, listener, { ...SHORT, ...limits });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return (text: string) => {
    const socket = net.connect(port, "127.0.0.1", () => socket.write(text));
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1").slice(0, 2_000);
    });
    socket.on("error", () => {});
    onTestFinished(() => void socket.destroy());
    return { socket, closed: new Promise<string>((resolve) => socket.once("close", () => resolve(received))) };
  };
}
