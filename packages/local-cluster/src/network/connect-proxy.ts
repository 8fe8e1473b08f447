// An HTTP CONNECT proxy in which names and addresses of Services lead to local processes. The API server calls webhooks through
// one on a Unix socket, processes call each other through one on a TCP port. Used by local-cluster.ts. It reads nothing of
// what passes: TLS goes end to end, so certificates are checked against the Service's name as in production.
import { createServer, type IncomingMessage, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";

/** Where a connection should end: a port of this computer, the place that was asked for, or nowhere for a reason. */
export type Route = { readonly port: number } | "direct" | { readonly refused: string };

/** What a proxy needs to know. */
export interface ConnectProxyOptions {
  /** A Unix socket's path, or a TCP port of 127.0.0.1 (0 for any). */
  readonly listen: string | number;
  /** Decides about each connection. */
  readonly route: (host: string, port: number) => Route;
}

/** A running proxy. */
export interface ConnectProxy {
  readonly server: Server;
  /** Ends it and every connection through it. */
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

/** Connects the two ends; answers with the streams that are now open. */
function handle(request: IncomingMessage, { client, head, route }: Connection): Duplex[] {
  client.on("error", () => client.destroy());
  const { hostname, port } = new URL(`tcp://${request.url ?? ""}`);
  const target = route(hostname, Number(port));
  if (typeof target === "object" && "refused" in target) {
    client.end(refusal(503, target.refused));
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
    else client.end(refusal(502, error.message));
  });
  client.once("close", () => upstream.destroy());
  upstream.once("close", () => client.end());
}

/** Callers print the status line and drop the body, so the reason stands in the line. */
function refusal(status: number, reason: string): string {
  return `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
}

function close(server: Server, open: ReadonlySet<Duplex>): Promise<void> {
  for (const stream of open) stream.destroy();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
