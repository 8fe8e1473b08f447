// Requests to the handlers without a network: the response is kept as it is sent, watches included.
import { EventEmitter } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { Faults } from "../src/embedded/faults.ts";
import { type Exchange, exchangeOf } from "../src/embedded/http/exchange.ts";
import { HttpHandler } from "../src/embedded/http/handler.ts";
import { ListPages } from "../src/embedded/read/list-objects.ts";
import type { ServerState } from "../src/embedded/server-state.ts";

/** The subject of a client certificate. */
export type Subject = Readonly<Record<string, string | readonly string[]>>;

/** A request; without a subject its connection has no valid client certificate. */
export interface Asked {
  readonly url?: string | undefined;
  readonly method?: string | undefined;
  readonly headers?: IncomingHttpHeaders;
  readonly body?: string | readonly string[];
  readonly complete?: boolean;
  readonly subject?: Subject | undefined;
}

/** What was sent so far. */
export interface Sent {
  readonly headers: Record<string, unknown>;
  code?: number;
  text?: string;
  end?: "ended" | "destroyed";
}

/** A response that keeps what is sent. */
export class KeptResponse extends EventEmitter {
  readonly sent: Sent = { headers: {} };
  /** How much of what was written the client has not read. */
  writableLength = 0;
  /** How often something was written. */
  writes = 0;

  get headersSent(): boolean {
    return this.sent.code !== undefined;
  }

  get writableEnded(): boolean {
    return this.sent.end === "ended";
  }

  get destroyed(): boolean {
    return this.sent.end === "destroyed";
  }

  setHeader(name: string, value: unknown): void {
    this.sent.headers[name] = value;
  }

  appendHeader(name: string, value: string): void {
    this.setHeader(name, [this.sent.headers[name] ?? [], value].flat());
  }

  writeHead(code: number, more: object): void {
    this.sent.code = code;
    Object.assign(this.sent.headers, more);
  }

  flushHeaders(): void {
    if (!this.headersSent) throw new Error("there are no headers to send");
  }

  write(text: string): void {
    this.writes += 1;
    this.sent.text = `${this.sent.text ?? ""}${text}`;
  }

  end(text?: string): void {
    if (text !== undefined) this.write(text);
    this.sent.end = "ended";
    this.emit("close");
  }

  destroy(): void {
    this.sent.end = "destroyed";
    this.emit("close");
  }
}

/** A request with a response that keeps what is sent. */
export function exchangeFor(asked: Asked = {}): { exchange: Exchange; response: KeptResponse; sent: Sent } {
  const { url, method, headers = {}, body = "", complete = true, subject } = asked;
  const chunks = (typeof body === "string" ? [body] : body).map((chunk) => Buffer.from(chunk));
  const socket = { authorized: subject !== undefined, getPeerCertificate: () => ({ subject }) };
  const request = Object.assign(Readable.from(chunks), { url, method, headers, complete, socket });
  const response = new KeptResponse();
  // Only these members are used.
  const exchange = exchangeOf(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  return { exchange, response, sent: response.sent };
}

/** The administrator whose requests `send` makes. */
export const administrator: Subject = { CN: "admin", O: "system:masters" };

/** A response whose request is answered. */
export interface Reply {
  readonly code: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The body as JSON; undefined when it is not JSON. */
  readonly body: unknown;
}

/** The handlers of a server state. */
export interface TestHttp {
  readonly faults: Faults;
  /** Answers a request of the administrator, or of another subject; `json` is its body. */
  send(method: string, url: string, more?: Omit<Asked, "method" | "url"> & { readonly json?: unknown }): Promise<Reply>;
  /** Starts a watch; what it sends is in the response. */
  watch(url: string, headers?: IncomingHttpHeaders): Promise<KeptResponse>;
}

export function createHttp(server: ServerState): TestHttp {
  const pages = new ListPages();
  const { store } = server;
  const faults = new Faults({ forgetHistory: () => store.compact(), keep: () => store.keep() });
  const handler = new HttpHandler({ server, faults, pages });
  const answer = async (asked: Asked): Promise<KeptResponse> => {
    const { exchange, response } = exchangeFor({ subject: administrator, ...asked });
    await handler.answer(exchange.request, exchange.response);
    return response;
  };
  return {
    faults,
    send: async (method, url, { json, ...more } = {}) => {
      const body = json === undefined ? {} : { body: JSON.stringify(json) };
      const { sent } = await answer({ method, url, ...body, ...more });
      const { code, headers, text = "" } = sent;
      const isJson = headers["content-type"] === "application/json" && text !== "";
      return { code, headers, text, body: isJson ? (JSON.parse(text) as unknown) : undefined };
    },
    watch: (url, headers = {}) => answer({ method: "GET", url, headers }),
  };
}

/** The events of a watch so far, once what is pending is written. */
export async function eventsOf({ sent }: KeptResponse): Promise<{ type: string; object: Record<string, unknown> }[]> {
  // One turn for a conversion, and one for its line.
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
  const lines = (sent.text ?? "").split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as { type: string; object: Record<string, unknown> });
}
