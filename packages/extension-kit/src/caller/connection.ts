// A connection to one extension: https with keep-alive, by node's own client. It sends what Cluster API's client sends: no
// Content-Type, the timeout in the query. Used by discover.ts and call-handler.ts.
import { Agent, request } from "node:https";
import { text } from "node:stream/consumers";

/** Where an extension is and how it proves that it is the one. */
export interface ExtensionAddress {
  /** The URL with the prefix of all paths, https only. */
  readonly url: string;
  /** The certificates (PEM) that sign the extension's; the system's without it. */
  readonly caBundle?: string;
  /** What the caller shows where the extension asks for a certificate (PEM). */
  readonly certificate?: { readonly certPem: string; readonly keyPem: string };
}

/** An answer: its status and its body. */
export interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

/** A connection; it opens sockets when it is first used. */
export interface ExtensionConnection {
  readonly url: string;
  /** Posts a body; rejects when there is no answer within the time. */
  post(path: string, body: string, seconds: number): Promise<RawAnswer>;
  /** Closes idle sockets. */
  close(): void;
}

/** Makes a connection. */
export function connectExtension({ url, caBundle, certificate }: ExtensionAddress): ExtensionConnection {
  const base = new URL(url);
  const agent = new Agent({
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
  const prefix = base.pathname.replace(/\/+$/, "");
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
      text(response).then((answer) => resolve({ status: response.statusCode ?? 0, text: answer }), reject);
    });
    sent.once("error", (error) =>
      reject(signal.aborted ? new Error(`no answer within ${seconds}s`, { cause: error }) : error),
    );
    sent.end(body);
  });
}
