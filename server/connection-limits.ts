import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from "node:http";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

export const CONNECTION_LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  // A photo of 5 MB comes in time from 35 KB a second on.
  requestTimeout: 150_000,
  // Longer than the minute of most proxies: a connection closed just as the proxy sends is an error for a visitor.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  /** Milliseconds without progress while the server waits for the client; then the connection is closed. */
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

/** No body is held in memory beyond this. */
const MAX_BODY_IN_MEMORY = 256 * 1024;
const LOOK_EVERY_MS = 250;
/** Above this share of the connections, idle ones are closed. */
const CROWDED = 0.8;

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

/** What a connection is busy with. */
interface Connection {
  /** Of the request in flight; null between two. */
  incoming: IncomingMessage | null;
  /** Counts all requests: a smaller number is an older one. */
  number: number;
  /** The bytes that had come when the last request ended. */
  readBefore: number;
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
  // One entry for as long as a connection lasts. With one for each request, V8 would move every table that the Map outgrows to
  // the old generation, with the requests in it.
  const open = new Map<Socket, Connection>();
  let inFlight = 0;
  let begun = 0;
  const { idle, connections, ...ofNode } = limits;
  const server = createServer({ ...options, ...ofNode }, (incoming, outgoing) => {
    const { socket } = incoming;
    if (socket.destroyed) return;
    const connection = open.get(socket) ?? addConnection(socket);
    if (connection.incoming === null) begin(connection, { incoming, outgoing });
    else if (connection.waiting.push({ incoming, outgoing }) > limits.pipelined) socket.destroy();
  });
  server.maxConnections = connections;
  server.timeout = idle;

  function addConnection(socket: Socket): Connection {
    const connection = { incoming: null, number: 0, readBefore: 0, waiting: [] };
    open.set(socket, connection);
    socket.once("close", () => open.delete(socket));
    return connection;
  }

  function begin(connection: Connection, { incoming, outgoing }: Exchange): void {
    connection.incoming = null;
    if (inFlight >= limits.exchanges) {
      refuse(outgoing);
      return;
    }
    inFlight += 1;
    begun += 1;
    connection.incoming = incoming;
    connection.number = begun;
    outgoing.once("close", () => {
      inFlight -= 1;
      connection.readBefore = incoming.socket.bytesRead;
      const next = connection.waiting.shift();
      // Pipelined requests do not block other connections.
      if (next && !incoming.socket.destroyed) setImmediate(() => begin(connection, next));
      else connection.incoming = null;
    });
    listener(incoming, outgoing);
  }

  server.on("timeout", (socket: Socket) => {
    const connection = open.get(socket);
    if (connection?.incoming && stalledBytes(socket, connection) === 0) socket.setTimeout(idle);
    else socket.destroy();
  });
  const shedding = setInterval(() => {
    shed(open, limits);
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

function shed(open: ReadonlyMap<Socket, Connection>, limits: typeof CONNECTION_LIMITS): void {
  const stalled = [...open]
    .map(([socket, connection]) => ({ socket, number: connection.number, bytes: stalledBytes(socket, connection) }))
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => a.number - b.number);
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
function stalledBytes(socket: Socket, { incoming, readBefore }: Connection): number {
  if (!incoming) return 0;
  if (!incoming.complete) return Math.min(Math.max(socket.bytesRead - readBefore, 1), MAX_BODY_IN_MEMORY);
  return socket.writableLength;
}
