// The kinds of an API server that belong to Cluster API: those of its groups, and those of every group with a CRD that has a contract label.
import { type Client, isForbidden, isNotFound } from "@capstan/client";
import { coreGroup } from "@capstan/contract";
import { contractVersions } from "@capstan/contract/rules";
import { compareApiVersions, isJsonObject, type Resource, resourceOf, type UnstructuredObject } from "@capstan/kube";
import { CustomResourceDefinition } from "@capstan/kube/builtin";
import { groupKind } from "../tree/object-set.ts";

/** A kind that is not in the tree, or not whole. */
export interface UnreadKind {
  readonly kind: string;
  /** `forbidden`: the user may not list it; `failed`: the server could not; `cut`: there are more objects than are read. */
  readonly reason: "forbidden" | "failed" | "cut";
  /** What the server answered, where it failed. */
  readonly message?: string;
}

/** What discovery found so far; more groups can be added. */
export interface DiscoveredKinds {
  readonly resources: readonly Resource<UnstructuredObject>[];
  /** Every kind of the groups that were looked at, as `Kind.group`. */
  readonly served: ReadonlySet<string>;
  readonly crdLabels: ReadonlyMap<string, Labels>;
  /** What may not be read. */
  readonly unread: readonly UnreadKind[];
}

type Labels = Readonly<Record<string, string>>;

/** Kinds of clusterctl's own, which belong to no cluster. */
const clusterctlGroup = "clusterctl.cluster.x-k8s.io";

/** The discovery of one server, for one read of its objects. */
export class KindDiscovery {
  readonly #client: Client;
  readonly #signal: AbortSignal | undefined;
  /** The labels of each CRD by its name; undefined where CRDs cannot be read. */
  #crds: ReadonlyMap<string, Labels> | undefined;
  #groups: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>();

  constructor(client: Client, signal?: AbortSignal) {
    this.#client = client;
    this.#signal = signal;
  }

  /** Finds the groups of Cluster API and reads their kinds. */
  async start(): Promise<DiscoveredKinds> {
    const [groups, crds] = await Promise.all([this.#readGroups(), this.#readCrds()]);
    this.#groups = groups;
    this.#crds = crds;
    const wanted = [...groups.keys()].filter((group) => this.#isOfClusterApi(group));
    const unread = crds === undefined ? [{ kind: "CustomResourceDefinition", reason: "forbidden" } as const] : [];
    return { ...(await this.kindsOf(wanted)), unread };
  }

  /** The kinds of these groups, whatever they are; a group that is not served has none. */
  async kindsOf(groups: readonly string[]): Promise<DiscoveredKinds> {
    const found = (await Promise.all(groups.map((group) => this.#readGroup(group)))).flat();
    const labels = found.flatMap(({ group, kind, plural }) => {
      const crd = this.#crds?.get(`${plural}.${group}`);
      return crd === undefined ? [] : [[groupKind(group, kind), crd] as const];
    });
    const served = new Set(found.map(({ group, kind }) => groupKind(group, kind)));
    return { resources: found, served, crdLabels: new Map(labels), unread: [] };
  }

  #isOfClusterApi(group: string): boolean {
    if (group === clusterctlGroup) return false;
    if (group === coreGroup || group.endsWith(`.${coreGroup}`)) return true;
    return [...(this.#crds ?? [])].some(
      ([name, labels]) => name.endsWith(`.${group}`) && contractVersion(labels) !== undefined,
    );
  }

  async #readGroups(): Promise<ReadonlyMap<string, readonly string[]>> {
    const list = await this.#json("/apis", "list API groups");
    const groups = listOf(list, "groups").map((group) => {
      const preferred = stringOf(isJsonObject(group["preferredVersion"]) ? group["preferredVersion"]["version"] : "");
      const versions = listOf(group, "versions").map(({ version }) => stringOf(version));
      return [stringOf(group["name"]), [preferred, ...versions]] as const;
    });
    return new Map(groups);
  }

  async #readCrds(): Promise<ReadonlyMap<string, Labels> | undefined> {
    try {
      const options = { metadataOnly: true, ...(this.#signal && { signal: this.#signal }) };
      const { items } = await this.#client.listAll(CustomResourceDefinition, options);
      return new Map(items.map(({ metadata }) => [metadata.name ?? "", metadata.labels ?? {}]));
    } catch (error) {
      if (isForbidden(error)) return undefined;
      throw error;
    }
  }

  /** The kinds of a group, each in the version in which core reads it, or in the one that the server prefers. */
  async #readGroup(group: string): Promise<readonly Resource<UnstructuredObject>[]> {
    const versions = [...new Set(this.#groups.get(group) ?? [])].filter((version) => version !== "");
    const lists = await Promise.all(versions.map((version) => this.#readVersion(group, version)));
    return [...Map.groupBy(lists.flat(), ({ kind }) => kind).values()].flatMap((each) => {
      const labels = this.#crds?.get(`${each[0]?.plural}.${group}`) ?? {};
      return each.find(({ version }) => version === contractVersion(labels)) ?? each[0] ?? [];
    });
  }

  async #readVersion(group: string, version: string): Promise<readonly Resource<UnstructuredObject>[]> {
    const list = await this.#json(`/apis/${group}/${version}`, `look up the kinds of ${group}/${version}`);
    return listOf(list, "resources").flatMap(({ name, kind, namespaced, verbs }) => {
      const isListed = Array.isArray(verbs) && verbs.includes("list");
      if (typeof name !== "string" || typeof kind !== "string" || name.includes("/") || !isListed) return [];
      const scope = namespaced === true ? "Namespaced" : "Cluster";
      return [resourceOf<UnstructuredObject>(`${group}/${version}`, kind, { plural: name, scope })];
    });
  }

  /** The document at a path; undefined for a group that was removed meanwhile. */
  async #json(path: string, doing: string): Promise<unknown> {
    try {
      const signal = this.#signal && { signal: this.#signal };
      return (await this.#client.request({ method: "GET", path, doing, ...signal })).json();
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }
}

/** The version in which core reads a kind, by the labels of its CRD; undefined when they name none. */
function contractVersion(labels: Labels): string | undefined {
  const values = contractVersions.toReversed().map((contract) => labels[`${coreGroup}/${contract}`] ?? "");
  return values
    .find((value) => value !== "")
    ?.split("_")
    .toSorted(compareApiVersions)[0];
}

function listOf(document: unknown, field: string): readonly Readonly<Record<string, unknown>>[] {
  const list = isJsonObject(document) ? document[field] : undefined;
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
