// Serves an extension: hooks over TLS on one port, probes in plain HTTP on another.
import type { Client } from "@capstan/client";
import { type Logger, silentLogger, startServers } from "@capstan/process";
import type { CertificateSource, ServerLimits } from "@capstan/serve";
import type { Extension } from "../authoring/define-extension.ts";
import { hookLimits, hookRoutes } from "./hook-routes.ts";

/** Where and how an extension is served. */
export interface ServeExtensionOptions {
  /** The certificate; Cluster API calls extensions over https only. */
  readonly tls: CertificateSource;
  /** The port of the hooks; 0 takes any free one. Default: 9443. */
  readonly port?: number;
  /** The address of the hooks; the empty string is every address. Default: 127.0.0.1. */
  readonly host?: string;
  /** Authorities (PEM) of which callers must have a certificate. Default: anyone may call. */
  readonly clientCa?: string;
  /** Limits of the hooks' server: bytes, time, connections, size of JSON. Default: those of `@capstan/serve`, with `hookLimits`. */
  readonly limits?: Partial<ServerLimits>;
  /** Where `/healthz` and `/readyz` are served, ":9440"; "0" serves none. Default: nowhere. */
  readonly healthAddress?: string;
  /** What is put before every path, as in the URL of the ExtensionConfig. Default: nothing. */
  readonly prefix?: string;
  /** Default: nothing is logged. */
  readonly log?: Logger;
  /** Creates the client of the management cluster for `ctx.client()`, when it is first used. Default: one with the credentials of the environment. */
  readonly client?: () => Promise<Client>;
}

/** An extension that is served. */
export interface RunningExtension extends AsyncDisposable {
  /** Where hooks are called. */
  readonly url: string;
  readonly port: number;
  /** Where health probes are served; undefined when they are not. */
  readonly healthUrl: string | undefined;
  /** Stops listening, lets calls in progress end for up to `drainMs`, and closes everything. */
  close(options?: { readonly drainMs?: number }): Promise<void>;
}

/**
 * Serves an extension until it is closed, without flags and signals: for tests, and for programs that serve an extension
 * beside something else.
 *
 * Resolves when everything listens. Rejects, and leaves nothing open, when the certificate cannot be read
 * (`serve/certificate-...`) or a port is in use (`serve/port-in-use`). A certificate that is a folder is read again when its
 * files change.
 *
 * @example
 * await using running = await serveExtension(extension, { tls: { directory: "certs" }, port: 0 });
 * console.log(running.url);
 */
export async function serveExtension(extension: Extension, options: ServeExtensionOptions): Promise<RunningExtension> {
  const { log = silentLogger, healthAddress, host = "127.0.0.1", port = 9443, tls, clientCa } = options;
  const client = once(options.client ?? clientByDefault);
  const hooks = {
    host,
    port,
    tls,
    ...(clientCa === undefined ? {} : { clientCa }),
    limits: { ...hookLimits, ...options.limits },
    routes: hookRoutes(extension, { log, client }, options.prefix),
  };
  const running = await startServers({ servers: [hooks], healthAddress, log });
  const { url = "", port: listening = port } = running.servers[0] ?? {};
  const close: RunningExtension["close"] = (how) => running.close(how);
  return { url, port: listening, healthUrl: running.health?.url, close, [Symbol.asyncDispose]: () => close() };
}

/** In-cluster credentials, KUBECONFIG or the default kubeconfig, in the order of @capstan/client. */
async function clientByDefault(): Promise<Client> {
  const { createClient, loadCredentials } = await import("@capstan/client");
  return createClient(await loadCredentials());
}

/** The same promise for every call, until one fails: then the next tries again. */
function once<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => {
    created ??= create().catch((error: unknown) => {
      created = undefined;
      throw error;
    });
    return created;
  };
}
