// Finds the resource of a kind by the server's discovery. Answers are kept for the life of the client; missing kinds are not, because a CRD
// may be installed later.
import { isJsonObject, parseApiVersion, type Resource, type UnstructuredObject } from "@capstan/kube";
import { isNotFound } from "../api-error.ts";
import type { CallOptions, TypeMeta } from "../client.ts";
import { clientError } from "../errors.ts";
import { serverPlace } from "../transport/connection-error.ts";
import { badAnswer } from "../transport/read-answer.ts";
import type { Transport } from "../transport/transport.ts";
import { shownName } from "./resource-path.ts";

interface ResourceEntry {
  readonly name: string;
  readonly kind: string;
  readonly namespaced?: unknown;
}

function isEntry(value: unknown): value is ResourceEntry {
  return isJsonObject(value) && typeof value["name"] === "string" && typeof value["kind"] === "string";
}

/** Kinds are kept for as long as the client lives. They have 63 characters at most, and their group and version 317. */
const longestKind = 253;
const longestApiVersion = 512;
/** The plural becomes a part of paths. */
const plural = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;

/** The kinds of one server that were looked up so far. */
export class ResourceDiscovery {
  readonly #transport: Transport;
  readonly #keep: number;
  readonly #known = new Map<string, Resource<UnstructuredObject>>();

  /** It keeps at most so many kinds. */
  constructor(transport: Transport, keep: number) {
    this.#transport = transport;
    this.#keep = keep;
  }

  /** The resource of a kind; rejects with `client/no-such-kind` when the server does not serve it. */
  async resourceFor({ apiVersion, kind }: TypeMeta, options: CallOptions = {}): Promise<Resource<UnstructuredObject>> {
    const name = `${apiVersion}/${kind}`;
    const found = this.#known.get(name) ?? (await this.#lookUp({ apiVersion, kind }, options));
    if (found === undefined)
      throw clientError("client/no-such-kind", {
        place: serverPlace(this.#transport.server),
        kind: shownName(kind),
        apiVersion: shownName(apiVersion),
      });
    this.#known.set(name, found);
    const [oldest = ""] = this.#known.keys();
    if (this.#known.size > this.#keep) this.#known.delete(oldest);
    return found;
  }

  async #lookUp(
    { apiVersion, kind }: TypeMeta,
    options: CallOptions,
  ): Promise<Resource<UnstructuredObject> | undefined> {
    if (apiVersion.length > longestApiVersion) return undefined;
    const { group, version } = parseApiVersion(apiVersion);
    const path = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
    const entries = await this.#entries(path, { ...options, doing: `look up the kinds of ${shownName(apiVersion)}` });
    // Subresources are in the list as "plural/status", some of them with the kind of their object.
    const isWanted = (candidate: ResourceEntry): boolean => candidate.kind === kind && plural.test(candidate.name);
    const entry = kind.length > longestKind ? undefined : entries.find(isWanted);
    return (
      entry && {
        apiVersion,
        group,
        version,
        kind,
        plural: entry.name,
        scope: entry.namespaced === true ? "Namespaced" : "Cluster",
      }
    );
  }

  async #entries(path: string, options: CallOptions & { readonly doing: string }): Promise<readonly ResourceEntry[]> {
    try {
      const response = await this.#transport.send({ ...options, method: "GET", path });
      const list = response.json();
      if (!isJsonObject(list) || list["kind"] !== "APIResourceList")
        throw badAnswer({ ...response.from, doing: options.doing }, response.text, "an APIResourceList");
      // The server writes no list, or null, when it serves nothing.
      const entries: unknown = list["resources"] ?? [];
      if (!Array.isArray(entries) || !entries.every(isEntry))
        throw badAnswer({ ...response.from, doing: options.doing }, response.text, "an APIResourceList");
      return entries;
    } catch (error) {
      if (isNotFound(error)) return [];
      throw error;
    }
  }
}
