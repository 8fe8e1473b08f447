// Reads the objects of Cluster API from an API server, as many as the user may see. A kind that cannot be listed is left out.
import { type Client, isApiError, isForbidden, isNotFound, type ListOptions } from "@capstan/client";
import { coreGroup, labels } from "@capstan/contract";
import {
  errorOf,
  excerpt,
  getAt,
  isJsonObject,
  keyOf,
  type KubeObject,
  parseApiVersion,
  type Resource,
} from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import type { Progress } from "../output/progress.ts";
import { placedReferences, groupKind, groupKindOf, type ObjectSetInput } from "../tree/object-set.ts";
import { objectProblems } from "../tree/problem-table.ts";
import { type DiscoveredKinds, KindDiscovery, type UnreadKind } from "./discovered-kinds.ts";

/** What is read. */
export interface ReadScope {
  /** Absent: all namespaces, and kinds without one. */
  readonly namespace?: string;
  readonly signal?: AbortSignal;
  /** The most objects. Default: 10,000. */
  readonly most?: number;
  /** Says what is read. */
  readonly progress?: Progress;
}

/** The objects, and what is missing. */
export interface ReadObjects extends ObjectSetInput {
  readonly unread: readonly UnreadKind[];
}

/** A management cluster of 1,000 machines has about as many. */
const mostObjects = 10_000;
/** Pages of this many objects, as kubectl reads them. */
const pageItems = 500;
/** Secrets that are looked up one by one: those that Machines name and that have no label of their cluster. */
const mostSecrets = 100;

/** Reads everything of Cluster API in the scope. Rejects when Clusters cannot be read, or the server cannot be reached. */
export async function readObjects(client: Client, scope: ReadScope): Promise<ReadObjects> {
  scope.progress?.(`looking up the kinds of ${client.server}`);
  const discovery = new KindDiscovery(client, scope.signal);
  const first = await discovery.start();
  if (!first.served.has(groupKind(coreGroup, "Cluster")))
    throw errorOf(objectProblems, "describe/no-cluster-api", { values: { server: client.server } });
  const reader = new ObjectReader(client, scope);
  await reader.read(first.resources);
  const more = await discovery.kindsOf(unknownGroups(reader.objects, first));
  await reader.read(more.resources);
  await reader.readSecrets();
  return {
    objects: reader.objects,
    complete: reader.complete,
    served: new Set([...first.served, ...more.served]),
    crdLabels: new Map([...first.crdLabels, ...more.crdLabels]),
    unread: [...first.unread, ...reader.unread],
  };
}

/** Groups of references that were not found as groups of Cluster API: their CRDs may have no label. */
function unknownGroups(objects: readonly KubeObject[], { resources }: DiscoveredKinds): readonly string[] {
  const known = new Set(resources.map(({ group }) => group));
  const named = objects.flatMap((object) => placedReferences(object).map(({ group }) => group));
  return [...new Set(named)].filter((group) => !known.has(group) && group !== "");
}

class ObjectReader {
  readonly objects: KubeObject[] = [];
  readonly complete: Set<string> = new Set<string>();
  readonly unread: UnreadKind[] = [];
  readonly #client: Client;
  readonly #scope: ReadScope;

  constructor(client: Client, scope: ReadScope) {
    this.#client = client;
    this.#scope = scope;
  }

  /** Core's kinds first: should there be too many objects, they are those that matter. */
  async read(resources: readonly Resource[]): Promise<void> {
    const isCore = ({ group }: Resource): boolean => group === coreGroup;
    const wanted = resources.filter(({ scope }) => scope === "Namespaced" || this.#scope.namespace === undefined);
    for (const part of [wanted.filter(isCore), wanted.filter((each) => !isCore(each))]) {
      await Promise.all(part.map((resource) => this.#readKind(resource, { keep: withoutManagers })));
    }
  }

  /** Only their metadata, and only those of clusters: nobody needs to read credentials for a tree. */
  async readSecrets(): Promise<void> {
    await this.#readKind(Secret, { metadataOnly: true, labelSelector: labels.clusterName });
    if (!this.complete.has("Secret.")) return;
    const known = new Set(this.objects.filter(isSecret).map(keyString));
    const named = this.objects.flatMap(namedSecret).filter((key) => !known.has(`${key.namespace}/${key.name}`));
    if (named.length > mostSecrets) this.complete.delete("Secret.");
    await Promise.all(named.slice(0, mostSecrets).map((key) => this.#readSecret(key)));
  }

  async #readSecret({ namespace, name }: { readonly namespace: string; readonly name: string }): Promise<void> {
    const options = { ...this.#call(), namespace, metadataOnly: true, fieldSelector: `metadata.name=${name}` };
    const { items } = await this.#client.list(Secret, options);
    this.objects.push(...items.map((item) => ({ ...item, apiVersion: "v1", kind: "Secret" })));
  }

  async #readKind(resource: Resource, options: ListOptions): Promise<void> {
    const { group, kind, apiVersion } = resource;
    const left = (): number => (this.#scope.most ?? mostObjects) - this.objects.length;
    let token: string | undefined;
    try {
      do {
        this.#scope.progress?.(`reading ${kind}: ${this.objects.length} objects until now`);
        if (left() <= 0) return this.#leaveOut({ kind, reason: "cut" });
        const page = { ...options, ...this.#call(), ...this.#place(), limit: Math.min(pageItems, left()) };
        const { items, metadata } = await this.#client.list(resource, { ...page, ...(token && { continue: token }) });
        // Items of a list of metadata have another kind, and those of other lists may have none.
        this.objects.push(...items.map((item) => ({ ...item, apiVersion, kind })));
        token = metadata.continue;
      } while (token !== undefined && token !== "");
      this.complete.add(groupKind(group, kind));
    } catch (error) {
      this.#failed(resource, error);
    }
  }

  /** A lost connection fails everything; a kind that the server does not list is left out. */
  #failed({ group, kind }: Resource, error: unknown): void {
    if (!isApiError(error)) throw error;
    const { message } = error;
    if (kind === "Cluster" && group === coreGroup) {
      const place = this.#scope.namespace === undefined ? "all namespaces" : `namespace ${this.#scope.namespace}`;
      throw errorOf(objectProblems, "describe/unreadable", { values: { place, problem: message } });
    }
    // Its CRD was removed a moment ago.
    if (isNotFound(error)) return;
    const reason = isForbidden(error) ? "forbidden" : "failed";
    this.#leaveOut({ kind, reason, ...(reason === "failed" && { message: excerpt(message) }) });
  }

  #leaveOut(unread: UnreadKind): void {
    this.unread.push(unread);
  }

  #place(): ListOptions {
    return this.#scope.namespace === undefined ? {} : { namespace: this.#scope.namespace };
  }

  #call(): ListOptions {
    return this.#scope.signal === undefined ? {} : { signal: this.#scope.signal };
  }
}

/** Who set which field takes more memory than all the rest; it matters only for finalizers of what is being deleted. */
function withoutManagers(object: KubeObject): KubeObject {
  const { managedFields, ...metadata } = object.metadata;
  const keeps = metadata.deletionTimestamp !== undefined && managedFields !== undefined;
  return { ...object, metadata: keeps ? { ...metadata, managedFields } : metadata };
}

function isSecret(object: KubeObject): boolean {
  return groupKindOf(object) === "Secret.";
}

function keyString(object: KubeObject): string {
  const { namespace, name } = keyOf(object);
  return `${namespace}/${name}`;
}

function namedSecret(object: KubeObject): readonly { readonly namespace: string; readonly name: string }[] {
  const bootstrap = getAt(object, ["spec", "bootstrap"]);
  const name = isJsonObject(bootstrap) ? bootstrap["dataSecretName"] : undefined;
  const isMachine = object.kind === "Machine" && parseApiVersion(object.apiVersion).group === coreGroup;
  return isMachine && typeof name === "string" && name !== "" ? [{ namespace: keyOf(object).namespace, name }] : [];
}
