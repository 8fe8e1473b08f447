// A connection to one extension: https with keep-alive, by Node's own client. It sends what Cluster API's client sends: no
// Content-Type, the timeout in the query.
import { type Agent, request } from "node:https";
import { text } from "node:stream/consumers";
import { CheckingAgent } from "@capstan/kube/tls";

/** Where an extension is, and how caller and extension prove who they are. */
export interface ExtensionAddress {
  /** The URL with the prefix of all paths, https only. */
  readonly url: string;
  /** The authorities (PEM) that signed the extension's certificate. Default: those of the system. */
  readonly caBundle?: string;
  /** The caller's certificate (PEM), for an extension that asks for one. */
  readonly certificate?: { readonly certPem: string; readonly keyPem: string };
}

/** The response to a POST. */
export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/** A connection to an extension. */
export interface ExtensionConnection {
  readonly url: string;
  /** Posts a body; rejects when there is no response within the time. */
  post(path: string, body: string, seconds: number): Promise<RawAnswer>;
  /** Closes idle sockets. */
  close(): void;
}

/**
 * Connects to an extension as Cluster API does: https, with keep-alive. Sockets are opened when it is first used, so an
 * extension that cannot be reached is an error of `discover` and `callHandler`, not of this. Close it when it is not needed
 * any more.
 *
 * Throws a TypeError for a URL that is not one.
 *
 * @example
 * const connection = connectExtension({ url: "https://localhost:9443", caBundle: readFileSync("ca.crt", "utf8") });
 * const handlers = await discover(connection);
 * connection.close();
 */
export function connectExtension({ url, caBundle, certificate }: ExtensionAddress): ExtensionConnection {
  const base = new URL(url);
  const agent = new CheckingAgent({
    keepAlive: true,
    ...(caBundle === undefined ? {} : { ca: caBundle }),
    ...(certificate === undefined ? {} : { cert: certificate.certPem, key: certificate.keyPem }),
  });
  return {
    url,
    post: (path, body, seconds) => post(target(base, path, seconds), body, { agent, seconds }),
    close: () => agent.destroy(),
  };
}

function target(base: URL, path: string, seconds: number): URL {
  const prefix = base.pathname.replace(/(?<!\/)\/+$/, "");
  return new URL(`${prefix}${path}?timeout=${seconds}s`, base);
}

function post(
  url: URL,
  body: string,
  { agent, seconds }: { readonly agent: Agent; readonly seconds: number },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(seconds * 1000);
    const headers = { "content-length": Buffer.byteLength(body), "accept-encoding": "identity" };
    const sent = request(url, { method: "POST", agent, signal, headers }, (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: answer }), reject);
    });
    sent.once("error", (error) =>
      reject(signal.aborted ? new Error(`no answer within ${seconds}s`, { cause: error }) : error),
    );
    sent.end(body);
  });
}
