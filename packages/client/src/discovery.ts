// Asks an API server how it serves a kind that is known only by apiVersion and kind. Called by create-client.ts for `resourceFor`.
// Answers are kept for the life of the client, misses are not: a CRD may be installed a moment later.
import { parseApiVersion, type Resource, type UnstructuredObject } from "@capstan/kube";
import { isNotFound } from "./api-error.ts";
import type { CallOptions, TypeMeta } from "./client.ts";
import { clientError } from "./errors.ts";
import type { Transport } from "./transport.ts";

interface ResourceEntry {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

/** One server's kinds, as far as they were asked for. */
export class Discovery {
  readonly #transport: Transport;
  readonly #server: string;
  readonly #known = new Map<string, Resource<UnstructuredObject>>();

  constructor(transport: Transport, server: string) {
    this.#transport = transport;
    this.#server = server;
  }

  /** How the server serves a kind; `client/no-such-kind` when it does not. */
  async resourceFor({ apiVersion, kind }: TypeMeta, options: CallOptions = {}): Promise<Resource<UnstructuredObject>> {
    const name = `${apiVersion}/${kind}`;
    const found = this.#known.get(name) ?? (await this.#ask({ apiVersion, kind }, options));
    if (found === undefined) throw clientError("client/no-such-kind", { server: this.#server, kind, apiVersion });
    this.#known.set(name, found);
    return found;
  }

  async #ask({ apiVersion, kind }: TypeMeta, options: CallOptions): Promise<Resource<UnstructuredObject> | undefined> {
    const { group, version } = parseApiVersion(apiVersion);
    const path = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
    const entries = await this.#entries(path, { ...options, doing: `look up the kinds of ${apiVersion}` });
    // Subresources are listed too, as "plural/status", some of them with the kind of their object.
    const entry = entries.find((candidate) => candidate.kind === kind && !candidate.name.includes("/"));
    return (
      entry && {
        apiVersion,
        group,
        version,
        kind,
        plural: entry.name,
        scope: entry.namespaced ? "Namespaced" : "Cluster",
      }
    );
  }

  async #entries(path: string, options: CallOptions & { readonly doing: string }): Promise<readonly ResourceEntry[]> {
    try {
      const response = await this.#transport.send({ ...options, method: "GET", path });
      return (response.json() as { readonly resources?: readonly ResourceEntry[] }).resources ?? [];
    } catch (error) {
      if (isNotFound(error)) return [];
      throw error;
    }
  }
}
