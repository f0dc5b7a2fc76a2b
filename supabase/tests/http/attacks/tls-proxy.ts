import http from "node:http";
import https from "node:https";
import net from "node:net";
import type { AddressInfo } from "node:net";
import type { Certificate } from "./observatory.ts";

/** The first byte of a TLS handshake. */
const HANDSHAKE = 0x16;

export interface TlsProxy {
  port: number;
  /** Where https requests go: a server on this machine. May be set later. */
  target: number;
  stop(): Promise<void>;
}

/**
 * The reverse proxy of the README: takes TLS for a server behind it and sends http over to https. Both on one port, as the
 * observatory asks both under one host name.
 */
export async function startTlsProxy({ private: key, cert }: Certificate): Promise<TlsProxy> {
  const proxy = { port: 0, target: 0 };
  const behindTls = https.createServer({ key, cert }, (request, response) => {
    const headers = {
      ...request.headers,
      "x-forwarded-for": request.socket.remoteAddress,
      "x-forwarded-proto": "https",
    };
    const { method, url: path } = request;
    const onward = http.request({ host: "localhost", port: proxy.target, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  const plain = http.createServer((request, response) => {
    response.writeHead(301, { Location: `https://${request.headers.host}${request.url}` }).end();
  });
  const sockets = new Set<net.Socket>();
  const door = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.once("data", (first) => {
      socket.pause();
      socket.unshift(first);
      (first[0] === HANDSHAKE ? behindTls : plain).emit("connection", socket);
      process.nextTick(() => socket.resume());
    });
    socket.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => door.listen(0, "localhost", resolve));
  proxy.port = (door.address() as AddressInfo).port;
  return Object.assign(proxy, {
    async stop() {
      door.close();
      for (const socket of sockets) socket.destroy();
    },
  });
}
