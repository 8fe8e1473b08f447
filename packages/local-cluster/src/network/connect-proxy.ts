// An HTTP CONNECT proxy that maps Services to local processes. The API server uses one on a Unix socket, processes use one on a TCP
// port. It forwards bytes only: TLS is end to end, so certificates are checked against the Service's name.
import { createServer, type IncomingMessage, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";

/** Where a connection goes: a local port, the requested address, or nowhere, with the reason. */
export type ProxyRoute = { readonly port: number } | "direct" | { readonly unavailable: string };

/** The settings of a proxy. */
export interface ConnectProxyOptions {
  /** A Unix socket's path, or a TCP port of 127.0.0.1 (0 for any). */
  readonly listen: string | number;
  /** Decides about each connection. */
  readonly route: (host: string, port: number) => ProxyRoute;
}

/** A running proxy. */
export interface ConnectProxy {
  readonly server: Server;
  /** Stops it and closes every connection through it. */
  close(): Promise<void>;
}

/** Starts a proxy; resolves when it listens. */
export async function startConnectProxy({ listen, route }: ConnectProxyOptions): Promise<ConnectProxy> {
  const open = new Set<Duplex>();
  const server = createServer((_, response) => response.writeHead(405).end("this proxy only takes CONNECT\n"));
  server.on("connect", (request: IncomingMessage, client: Duplex, head: Buffer) => {
    for (const stream of handle(request, { client, head, route })) {
      open.add(stream);
      stream.once("close", () => open.delete(stream));
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    if (typeof listen === "string") server.listen(listen, resolve);
    else server.listen(listen, "127.0.0.1", resolve);
  });
  return { server, close: () => close(server, open) };
}

interface Connection {
  readonly client: Duplex;
  readonly head: Buffer;
  readonly route: ConnectProxyOptions["route"];
}

/** Connects the two ends; returns the open streams. */
function handle(request: IncomingMessage, { client, head, route }: Connection): Duplex[] {
  client.on("error", () => client.destroy());
  const { hostname, port } = new URL(`tcp://${request.url ?? ""}`);
  const target = route(hostname, Number(port));
  if (typeof target === "object" && "unavailable" in target) {
    client.end(failure(503, target.unavailable));
    return [client];
  }
  const upstream = target === "direct" ? connect(Number(port), hostname) : connect(target.port, "127.0.0.1");
  join(client, upstream, head);
  return [client, upstream];
}

function join(client: Duplex, upstream: Socket, head: Buffer): void {
  let connected = false;
  upstream.once("connect", () => {
    connected = true;
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    upstream.write(head);
    client.pipe(upstream).pipe(client);
  });
  upstream.on("error", (error) => {
    if (connected) client.destroy();
    else client.end(failure(502, error.message));
  });
  client.once("close", () => upstream.destroy());
  upstream.once("close", () => client.end());
}

/** Callers print only the status line, so it contains the reason. */
function failure(status: number, reason: string): string {
  return `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
}

function close(server: Server, open: ReadonlySet<Duplex>): Promise<void> {
  for (const stream of open) stream.destroy();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
