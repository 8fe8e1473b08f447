// A served extension for this package's own tests, with requests whose every byte the test chooses. Not exported.
import type { OutgoingHttpHeaders } from "node:http";
import { request, type RequestOptions } from "node:https";
import { text } from "node:stream/consumers";
import type { Extension } from "../authoring/define-extension.ts";
import { startExtension, type StartExtensionOptions, type TestExtension } from "./start-extension.ts";

/** An answer as it is on the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly text: string;
  readonly contentType: string | undefined;
  readonly warning: string | undefined;
}

/** A served extension, and a client that adds nothing to a request. */
export interface Served extends AsyncDisposable {
  readonly running: TestExtension;
  readonly caBundle: string;
  send(method: string, path: string, body?: string, headers?: OutgoingHttpHeaders): Promise<WireAnswer>;
}

/** Serves an extension on any free port. */
export async function served(extension: Extension, options: StartExtensionOptions = {}): Promise<Served> {
  const running = await startExtension(extension, options);
  const { caBundle } = running;
  return {
    running,
    caBundle,
    send: (method, path, ...[body, headers = {}]) =>
      send(new URL(path, running.url), body, { method, ca: caBundle, headers, agent: false }),
    [Symbol.asyncDispose]: () => running.stop(),
  };
}

function send(url: URL, body: string | undefined, options: RequestOptions): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      const contentType = response.headers["content-type"];
      const { statusCode: status = 0, headers } = response;
      text(response).then((answer) => resolve({ status, text: answer, contentType, warning: headers.warning }), reject);
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
