// A client of Node alone, which sends what Cluster API's client sends: no Content-Type, no Accept.
import { request } from "node:https";
import { text } from "node:stream/consumers";

/** What came back. */
export interface PlainAnswer {
  readonly status: number | undefined;
  readonly text: string;
  /** The body as JSON, if it is an object. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends POST requests to one server. */
export interface PlainClient {
  post(path: string, body: object | string): Promise<PlainAnswer>;
}

/** A client that trusts one certificate. */
export function plainClient(url: string, certificate: string): PlainClient {
  return {
    async post(path, body) {
      const { status, text } = await send(new URL(path, url), certificate, asText(body));
      return { status, text, body: objectIn(text) };
    },
  };
}

function asText(body: object | string): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  return text.startsWith("{") ? JSON.parse(text) : {};
}

function send(url: URL, ca: string, body: string): Promise<{ status: number | undefined; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; text: string }>();
  const headers = { "content-length": Buffer.byteLength(body) };
  const sent = request(url, { method: "POST", ca, agent: false, headers }, (response) => {
    text(response).then((answer) => resolve({ status: response.statusCode, text: answer }), reject);
  });
  // A server that answers before it has read all may close the connection under the rest.
  sent.once("error", reject);
  sent.end(body);
  return promise;
}
