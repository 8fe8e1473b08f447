// One attempt of one request: sends it, waits for the head of the answer, and applies the deadline and the caller's signal. It rejects with
// Node's own error, or with the reason for which this side ended the attempt.
import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import { request as tlsRequest } from "node:https";
import type { Socket } from "node:net";
import { nodeHttp } from "./node-http.ts";

/** One attempt: what to send, where, and how long to wait. */
export interface AttemptOptions {
  readonly base: URL;
  readonly agent: Agent;
  readonly method: string;
  /** Path and query, below the base's own path. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly headerBytes: number;
  /** Since the request has a connection. */
  readonly timeoutMs: number;
  readonly timeoutError: () => Error;
  readonly signal: AbortSignal | undefined;
  /** Called when the request has a connection whose handshake has ended, just before it is sent. What it throws ends the attempt. */
  readonly beforeSend?: (() => void) | undefined;
}

/** The head of an answer; its body is not read yet. */
export interface HttpAnswer {
  readonly response: IncomingMessage;
  /** Ends the deadline and the connection to the caller's signal. Call it when the body is read, or when a stream takes over. */
  readonly settle: () => void;
  /** Why this side ended the attempt while the body was read; undefined if it did not. */
  readonly reason: () => unknown;
}

/** How many answers of 1xx may come before the real one; an API server sends none. */
const mostInformational = 10;

/** Sends a request; resolves with the head of the answer. */
export function attempt(options: AttemptOptions): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const request = begin(options);
    const guard = guardRequest(request, options, reject);
    const fail = (error: Error): void => {
      guard.settle();
      reject(guard.reason() ?? error);
    };
    let isAnswered = false;
    request.once("response", (response) => {
      isAnswered = true;
      resolve({ response, ...guard });
    });
    // Without a listener, Node ends the connection of an answer 101 without an error.
    request.once("upgrade", (_, socket) => {
      socket.destroy();
      fail(new Error("the server switched to another protocol"));
    });
    request.once("close", () => {
      if (!isAnswered) fail(new Error("the connection ended without an answer"));
    });
    let informational = 0;
    request.on("information", () => {
      informational += 1;
      if (informational > mostInformational) request.destroy(new Error("informational answers without an end"));
    });
    // Not `once`: the parser can fail again after the head of the answer.
    request.on("error", fail);
  });
}

function begin({ base, agent, method, path, headers, body, headerBytes }: AttemptOptions): ClientRequest {
  const make = base.protocol === "https:" ? tlsRequest : nodeHttp.request;
  return make({
    hostname: base.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: base.port,
    agent,
    method,
    maxHeaderSize: headerBytes,
    path: base.pathname === "/" ? path : `${base.pathname.replace(/\/$/, "")}${path}`,
    headers: body === undefined ? headers : { ...headers, "content-length": Buffer.byteLength(body) },
  });
}

/** Sends a request when it has a connection, and ends the attempt at its deadline or the caller's signal, whatever Node then reports of the connection. */
function guardRequest(
  request: ClientRequest,
  { body, timeoutMs, timeoutError, signal, beforeSend }: AttemptOptions,
  reject: (why: unknown) => void,
): Pick<HttpAnswer, "settle" | "reason"> {
  let reason: unknown;
  const end = (why: unknown): void => {
    reason = why;
    request.destroy();
    settle();
    reject(why);
  };
  let timer: NodeJS.Timeout | undefined;
  // The wait for a free connection is not the server's: a call that was never sent would otherwise fail as one that was not answered.
  request.once("socket", (socket) => {
    if (isSettled) return;
    timer = setTimeout(() => end(timeoutError()), timeoutMs);
    whenOpen(socket, send);
  });
  const send = (): void => {
    if (isSettled) return;
    try {
      beforeSend?.();
    } catch (error) {
      return end(error);
    }
    request.end(body);
  };
  let isSettled = false;
  const abort = (): void => end(signal?.reason);
  signal?.addEventListener("abort", abort);
  const settle = (): void => {
    isSettled = true;
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  };
  if (signal?.aborted === true) abort();
  return { settle, reason: () => reason };
}

/** Calls a function when bytes that are written to a connection leave at once: a process may stand still for long between the beginning and the end of a handshake. */
function whenOpen(socket: Socket, call: () => void): void {
  // Node has this field of sockets with TLS; its types do not.
  const isShakingHands = "secureConnecting" in socket && socket.secureConnecting === true;
  if (isShakingHands) socket.once("secureConnect", call);
  else if (socket.connecting) socket.once("connect", call);
  else call();
}
