// A server that is called through plain sockets, so that a test decides what is sent when, and a route that answers when the test says so.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { ServerLimits } from "../src/limits.ts";
import { jsonResponse, type Route, textResponse } from "../src/route.ts";
import { type RunningServer, type ServerOptions, startServer } from "../src/server.ts";

const running: RunningServer[] = [];
const sockets: Socket[] = [];
let gate = Promise.withResolvers<void>();
let entered: () => void = () => undefined;

/** Ends what a test has started; to be run after each. */
export async function endAll(): Promise<void> {
  answerHeld();
  gate = Promise.withResolvers();
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(running.splice(0).map((server) => server.close({ drainMs: 0 })));
}

/** Lets the requests be answered that are held. */
export function answerHeld(): void {
  gate.resolve();
}

/** Holds a request until the test answers those that are held. */
export async function hold(): Promise<void> {
  entered();
  await gate.promise;
}

/** Resolves when the next request is held. */
export function nextHeld(): Promise<void> {
  return new Promise((resolve) => (entered = resolve));
}

const routes: readonly Route[] = [
  { method: "POST", path: "/echo", handle: async (request) => jsonResponse(200, await request.json()) },
  {
    method: "POST",
    path: "/held",
    async handle(request) {
      const { length } = await request.body();
      await hold();
      return textResponse(200, `${length} bytes`);
    },
  },
  { method: "GET", path: "/big", handle: () => textResponse(200, "x".repeat(64 * 1024 * 1024)) },
];

/** Starts a server with these limits, until `endAll`: `/echo` answers what it is sent, `/held` when the test says so, `/big` with 64 MiB. */
export async function start(
  limits: Partial<ServerLimits>,
  options: Partial<ServerOptions> = {},
): Promise<RunningServer> {
  const server = await startServer({ port: 0, routes, limits, ...options });
  running.push(server);
  return server;
}

/** One connection to a server. */
export interface Caller {
  readonly socket: Socket;
  /** Everything that the server sent, once it ends or closes the connection. */
  readonly all: Promise<string>;
  /** Waits until the server has sent this. */
  has(text: string): Promise<string>;
}

/** Connects to a server. */
export async function caller({ port }: Pick<RunningServer, "port">): Promise<Caller> {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let received = "";
  socket.on("data", (data) => (received += data.toString("latin1")));
  socket.on("error", () => undefined);
  const all = new Promise<string>((resolve) => socket.once("close", () => resolve(received)));
  await once(socket, "connect");
  return {
    socket,
    all,
    async has(text) {
      while (!received.includes(text)) await once(socket, "data");
      return received;
    },
  };
}

/** The text of a request with this body, or with a part of it when its length is given. */
export const post = (path: string, body: string, length: number = body.length): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${body}`;

/** Holds this many bytes of a server in a request that is not answered; `next` is sent together with it. */
export async function holds(server: RunningServer, bytes: number, next = ""): Promise<Caller> {
  const arrived = nextHeld();
  const one = await caller(server);
  one.socket.write(`${post("/held", "x".repeat(bytes))}${next}`);
  await arrived;
  return one;
}

/** The status of a body of 60 bytes, which fits into a budget of as many bytes when nothing is held. */
export async function statusOfNext(server: RunningServer): Promise<string> {
  const next = await caller(server);
  next.socket.write(post("/echo", `"${"y".repeat(58)}"`));
  return (await next.has("\r\n\r\n")).slice(0, 12);
}
