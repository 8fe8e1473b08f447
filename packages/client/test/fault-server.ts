// A server whose answers a test sets, request by request: with rejections, lost connections and silence, which no real server sends on demand.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { TlsOptions } from "node:tls";

/** Answers one request. */
export type Answer = (response: ServerResponse, request: SeenRequest) => void;

/** A request as it came. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A running fault server. */
export interface FaultServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly seen: SeenRequest[];
  /** How many connections are open. */
  open(): Promise<number>;
  /** How many connections were opened. */
  connections(): number;
}

/** Starts a server whose nth request gets the nth answer; the last answer also serves all that follow. */
export async function startFaultServer(
  answers: readonly Answer[],
  { tls, port = 0 }: { tls?: TlsOptions; port?: number } = {},
): Promise<FaultServer> {
  const seen: SeenRequest[] = [];
  let connections = 0;
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const record = { method, url, headers, body: Buffer.concat(chunks).toString() };
      const answer = answers[Math.min(seen.push(record) - 1, answers.length - 1)];
      answer?.(response, record);
    });
  };
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  // Only a test or the client ends a connection: one that Node closes after some seconds would look like the client's work.
  server.keepAliveTimeout = 0;
  server.on(tls === undefined ? "connection" : "secureConnection", () => connections++);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : 0;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${bound}`,
    port: bound,
    seen,
    open: () => new Promise((resolve) => server.getConnections((_, count) => resolve(count))),
    connections: () => connections,
    [Symbol.asyncDispose]: close,
  };
}

/** Answers with JSON. */
export function json(
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Answer {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Answers with a Status. */
export function reject(
  code: number,
  reason: string,
  {
    message = reason,
    headers = {},
    details = {},
  }: { message?: string; headers?: Record<string, string>; details?: object } = {},
): Answer {
  return json(
    { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", reason, message, code, details },
    { status: code, headers },
  );
}

/** Closes the connection instead of answering. */
export const cut: Answer = (response) => response.socket?.destroy();

/** Accepts the request and sends nothing. */
export const silence: Answer = () => undefined;

/** Answers with lines, each an event or a raw string, and then ends, loses the connection, or stays open. */
export function events(lines: readonly (object | string)[], end: "end" | "cut" | "open" = "end"): Answer {
  return (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write(
      lines.map((line) => (typeof line === "string" ? line : `${JSON.stringify(line)}\n`)).join(""),
      () => {
        if (end === "end") response.end();
        if (end === "cut") response.socket?.destroy();
      },
    );
    if (lines.length === 0) response.flushHeaders();
  };
}

/** A clock whose waits end at once; it records how long they would have been. */
export function instantClock(): {
  waits: number[];
  now: () => number;
  date: () => Date;
  after: (ms: number, call: () => void) => () => void;
  random: () => number;
} {
  const waits: number[] = [];
  const after = (ms: number, call: () => void): (() => void) => {
    waits.push(ms);
    const timer = setImmediate(call);
    return () => clearImmediate(timer);
  };
  return { waits, now: () => 0, date: () => new Date(0), after, random: () => 1 };
}
