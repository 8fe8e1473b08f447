// The changes of kube-apiserver as dev shows them: a watch for each kind that dev or the project defines, and for a few others.
import { type Client, createClient } from "@capstan/client";
import {
  type ClusterCredentials,
  describeError,
  type Resource,
  resourceOf,
  type UnstructuredObject,
} from "@capstan/kube";
import { type CustomResourceDefinition } from "@capstan/kube/builtin";
import { objectId, type TimelineChange } from "./timeline/timeline-change.ts";
import { watchCluster } from "./timeline/watch-cluster.ts";

/** A change, and the object before it if that is known. */
export interface DevChange extends TimelineChange {
  readonly previous: TimelineChange["object"] | undefined;
}

type Listener = (change: DevChange) => void;

/** Kinds without a definition that are part of a cluster's life. */
const builtin: readonly Resource<UnstructuredObject>[] = [
  resourceOf("apiextensions.k8s.io/v1", "CustomResourceDefinition"),
  resourceOf("v1", "Secret"),
  resourceOf("v1", "ConfigMap"),
  resourceOf("events.k8s.io/v1", "Event"),
];

/** Follows kinds until it is stopped. */
export class RealChanges {
  readonly #client: Client;
  readonly #note: (line: string) => void;
  readonly #end = new AbortController();
  readonly #followed = new Set<string>();
  readonly #watches: Promise<void>[] = [];
  readonly #listeners = new Set<Listener>();
  readonly #last = new Map<string, TimelineChange>();

  constructor(credentials: ClusterCredentials, note: (line: string) => void) {
    this.#client = createClient(credentials);
    this.#note = note;
    this.#watch(builtin);
  }

  /** Follows the kinds of definitions that are served. */
  follow(crds: readonly CustomResourceDefinition[]): void {
    this.#watch(
      crds.flatMap(({ spec: { group, names, versions } }) => {
        const stored = versions.find(({ storage }) => storage);
        return stored === undefined
          ? []
          : [resourceOf<UnstructuredObject>(`${group}/${stored.name}`, names.kind, { plural: names.plural })];
      }),
    );
  }

  /** Calls the listener with what exists, then with each change. */
  listen(listener: Listener): () => void {
    for (const change of this.#last.values()) listener({ ...change, type: "ADDED", previous: undefined });
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await Promise.all(this.#watches);
    this.#client.close();
  }

  #watch(resources: readonly Resource<UnstructuredObject>[]): void {
    const added = resources.filter(({ group, kind }) => {
      const name = `${group}/${kind}`;
      const isNew = !this.#followed.has(name);
      this.#followed.add(name);
      return isNew;
    });
    const { signal } = this.#end;
    const onError = ({ kind }: Resource, error: unknown): void =>
      this.#note(`changes of ${kind} are not shown any more: ${describeError(error)}`);
    const add = (change: TimelineChange): void => this.#add(change);
    this.#watches.push(watchCluster({ client: this.#client, resources: added, add, signal, onError }));
  }

  #add(change: TimelineChange): void {
    const id = objectId(change);
    const previous = this.#last.get(id)?.object;
    if (change.type === "DELETED") this.#last.delete(id);
    else this.#last.set(id, change);
    for (const listener of this.#listeners) listener({ ...change, previous });
  }
}
