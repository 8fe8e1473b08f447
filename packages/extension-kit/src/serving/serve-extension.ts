// Serves an extension: hooks over TLS on one port, probes in plain on another. run() calls it with flags, tests with a
// certificate of their own. Everything is closed together.
import type { Client } from "@capstan/client";
import { type CertificateSource, probeRoutes, type RunningServer, startServer } from "@capstan/serve";
import type { Extension } from "../authoring/define-extension.ts";
import { errorFrom } from "@capstan/kube";
import { type Logger, silentLogger } from "../logger.ts";
import { hookRoutes, maxRequestBytes } from "./hook-routes.ts";

/** Where and how an extension is served. */
export interface ServeExtensionOptions {
  /** The certificate; Cluster API calls extensions over https only. */
  readonly tls: CertificateSource;
  /** The port of the hooks; 0 takes any free one. Default: 9443. */
  readonly port?: number;
  /** The address of the hooks; the empty text is every address. Default: 127.0.0.1. */
  readonly host?: string;
  /** Authorities (PEM) that callers must have a certificate of; without it anyone may call. */
  readonly clientCa?: string;
  /** Where `/healthz` and `/readyz` are served; nowhere unless given. */
  readonly health?: { readonly host: string; readonly port: number };
  /** What stands before every path, as the ExtensionConfig has it. */
  readonly prefix?: string;
  readonly log?: Logger;
  /** The client of the management cluster for `ctx.client()`; made on the first use. */
  readonly client?: () => Promise<Client>;
}

/** An extension that is served. */
export interface RunningExtension extends AsyncDisposable {
  /** Where hooks are called. */
  readonly url: string;
  readonly port: number;
  /** Where probes are asked; undefined when they are not served. */
  readonly healthUrl: string | undefined;
  /** Stops listening, lets calls in flight end for up to `drainMs`, and closes everything. */
  close(options?: { readonly drainMs?: number }): Promise<void>;
}

/** Starts serving; rejects when the certificate cannot be used or a port cannot be had. */
export async function serveExtension(extension: Extension, options: ServeExtensionOptions): Promise<RunningExtension> {
  const log = options.log ?? silentLogger;
  const onError = (error: unknown): void => log.error("serving failed", { error: errorFrom(error).stack });
  const client = once(options.client ?? clientByDefault);
  const hooks = await startServer({
    host: options.host ?? "127.0.0.1",
    port: options.port ?? 9443,
    tls: options.tls,
    ...(options.clientCa === undefined ? {} : { clientCa: options.clientCa }),
    limits: { bodyBytes: maxRequestBytes },
    routes: hookRoutes(extension, { log, client }, options.prefix),
    onError,
  });
  const health = await startHealth(options, hooks, onError);
  const close: RunningExtension["close"] = async (how) => {
    await Promise.all([hooks.close(how), health?.close(how)]);
  };
  return { url: hooks.url, port: hooks.port, healthUrl: health?.url, close, [Symbol.asyncDispose]: () => close() };
}

/** The server of the probes; when it cannot start, the hooks are not left running. */
async function startHealth(
  { health }: ServeExtensionOptions,
  hooks: RunningServer,
  onError: (error: unknown) => void,
): Promise<RunningServer | undefined> {
  if (health === undefined) return undefined;
  try {
    return await startServer({ ...health, routes: probeRoutes({}), onError });
  } catch (error) {
    await hooks.close({ drainMs: 0 });
    throw error;
  }
}

/** In-cluster credentials, KUBECONFIG or the default kubeconfig, in the order of @capstan/client. */
async function clientByDefault(): Promise<Client> {
  const { createClient, loadCredentials } = await import("@capstan/client");
  return createClient(await loadCredentials());
}

/** The same promise for every call, until one fails: then the next tries again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
