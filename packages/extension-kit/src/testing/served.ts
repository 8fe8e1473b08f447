// Serves an extension over TLS for this package's own tests, with a certificate made on the spot. Not exported.
import { request } from "node:https";
import { text } from "node:stream/consumers";
import { createSelfSigned } from "@capstan/serve/certificates";
import type { Extension } from "../authoring/define-extension.ts";
import { type RunningExtension, serveExtension, type ServeExtensionOptions } from "../serving/serve-extension.ts";

/** An answer as it is on the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly text: string;
  readonly contentType: string | undefined;
}

/** An extension that is served, and a client that adds nothing to what it is told. */
export interface Served extends AsyncDisposable {
  readonly running: RunningExtension;
  readonly caBundle: string;
  send(method: string, path: string, body?: string): Promise<WireAnswer>;
}

/** Serves an extension on any free port. */
export async function served(extension: Extension, options: Partial<ServeExtensionOptions> = {}): Promise<Served> {
  const pair = createSelfSigned({ commonName: "extension", ipAddresses: ["127.0.0.1"], dnsNames: ["localhost"] });
  const running = await serveExtension(extension, { tls: pair, port: 0, ...options });
  return {
    running,
    caBundle: pair.certPem,
    send: (method, path, body) => send(new URL(path, running.url), { method, ca: pair.certPem, body }),
    [Symbol.asyncDispose]: () => running.close({ drainMs: 0 }),
  };
}

function send(
  url: URL,
  { method, ca, body }: { readonly method: string; readonly ca: string; readonly body: string | undefined },
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, ca, agent: false }, (response) => {
      const contentType = response.headers["content-type"];
      text(response).then((answer) => resolve({ status: response.statusCode ?? 0, text: answer, contentType }), reject);
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
