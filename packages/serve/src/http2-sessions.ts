// HTTP/2 on a server of HTTP/1.1, for callers that choose it in the handshake. Each stream becomes a request of that server, with its limits and its routes; what follows from HTTP/2 itself is limited here: streams, headers, resets, frames that
// ask for an answer, and sessions without a request.
import {
  constants,
  createServer,
  type Http2Session,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { Server } from "node:https";
import type { TLSSocket } from "node:tls";
import type { ServerLimits } from "./limits.ts";

/** The name of HTTP/2 in the handshake. */
export const http2Protocol = "h2";

/** Half of Node's defaults or less: a caller of hooks and webhooks has no use for more. */
const frames = {
  /** Of one session, in MB. */
  maxSessionMemory: 2,
  maxHeaderListPairs: 128,
  maxOutstandingPings: 4,
  maxOutstandingSettings: 4,
  /** Go's client opens up to 100 streams before it has read how many it may, and sends those again that are rejected; each of these counts. */
  maxSessionInvalidFrames: 200,
  maxSessionRejectedStreams: 20,
  streamResetBurst: 100,
  streamResetRate: 10,
} as const;

/** Fields that HTTP/2 does not have. */
const ofConnections: readonly string[] = ["connection", "transfer-encoding", "keep-alive"];

/** The sessions of one server. */
export interface Http2Sessions {
  /** Ends each session after its last answer. */
  close(): void;
}

/** Accepts HTTP/2 beside HTTP/1.1. Call it before anything else listens to encrypted connections of the server. */
export function acceptHttp2(server: Server, limits: ServerLimits): Http2Sessions {
  const sessions = new Set<ServerHttp2Session>();
  const http2 = createServer({
    ...frames,
    settings: {
      maxConcurrentStreams: limits.requestsPerConnection,
      maxHeaderListSize: limits.headerBytes,
      enablePush: false,
    },
  });
  const sockets = new WeakMap<Http2Session, TLSSocket>();
  let accepted: TLSSocket | undefined;
  http2.on("session", (session) => {
    if (accepted === undefined) return;
    sessions.add(session);
    sockets.set(session, accepted);
    session.once("close", () => sessions.delete(session));
    endUnused(session, limits);
  });
  http2.on("sessionError", (_error, session) => session.destroy());
  http2.on("stream", (stream, headers, ...[, rawHeaders]) => {
    // First of all: the session of a stream that is announced may have failed already, and its error ends the process if nobody listens.
    stream.on("error", () => undefined);
    const socket = stream.session === undefined ? undefined : sockets.get(stream.session);
    if (socket === undefined || socket.destroyed || stream.destroyed || stream.closed) return;
    endLate(stream, socket, limits);
    asRequest(stream, { socket, headers, rawHeaders });
    server.emit("request", stream, stream);
  });
  const [parse] = server.listeners("secureConnection");
  server.removeAllListeners("secureConnection").on("secureConnection", (socket: TLSSocket) => {
    if (socket.alpnProtocol !== http2Protocol)
      return parse === undefined ? undefined : Reflect.apply(parse, server, [socket]);
    accepted = socket;
    http2.emit("connection", socket);
    accepted = undefined;
  });
  return { close: () => sessions.forEach((session) => session.close()) };
}

/** Ends a session that has no request for as long as a connection of HTTP/1.1 may be idle, whatever other frames it sends. The first must come as soon as headers must. */
function endUnused(session: ServerHttp2Session, { headersMs, idleMs }: ServerLimits): void {
  let open = 0;
  let timer = setTimeout(() => session.destroy(), headersMs).unref();
  session.on("stream", (stream) => {
    open += 1;
    clearTimeout(timer);
    stream.once("close", () => {
      open -= 1;
      if (open === 0 && !session.destroyed) timer = setTimeout(() => session.close(), idleMs).unref();
    });
  });
  session.once("close", () => clearTimeout(timer));
}

/** Ends the connection of a request that does not arrive. */
function endLate(stream: ServerHttp2Stream, socket: TLSSocket, { requestMs }: ServerLimits): void {
  const timer = setTimeout(() => socket.destroy(), requestMs).unref();
  const over = (): void => clearTimeout(timer);
  stream.once("end", over).once("close", over);
}

interface Arrived {
  readonly socket: TLSSocket;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
}

/** Gives a stream what the routes of a server use of Node's request and response. */
function asRequest(stream: ServerHttp2Stream, { socket, headers, rawHeaders }: Arrived): void {
  const plain = Object.entries(headers).filter(([name]) => !name.startsWith(":"));
  const { ":authority": host, ":method": method, ":path": url } = headers;
  Object.assign(stream, {
    httpVersionMajor: 2,
    req: stream,
    socket,
    method,
    url,
    headers: { host, ...Object.fromEntries(plain) },
    rawHeaders,
    shouldKeepAlive: true,
    flushHeaders: () => undefined,
    writeHead: (status: number, fields: OutgoingHttpHeaders) => {
      // Its caller has reset it: Node would throw.
      if (stream.destroyed || stream.closed) return void stream.destroy();
      const written = Object.entries(fields).filter(([name]) => !ofConnections.includes(name.toLowerCase()));
      stream.respond({ ":status": status, ...Object.fromEntries(written) });
    },
  });
  // What is not read of a request is not sent any more, once it has its answer.
  stream.once("finish", () => {
    if (!stream.endAfterHeaders && !stream.readableEnded) stream.close(constants.NGHTTP2_NO_ERROR);
  });
  Object.defineProperty(stream, "complete", { get: () => stream.endAfterHeaders || stream.readableEnded });
}
