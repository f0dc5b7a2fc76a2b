import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from "node:http";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { forwardedAddress, widerNetworkOf } from "./client-address.ts";

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
  /** Beyond it, as beyond the next two, the newest are closed of the network that has most. */
  connections: 5_000,
  /** Of one network (/24, /48), where no proxy stands in front. */
  ofNetwork: 1_000,
  /** Requests that wait for their client to read or to send. */
  stalled: 1_500,
  /** The bytes that these hold in memory. */
  stalledBytes: 96 * 1024 * 1024,
  /** Pipelined requests of one connection. Browsers and proxies do not pipeline. */
  pipelined: 4,
};

/** The longest path and query. A search in an Indian script makes 1,000 characters; `next` of /login takes 4,000. */
const LONGEST_TARGET = 4_000;
/** No body is held in memory beyond this. */
const MAX_BODY_IN_MEMORY = 128 * 1024;
const LOOK_EVERY_MS = 250;
/** Above this share of the connections, idle ones are closed. */
const CROWDED = 0.8;
/** Where they are too many, so many are left. */
const CROWDED_OUT = 0.98;

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

/** What a connection is busy with. */
interface Connection {
  network: string;
  /** Of the request in flight; null between two. */
  incoming: IncomingMessage | null;
  /** The bytes that had come when the last request ended. */
  readBefore: number;
  /** Its pipelined requests. */
  waiting: Exchange[];
}

interface Options extends ServerOptions {
  /** Whether all connections come from a proxy that says in each request whose it is. */
  trustProxy?: boolean;
}

/**
 * An HTTP server that slow clients cannot exhaust: it times out slow headers, bodies and readers, serves one response at a
 * time per connection, and where connections become too many, or too many wait for their clients, closes those of the network that has most.
 */
export function createLimitedServer(
  { trustProxy = false, ...options }: Options,
  listener: RequestListener,
  limits = CONNECTION_LIMITS,
): Server {
  // One entry for as long as a connection lasts, the newest last. With one for each request, V8 would move every table that the Map
  // outgrows to the old generation, with the requests in it.
  const open = new Map<Socket, Connection>();
  const ofNetworks = new Map<string, number>();
  const { idle, connections, ofNetwork, stalled, stalledBytes, pipelined, ...ofNode } = limits;
  const server = createServer({ ...options, ...ofNode }, (incoming, outgoing) => {
    const connection = open.get(incoming.socket);
    if (!connection || incoming.socket.destroyed) return;
    const refusal = refusalOf(incoming);
    if (refusal) {
      outgoing.writeHead(refusal, { Connection: "close" }).end();
      // Else Node would go on reading the body.
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
    // Some more than that one, since looking at all takes its time.
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
      // Pipelined requests do not block other connections.
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
    // Who asks for nothing makes room for who would.
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
 * The status of a request that is refused unread. Node calls back for each chunk of a body: 120 KB in chunks of one byte blocked the
 * event loop for 90 to 360 ms. Browsers and proxies send a length.
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

/** The connections that weigh something, and whose they are: behind a proxy only their requests say. */
function heldBy(open: ReadonlyMap<Socket, Connection>, weigh: Weigh, trustProxy: boolean): Held[] {
  return [...open].flatMap(([socket, connection]) => {
    const weight = socket.destroyed ? 0 : weigh(socket, connection);
    if (weight === 0) return [];
    const { incoming } = connection;
    const asker = trustProxy && forwardedAddress(incoming?.headers["x-forwarded-for"]?.toString());
    return { socket, network: asker ? widerNetworkOf(asker) : connection.network, weight };
  });
}

/** Closes the newest connection of the network that has most, again and again until all together have no more than that. */
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

/** What a request keeps in memory for want of its visitor; zero where the next move is ours. */
function bytesStalled(socket: Socket, { incoming, readBefore }: Connection): number {
  if (!incoming) return 0;
  if (!incoming.complete) return Math.min(Math.max(socket.bytesRead - readBefore, 1), MAX_BODY_IN_MEMORY);
  return socket.writableLength;
}
