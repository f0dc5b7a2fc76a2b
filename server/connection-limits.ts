import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from "node:http";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

export const CONNECTION_LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  // Photos of 5 MB come over slow mobile networks in two minutes.
  requestTimeout: 150_000,
  // A proxy keeps its connections for about a minute: one that we close just as it sends is an error to a visitor.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  /** A connection on which nothing moves for so many milliseconds, in either direction, is closed. */
  idle: 30_000,
  connections: 5_000,
  /** Requests that are being received or answered. */
  exchanges: 3_000,
  /** Those that wait for their visitor to read or to send. From here on the oldest make room. */
  stalled: 1_500,
  /** What they keep in memory. */
  stalledBytes: 96 * 1024 * 1024,
  /** Requests that wait behind another one of their connection. Browsers and proxies send none ahead. */
  pipelined: 4,
};

/** No body is held in memory beyond this. Must match MAX_JSON_BYTES in server/embedded/api.ts. */
const MAX_BODY_IN_MEMORY = 256 * 1024;
const LOOK_EVERY_MS = 250;
/** The share of the connections from which on those that are kept for later are closed. */
const CROWDED = 0.8;

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

interface Current {
  incoming: IncomingMessage;
  /** What the same connection asks next. */
  waiting: Exchange[];
}

/**
 * An HTTP server whose visitors cannot hold on to what others need: it waits for slow headers, bodies and readers only so
 * long, makes one answer at a time for each connection, and closes the oldest ones when too much waits for its visitors.
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
      // Pipelined requests do not hold up other connections.
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
