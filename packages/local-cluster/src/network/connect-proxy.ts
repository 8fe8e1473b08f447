// An HTTP CONNECT proxy that maps Services to local processes. The API server uses one on a Unix socket, processes use one on a TCP
// port. It forwards bytes only: TLS is end to end, so certificates are checked against the Service's name.
import { chmodSync, rmSync } from "node:fs";
import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { connect, createServer, isIPv6, type Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { endWith, limitConnections, type LimitedConnections, readHead, type ServerLimits } from "@capstan/serve";
import type { ProxyCredential } from "./proxy-credential.ts";

/** Where a connection goes: a local port, the requested address, or nowhere, with the reason. */
export type ProxyRoute = { readonly port: number } | "direct" | { readonly unavailable: string };

/** Who may use a proxy: callers that may open the Unix socket, or callers of a port of 127.0.0.1 (0 for any) that have its credential. */
export type ProxyListener =
  | { readonly socket: string }
  | { readonly port: number; readonly credential: Pick<ProxyCredential, "matches"> };

/** The settings of a proxy. */
export interface ConnectProxyOptions {
  readonly listen: ProxyListener;
  /** Decides about each connection. */
  readonly route: (host: string, port: number) => ProxyRoute;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<ProxyLimits>;
}

/** How many connections may be open, and how long a caller may take to say what it wants. */
export type ProxyLimits = Pick<ServerLimits, "connections" | "headersMs">;

/** A running proxy. */
export interface ConnectProxy {
  readonly server: Server;
  /** Stops it and closes every connection through it. */
  close(): Promise<void>;
}

/** Far more connections than the processes of one cluster need. Clients send CONNECT at once. */
const proxyLimits: ProxyLimits = { connections: 1024, headersMs: 5000 };
/** A CONNECT with a credential has some hundred bytes. */
const headBytes = 16 * 1024;
const connectTimeoutMs = 30_000;

/** Starts a proxy; resolves when it listens. */
export async function startConnectProxy({ listen, route, ...options }: ConnectProxyOptions): Promise<ConnectProxy> {
  const open = new Set<Duplex>();
  const { connections, headersMs } = { ...proxyLimits, ...options.limits };
  const follow = (stream: Duplex): void => {
    open.add(stream);
    stream.once("close", () => open.delete(stream));
  };
  // It parses the first request of each connection, if that begins as a CONNECT, and listens nowhere itself.
  const parser = createHttpServer({ maxHeaderSize: headBytes });
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    follow(client);
    readHead(client, { methods: ["CONNECT"], bytes: headBytes, ms: headersMs }, (head) => {
      if ("status" in head) return end(client, { status: head.status, reason: rejections[head.status] });
      client.unshift(head.read);
      parser.emit("connection", client);
      client.resume();
    });
  });
  const places = limitConnections(server, connections);
  parser.on("connect", (request: IncomingMessage, client: Duplex, head: Buffer) => {
    for (const stream of handle(request, { client, head, listen, route, places })) follow(stream);
  });
  if ("socket" in listen && !(await answers(listen.socket))) rmSync(listen.socket, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    if ("socket" in listen) server.listen(listen.socket, resolve);
    else server.listen(listen.port, "127.0.0.1", resolve);
  });
  if ("socket" in listen) chmodSync(listen.socket, 0o600);
  return { server, close: () => close(server, open) };
}

/** Whether a process listens at a socket. The file of one that was killed stays, and nothing could listen there again. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

interface Connection extends ConnectProxyOptions {
  readonly client: Duplex;
  readonly head: Buffer;
  readonly places: LimitedConnections;
}

/** Connects the two ends; returns the open streams. */
function handle(request: IncomingMessage, { client, head, listen, route, places }: Connection): Duplex[] {
  const reject = (status: number, reason: string, header?: string): Duplex[] => {
    end(client, { status, reason, header });
    return [client];
  };
  if ("credential" in listen && !listen.credential.matches(request.headers["proxy-authorization"]))
    return reject(407, "this proxy is for the processes of its cluster", 'Proxy-Authenticate: Basic realm="capstan"');
  // Until here, a connection makes room for a new one: any user of the computer can open connections to the port.
  places.keep(request);
  const target = parseConnectTarget(request.url ?? "");
  if (target === undefined) return reject(400, "the target must be a name or an address, and a port");
  const { host, port } = target;
  const way = route(host, port);
  if (typeof way === "object" && "unavailable" in way) return reject(503, way.unavailable);
  const upstream = way === "direct" ? connect(port, host) : connect(way.port, "127.0.0.1");
  join(client, upstream, head);
  return [client, upstream];
}

function join(client: Duplex, upstream: Socket, head: Buffer): void {
  let connected = false;
  upstream.setTimeout(connectTimeoutMs, () =>
    upstream.destroy(new Error(`no connection within ${connectTimeoutMs / 1000} s`)),
  );
  upstream.once("connect", () => {
    connected = true;
    upstream.setTimeout(0);
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    upstream.write(head);
    client.pipe(upstream).pipe(client);
  });
  upstream.on("error", (error) => {
    if (connected) client.destroy();
    else end(client, { status: 502, reason: error.message });
  });
  client.once("close", () => upstream.destroy());
  upstream.once("close", () => client.end());
}

interface Rejection {
  readonly status: number;
  readonly reason: string;
  readonly header?: string | undefined;
}

/** Why a caller whose first request is no CONNECT gets no answer. */
const rejections = { 405: "this proxy only takes CONNECT", 431: "the head of the request is too large" } as const;

/** Callers print only the status line, so it contains the reason. */
function end(client: Duplex, { status, reason, header }: Rejection): void {
  const line = `HTTP/1.1 ${status} ${reason.replace(/[^ -~]/g, "?")}`;
  const lines = [line, ...(header === undefined ? [] : [header]), "Connection: close", "Content-Length: 0", "", ""];
  endWith(client, lines.join("\r\n"));
}

function close(server: Server, open: ReadonlySet<Duplex>): Promise<void> {
  for (const stream of open) stream.destroy();
  return new Promise((resolve) => void server.close(() => resolve()));
}

/** Where a caller wants to be connected to. */
export interface ConnectTarget {
  readonly host: string;
  readonly port: number;
}

const authority = /^(?:\[(?<address>[\da-f:.]{2,45})\]|(?<name>[\w.-]{1,253})):(?<port>\d{1,5})$/i;

/** Undefined when it is not `name:port`, `address:port` or `[IPv6 address]:port`. */
export function parseConnectTarget(text: string): ConnectTarget | undefined {
  const { address, name, port: digits } = authority.exec(text)?.groups ?? {};
  const port = Number(digits);
  if (!(port >= 1 && port <= 65_535)) return undefined;
  const host = address === undefined ? name : isIPv6(address) ? address : undefined;
  return host === undefined ? undefined : { host, port };
}
