// Finds the resource of a kind by the server's discovery. Answers are kept for the life of the client; missing kinds are not, because a CRD
// may be installed later.
import { isJsonObject, parseApiVersion, type Resource, type UnstructuredObject } from "@capstan/kube";
import { isNotFound } from "../api-error.ts";
import type { CallOptions, TypeMeta } from "../client.ts";
import { clientError } from "../errors.ts";
import { badAnswer } from "../transport/read-answer.ts";
import type { Transport } from "../transport/transport.ts";

interface ResourceEntry {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

function isEntry(value: unknown): value is ResourceEntry {
  return isJsonObject(value) && typeof value["name"] === "string" && typeof value["kind"] === "string";
}

/** The kinds of one server that were looked up so far. */
export class ResourceDiscovery {
  readonly #transport: Transport;
  readonly #server: string;
  readonly #known = new Map<string, Resource<UnstructuredObject>>();

  constructor(transport: Transport, server: string) {
    this.#transport = transport;
    this.#server = server;
  }

  /** The resource of a kind; rejects with `client/no-such-kind` when the server does not serve it. */
  async resourceFor({ apiVersion, kind }: TypeMeta, options: CallOptions = {}): Promise<Resource<UnstructuredObject>> {
    const name = `${apiVersion}/${kind}`;
    const found = this.#known.get(name) ?? (await this.#lookUp({ apiVersion, kind }, options));
    if (found === undefined) throw clientError("client/no-such-kind", { server: this.#server, kind, apiVersion });
    this.#known.set(name, found);
    return found;
  }

  async #lookUp(
    { apiVersion, kind }: TypeMeta,
    options: CallOptions,
  ): Promise<Resource<UnstructuredObject> | undefined> {
    const { group, version } = parseApiVersion(apiVersion);
    const path = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
    const entries = await this.#entries(path, { ...options, doing: `look up the kinds of ${apiVersion}` });
    // Subresources are in the list as "plural/status", some of them with the kind of their object.
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
      const list = response.json();
      if (!isJsonObject(list) || list["kind"] !== "APIResourceList")
        throw badAnswer({ doing: options.doing, server: this.#server }, response.text, "an APIResourceList");
      // The server writes no list, or null, when it serves nothing.
      const entries: unknown = list["resources"] ?? [];
      if (!Array.isArray(entries) || !entries.every(isEntry))
        throw badAnswer({ doing: options.doing, server: this.#server }, response.text, "an APIResourceList");
      return entries;
    } catch (error) {
      if (isNotFound(error)) return [];
      throw error;
    }
  }
}
