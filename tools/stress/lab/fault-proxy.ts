// Between a manager and the API server: ends TLS with a certificate of its own and passes requests on, unless a fault answers, holds or changes them.
import { createServer, request as upstreamRequest, Agent, type Server } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type CertificateAuthority, createCertificateAuthority } from "@capstan/serve/certificates";
import { portOf } from "@capstan/testenv/host";

/** A request that passes. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly isWatch: boolean;
  /** Counted from 0. */
  readonly number: number;
  /** Ends the connection without an answer, or in the middle of one. */
  readonly cut: () => void;
  /** Keeps the answer open after its last piece. */
  readonly hold: () => void;
}

/** An answer in the place of the API server's. */
export interface OwnAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What is done with requests and with the pieces of answers; each is looked up when it happens, so that faults reach what runs already. */
export interface Interference {
  /** An answer; or a promise, after which the request is passed on; or undefined, to pass it on. */
  readonly onRequest?: (exchange: Exchange) => OwnAnswer | Promise<unknown> | undefined;
  /** What is sent in the place of a piece of an answer; undefined for nothing. */
  readonly onPiece?: (exchange: Exchange, piece: Buffer) => Buffer | undefined;
}

interface Passing extends Exchange {
  readonly isHeld: () => boolean;
}

/** A running proxy. */
export class FaultProxy {
  readonly #upstream: { readonly url: string; readonly agent: Agent };
  readonly #sockets = new Set<Duplex>();
  readonly #statuses = new Map<number, number>();
  #server: Server | undefined;
  #authority: CertificateAuthority = createCertificateAuthority({ commonName: "stress-proxy" });
  #requests = 0;
  #connections = 0;
  #rejections = 0;

  /** What is done now. */
  interference: Interference = {};

  constructor(upstream: string, ca: string) {
    this.#upstream = { url: upstream, agent: new Agent({ keepAlive: true, ca }) };
  }

  /** Listens; returns the address. */
  async start(): Promise<string> {
    const server = createServer(this.#certificate(), (request, response) => this.#pass(request, response));
    server.on("connection", (socket) => {
      this.#connections += 1;
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
    server.on("tlsClientError", () => (this.#rejections += 1));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#server = server;
    return `https://127.0.0.1:${portOf(server)}`;
  }

  /** The authority of its certificate. */
  get caData(): string {
    return this.#authority.certPem;
  }

  /** How many connections clients have opened. */
  get connections(): number {
    return this.#connections;
  }

  /** How many connections clients have given up, because of the certificate. */
  get rejections(): number {
    return this.#rejections;
  }

  /** How many requests have come. */
  get requests(): number {
    return this.#requests;
  }

  /** How many answers had the status. */
  answered(status: number): number {
    return this.#statuses.get(status) ?? 0;
  }

  /** Ends every connection of clients. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** From now on its certificate is of another authority. Connections that are open stay. */
  rotate(): void {
    this.#authority = createCertificateAuthority({ commonName: "stress-proxy" });
    this.#server?.setSecureContext(this.#certificate());
  }

  stop(): void {
    this.#server?.close();
    this.cut();
    this.#upstream.agent.destroy();
  }

  #certificate(): { readonly key: string; readonly cert: string } {
    const { certPem: cert, keyPem: key } = this.#authority.issue({ commonName: "stress", ipAddresses: ["127.0.0.1"] });
    return { key, cert };
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const { method = "", url = "" } = request;
    const isWatch = /[?&]watch=(?:true|1)/.test(url);
    const cut = (): void => void request.socket.destroy();
    let held = false;
    const hold = (): void => void (held = true);
    const isHeld = (): boolean => held;
    const exchange = { method, url, isWatch, number: this.#requests++, cut, hold, isHeld };
    response.on("error", () => undefined);
    const decided = this.interference.onRequest?.(exchange);
    if (decided instanceof Promise) void decided.then(() => this.#forward(exchange, request, response));
    else if (decided === undefined) this.#forward(exchange, request, response);
    else this.#answer(decided, request, response);
  }

  #answer({ status, headers, body }: OwnAnswer, request: IncomingMessage, response: ServerResponse): void {
    this.#count(status);
    request.resume();
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  }

  #forward(exchange: Passing, request: IncomingMessage, response: ServerResponse): void {
    const { url, agent } = this.#upstream;
    const { host: _, ...headers } = request.headers;
    const options = { agent, method: exchange.method, headers };
    const sent = upstreamRequest(new URL(exchange.url, url), options, (answer) => {
      const { statusCode = 502, headers: received } = answer;
      this.#count(statusCode);
      // Faults may change how long the body is.
      const { "content-length": length, ...others } = received;
      const kept = this.interference.onPiece === undefined && length !== undefined ? { "content-length": length } : {};
      response.writeHead(statusCode, { ...others, ...kept });
      response.flushHeaders();
      answer.on("data", (piece: Buffer) => this.#relay(exchange, piece, response));
      answer.on("end", () => void (exchange.isHeld() || response.end()));
      answer.on("error", exchange.cut);
    });
    sent.on("error", exchange.cut);
    response.on("close", () => sent.destroy());
    request.pipe(sent);
  }

  #relay(exchange: Exchange, piece: Buffer, response: ServerResponse): void {
    const { onPiece } = this.interference;
    const changed = onPiece === undefined ? piece : onPiece(exchange, piece);
    if (changed !== undefined && !response.destroyed) response.write(changed);
  }

  #count(status: number): void {
    this.#statuses.set(status, this.answered(status) + 1);
  }
}
