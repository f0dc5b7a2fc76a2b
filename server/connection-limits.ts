import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from "node:http";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

export const CONNECTION_LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  // Photos of 5 MB come over slow mobile networks in two minutes.
  requestTimeout: 150_000,
  // Longer than the minute of most proxies: a connection closed just as the proxy sends is an error for a visitor.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  /** A connection without progress in either direction for so many milliseconds is closed. */
  idle: 30_000,
  connections: 5_000,
  /** Requests in flight. */
  exchanges: 3_000,
  /** Requests that wait for their client to read or to send. Beyond it the oldest are closed. */
  stalled: 1_500,
  /** The bytes that these hold in memory. */
  stalledBytes: 96 * 1024 * 1024,
  /** Pipelined requests of one connection. Browsers and proxies do not pipeline. */
  pipelined: 4,
};

/** No body is held in memory beyond this. Must match MAX_JSON_BYTES in server/embedded/api.ts. */
const MAX_BODY_IN_MEMORY = 256 * 1024;
const LOOK_EVERY_MS = 250;
/** Above this share of the connections, idle ones are closed. */
const CROWDED = 0.8;

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

interface Current {
  incoming: IncomingMessage;
  /** Its pipelined requests. */
  waiting: Exchange[];
}

/**
 * An HTTP server that slow clients cannot exhaust: it times out slow headers, bodies and readers, serves one response at a
 * time per connection, and closes the oldest requests when too many wait for their clients.
 */
export function createLimitedServer(
  options: ServerOptions,
  listener: RequestListener,
  limits = CONNECTION_LIMITS,
): Server {
  // By connection, the oldest request first.
  const exchanges = new Map<Socket, Current>();
  const { idle, connections, ...ofNode } = limits;
  const server = createServer({ ...options, ...ofNode }, (incoming, outgoing) => {
    const { socket } = incoming;
    if (socket.destroyed) return;
    const busy = exchanges.get(socket);
    if (!busy) begin({ incoming, outgoing }, []);
    else if (busy.waiting.push({ incoming, outgoing }) > limits.pipelined) socket.destroy();
  });
  server.maxConnections = connections;
  server.timeout = idle;

  function begin({ incoming, outgoing }: Exchange, waiting: Exchange[]): void {
    const { socket } = incoming;
    // Again, too: it is the newest request now.
    exchanges.delete(socket);
    if (exchanges.size >= limits.exchanges) {
      refuse(outgoing);
      return;
    }
    exchanges.set(socket, { incoming, waiting });
    outgoing.once("close", () => {
      const next = waiting.shift();
      // Pipelined requests do not block other connections.
      if (next && !socket.destroyed) setImmediate(() => begin(next, waiting));
      else exchanges.delete(socket);
    });
    listener(incoming, outgoing);
  }

  server.on("timeout", (socket: Socket) => {
    const current = exchanges.get(socket);
    if (current && stalledBytes(socket, current.incoming) === 0) socket.setTimeout(idle);
    else socket.destroy();
  });
  const shedding = setInterval(() => {
    shed([...exchanges], limits);
    server.getConnections((_error, count) => {
      // Who asks for nothing makes room for who would.
      if (count > CROWDED * connections) server.closeIdleConnections();
    });
  }, LOOK_EVERY_MS).unref();
  server.once("close", () => clearInterval(shedding));
  return server;
}

function refuse(outgoing: ServerResponse): void {
  outgoing.writeHead(503, { "Retry-After": "5", Connection: "close", "Content-Type": "text/plain" });
  outgoing.end("Many visitors are here just now. Please try again in a moment.");
}

function shed(oldestFirst: [Socket, Current][], limits: typeof CONNECTION_LIMITS): void {
  const stalled = oldestFirst
    .map(([socket, { incoming }]) => ({ socket, bytes: stalledBytes(socket, incoming) }))
    .filter(({ bytes }) => bytes > 0);
  let all = stalled.reduce((total, { bytes }) => total + bytes, 0);
  let count = stalled.length;
  for (const { socket, bytes } of stalled) {
    if (all <= limits.stalledBytes && count <= limits.stalled) return;
    all -= bytes;
    count -= 1;
    socket.destroy();
  }
}

/** What a request keeps in memory for want of its visitor; zero where the next move is ours. */
function stalledBytes(socket: Socket, incoming: IncomingMessage): number {
  if (!incoming.complete) return Math.min(Math.max(socket.bytesRead, 1), MAX_BODY_IN_MEMORY);
  return socket.writableLength;
}
