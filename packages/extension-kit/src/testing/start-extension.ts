// Serves an extension over TLS inside a test, and connects to it as Cluster API does.
import { createSelfSigned } from "@capstan/serve/certificates";
import type { Extension } from "../authoring/define-extension.ts";
import { type CallTarget, connectExtension, discover, type ExtensionConnection } from "../caller/index.ts";
import { type RunningExtension, serveExtension, type ServeExtensionOptions } from "../serving/serve-extension.ts";

/** How an extension is served in a test: the options of `serveExtension`, all optional. */
export type StartExtensionOptions = Partial<ServeExtensionOptions>;

/** An extension that is served in this process. */
export interface TestExtension
  extends Pick<RunningExtension, "url" | "port" | "healthUrl" | "metricsUrl">, AsyncDisposable {
  /** The certificate (PEM) that callers must trust. */
  readonly caBundle: string;
  /** A connection to it; closed with the extension. */
  readonly connection: ExtensionConnection;
  /** Calls discovery and returns one call target per handler, in the order of discovery. */
  targets(): Promise<readonly CallTarget[]>;
  /** Closes the connection and stops the server. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Serves an extension over HTTPS on a free port of 127.0.0.1, with a self-signed certificate that is created for it.
 * Use it to test what a call in process leaves out: TLS, discovery, timeouts and failure policies.
 *
 * Resolves when the server accepts connections. Rejects when a given port is taken or a given certificate is invalid.
 * Nothing is logged unless `log` is given. Stop it with `stop()` or `await using`; calls in flight are then ended at once.
 *
 * @example
 * await using running = await startExtension(extension);
 * const [target] = await running.targets();
 * const response = await callHandler(hookCatalog.BeforeClusterDelete, target, { cluster });
 */
export async function startExtension(
  extension: Extension,
  options: StartExtensionOptions = {},
): Promise<TestExtension> {
  const pair = createSelfSigned({ commonName: "extension", ipAddresses: ["127.0.0.1"], dnsNames: ["localhost"] });
  const server = await serveExtension(extension, { tls: pair, port: 0, ...options });
  const { url, port, healthUrl, metricsUrl } = server;
  const connection = connectExtension({ url: `${url}${options.prefix ?? ""}`, caBundle: pair.certPem });
  async function stop(): Promise<void> {
    connection.close();
    await server.close({ drainMs: 0 });
  }
  return {
    url,
    port,
    healthUrl,
    metricsUrl,
    connection,
    stop,
    caBundle: pair.certPem,
    targets: async () => (await discover(connection)).map((handler) => ({ connection, handler })),
    [Symbol.asyncDispose]: stop,
  };
}
