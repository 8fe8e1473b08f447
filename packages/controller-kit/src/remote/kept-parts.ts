// What watches keep of the objects of workload clusters, for passes of one controller. The objects are a tenant's: what is kept is JSON, whose length is its memory, within limits for each object
// and for each workload cluster.
import { errorOf, formatKey, type KubeObject } from "@capstan/kube";
import type { KeepingWatch, KeptObject, KeptObjects, WorkloadWatch } from "../authoring/workload-watch.ts";
import { kitErrors } from "../kit-errors.ts";
import { clusterIdentity } from "./follow-clusters.ts";

/** The parts of the objects of one kind in one workload cluster. */
export class KeptParts {
  readonly #most: WorkloadWatch["keptBytes"];
  /** By namespace and name; undefined is too large. */
  readonly #parts = new Map<string, string | undefined>();
  #bytes = 0;
  #tooLarge = 0;
  /** Whether the cluster has been listed. */
  isListed = false;

  constructor(most: WorkloadWatch["keptBytes"]) {
    this.#most = most;
  }

  /** How many objects are too large. */
  get tooLarge(): number {
    return this.#tooLarge;
  }

  /** Keeps a part in place of the one before; undefined keeps nothing. */
  put(name: string, part: unknown): void {
    this.delete(name);
    const text: string | undefined = JSON.stringify(part);
    if (text === undefined) return;
    const bytes = Buffer.byteLength(text);
    if (bytes > this.#most.object || this.#bytes + bytes > this.#most.cluster) {
      this.#parts.set(name, undefined);
      this.#tooLarge += 1;
      return;
    }
    this.#parts.set(name, text);
    this.#bytes += bytes;
  }

  delete(name: string): void {
    if (!this.#parts.has(name)) return;
    const text = this.#parts.get(name);
    this.#parts.delete(name);
    if (text === undefined) this.#tooLarge -= 1;
    else this.#bytes -= Buffer.byteLength(text);
  }

  clear(): void {
    this.#parts.clear();
    this.#bytes = this.#tooLarge = 0;
    this.isListed = false;
  }

  /** A part, or why there is none. */
  read<P>(name: string): KeptObject<P> {
    const text = this.#parts.get(name);
    if (text !== undefined) return { kept: true, part: parsed(text) };
    if (this.#parts.has(name)) return { kept: false, reason: "TooLarge" };
    return { kept: false, reason: this.isListed ? "NotFound" : "NotListed" };
  }

  /** All parts. */
  list<P>(): readonly P[] {
    return [...this.#parts.values()].filter((text) => text !== undefined).map((text) => parsed<P>(text));
  }
}

/** What the watches of one controller keep, by watch and Cluster. */
export class KeptStore {
  readonly #parts: ReadonlyMap<unknown, Map<string, KeptParts>>;

  constructor(sources: readonly unknown[]) {
    this.#parts = new Map(sources.map((source) => [source, new Map<string, KeptParts>()]));
  }

  /** The place for the parts of a Cluster until the signal aborts; undefined for a watch that keeps nothing. */
  begin(watch: WorkloadWatch, identity: string, signal: AbortSignal): KeptParts | undefined {
    const clusters = this.#parts.get(watch);
    if (watch.keep === undefined || clusters === undefined) return undefined;
    const parts = new KeptParts(watch.keptBytes);
    clusters.set(identity, parts);
    const end = (): void => {
      if (clusters.get(identity) === parts) clusters.delete(identity);
    };
    signal.addEventListener("abort", end, { once: true });
    return parts;
  }

  /** What a pass reads. Throws `workload/not-watched` for a watch of another controller. */
  of<P>(watch: KeepingWatch<P>, cluster: KubeObject): KeptObjects<P> {
    const clusters = this.#parts.get(watch);
    if (clusters === undefined)
      throw errorOf(kitErrors, "workload/not-watched", { values: { kind: watch.resource.kind } });
    const parts = clusters.get(clusterIdentity(cluster)) ?? new KeptParts(watch.keptBytes);
    return {
      isListed: parts.isListed,
      tooLarge: parts.tooLarge,
      get: (key) => parts.read(formatKey(key)),
      list: () => parts.list(),
    };
  }
}

/** A copy for each read: what a pass changes in it is its own. */
function parsed<P>(text: string): P {
  return JSON.parse(text);
}
