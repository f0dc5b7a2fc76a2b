import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from "node:http";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { forwardedAddress, widerNetworkOf } from "./client-address.ts";

export const CONNECTION_LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  // Enough for a photo of 5 MB at 35 KB a second.
  requestTimeout: 150_000,
  // Longer than the minute of most proxies: closing a connection while a proxy sends would fail a request.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  /** Milliseconds without progress of the client before its connection is closed. */
  idle: 30_000,
  /** Above this, `stalled` or `stalledBytes`, the newest connections of the largest network are closed. */
  connections: 5_000,
  /** Connections per network (/24, /48), if there is no proxy in front. */
  ofNetwork: 1_000,
  /** Requests that wait for their client to read or send. */
  stalled: 1_500,
  /** The bytes of these requests in memory. */
  stalledBytes: 96 * 1024 * 1024,
  /** Pipelined requests per connection. Browsers and proxies do not pipeline. */
  pipelined: 4,
};

/** The longest path and query. A search in an Indian script has 1,000 characters, `next` of /login up to 4,000. */
const LONGEST_TARGET = 4_000;
const MAX_BODY_IN_MEMORY = 128 * 1024;
const LOOK_EVERY_MS = 250;
/** The share of the maximum above which idle connections are closed. */
const CROWDED = 0.8;
const CROWDED_OUT = 0.98;

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

interface Connection {
  network: string;
  incoming: IncomingMessage | null;
  /** Bytes received when the last request ended. */
  readBefore: number;
  waiting: Exchange[];
}

interface Options extends ServerOptions {
  /** True if all connections come from a proxy that names the client of each request. */
  trustProxy?: boolean;
}

/**
 * Creates an HTTP server that slow clients cannot exhaust. It times out slow headers, bodies and readers, sends one response at a time per
 * connection, and above the limits closes connections of the largest network.
 */
export function createLimitedServer(
  { trustProxy = false, ...options }: Options,
  listener: RequestListener,
  limits = CONNECTION_LIMITS,
): Server {
  // Newest last. An entry per connection, not per request: V8 would move the Map's outgrown tables, with their requests, to the old
  // generation.
  const open = new Map<Socket, Connection>();
  const ofNetworks = new Map<string, number>();
  const { idle, connections, ofNetwork, stalled, stalledBytes, pipelined, ...ofNode } = limits;
  const server = createServer({ ...options, ...ofNode }, (incoming, outgoing) => {
    const connection = open.get(incoming.socket);
    if (!connection || incoming.socket.destroyed) return;
    const refusal = refusalOf(incoming);
    if (refusal) {
      outgoing.writeHead(refusal, { Connection: "close" }).end();
      // Node would continue to read the body.
      return void incoming.destroy();
    }
    if (connection.incoming === null) begin(connection, { incoming, outgoing });
    else if (connection.waiting.push({ incoming, outgoing }) > pipelined) incoming.socket.destroy();
  });
  server.timeout = idle;

  server.on("connection", (socket: Socket) => {
    const network = widerNetworkOf(socket.remoteAddress ?? "");
    const count = (ofNetworks.get(network) ?? 0) + 1;
    if (!trustProxy && count > ofNetwork) return socket.destroy();
    ofNetworks.set(network, count);
    open.set(socket, { network, incoming: null, readBefore: 0, waiting: [] });
    socket.once("close", () => {
      open.delete(socket);
      const left = (ofNetworks.get(network) ?? 1) - 1;
      if (left === 0) ofNetworks.delete(network);
      else ofNetworks.set(network, left);
    });
    // Closes some more than necessary, since the scan is expensive.
    if (open.size > connections)
      closeNewest(
        held(() => 1),
        CROWDED_OUT * connections,
      );
  });

  function begin(connection: Connection, { incoming, outgoing }: Exchange): void {
    connection.incoming = incoming;
    outgoing.once("close", () => {
      connection.readBefore = incoming.socket.bytesRead;
      const next = connection.waiting.shift();
      // Yields to the event loop, so that pipelined requests do not block other connections.
      if (next && !incoming.socket.destroyed) setImmediate(() => begin(connection, next));
      else connection.incoming = null;
    });
    listener(incoming, outgoing);
  }

  const held = (weigh: Weigh) => heldBy(open, weigh, trustProxy);

  server.on("timeout", (socket: Socket) => {
    const connection = open.get(socket);
    if (connection?.incoming && bytesStalled(socket, connection) === 0) socket.setTimeout(idle);
    else socket.destroy();
  });
  const looking = setInterval(() => {
    // Idle connections make room for active ones.
    if (open.size > CROWDED * connections) server.closeIdleConnections();
    closeNewest(held(bytesStalled), stalledBytes);
    closeNewest(
      held((...each) => Math.min(1, bytesStalled(...each))),
      stalled,
    );
  }, LOOK_EVERY_MS).unref();
  server.once("close", () => clearInterval(looking));
  return server;
}

/**
 * Returns the status with which to refuse a request unread, or null. Chunked bodies are refused: 120 KB in chunks of one byte
 * blocked the event loop for 90 to 360 ms. Browsers and proxies send a length.
 */
function refusalOf({ headers, url = "" }: IncomingMessage): number | null {
  if (headers["transfer-encoding"] !== undefined) return 411;
  return url.length > LONGEST_TARGET ? 414 : null;
}

interface Held {
  socket: Socket;
  network: string;
  weight: number;
}

type Weigh = (socket: Socket, connection: Connection) => number;

/** Weighs the open connections. Behind a proxy, the network is that of the client of the request. */
function heldBy(open: ReadonlyMap<Socket, Connection>, weigh: Weigh, trustProxy: boolean): Held[] {
  return [...open].flatMap(([socket, connection]) => {
    const weight = socket.destroyed ? 0 : weigh(socket, connection);
    if (weight === 0) return [];
    const { incoming } = connection;
    const asker = trustProxy && forwardedAddress(incoming?.headers["x-forwarded-for"]?.toString());
    return { socket, network: asker ? widerNetworkOf(asker) : connection.network, weight };
  });
}

/** Closes the newest connection of the largest network until the total is within the limit. */
function closeNewest(held: Held[], most: number): void {
  let all = held.reduce((sum, { weight }) => sum + weight, 0);
  if (all <= most) return;
  const networks = [...Map.groupBy(held, ({ network }) => network).values()].map((connections) => ({
    connections,
    weight: connections.reduce((sum, { weight }) => sum + weight, 0),
  }));
  while (all > most) {
    const largest = networks.reduce((a, b) => (b.weight > a.weight ? b : a));
    const newest = largest.connections.pop();
    if (!newest) return;
    newest.socket.destroy();
    largest.weight -= newest.weight;
    all -= newest.weight;
  }
}

/** Returns the bytes in memory of a request that waits for its client; 0 if it waits for the server. */
function bytesStalled(socket: Socket, { incoming, readBefore }: Connection): number {
  if (!incoming) return 0;
  if (!incoming.complete) return Math.min(Math.max(socket.bytesRead - readBefore, 1), MAX_BODY_IN_MEMORY);
  return socket.writableLength;
}
