// What watches keep of the objects of workload clusters, for passes of one controller. The objects are a tenant's: what is kept is JSON, whose length is its memory, within limits for each object
// and for each workload cluster.
import { errorOf, formatKey, type KubeObject } from "@capstan/kube";
import type { KeepingWatch, KeptObject, KeptObjects, WorkloadWatch } from "../authoring/workload-watch.ts";
import { kitErrors } from "../kit-errors.ts";
import { clusterIdentity } from "./follow-clusters.ts";

/** Why an object has no part, and how many bytes it would take. */
interface Refused {
  readonly reason: "TooLarge" | "Failed";
  readonly bytes: number;
}

/** The parts of the objects of one kind in one workload cluster. */
export class KeptParts {
  readonly #most: WorkloadWatch["keptBytes"];
  /** By namespace and name. */
  readonly #parts = new Map<string, string | Refused>();
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

  /** Whether one that did not fit beside the others would fit now. It is kept when it is put again. */
  get hasRoom(): boolean {
    return [...this.#parts.values()].some(
      (part) => typeof part !== "string" && this.#bytes + part.bytes <= this.#most.cluster,
    );
  }

  /** Keeps a part in place of the one before; undefined keeps nothing. */
  put(name: string, part: unknown): void {
    this.delete(name);
    const text: string | undefined = JSON.stringify(part);
    if (text === undefined) return;
    const bytes = Buffer.byteLength(text);
    const isLarge = bytes > this.#most.object;
    if (isLarge || this.#bytes + bytes > this.#most.cluster) {
      this.#parts.set(name, { reason: "TooLarge", bytes: isLarge ? Number.POSITIVE_INFINITY : bytes });
      this.#tooLarge += 1;
      return;
    }
    this.#parts.set(name, text);
    this.#bytes += bytes;
  }

  /** Keeps nothing of an object: its part could not be created. */
  fail(name: string): void {
    this.delete(name);
    this.#parts.set(name, { reason: "Failed", bytes: Number.POSITIVE_INFINITY });
  }

  delete(name: string): void {
    const part = this.#parts.get(name);
    this.#parts.delete(name);
    if (typeof part === "string") this.#bytes -= Buffer.byteLength(part);
    else if (part?.reason === "TooLarge") this.#tooLarge -= 1;
  }

  clear(): void {
    this.#parts.clear();
    this.#bytes = this.#tooLarge = 0;
    this.isListed = false;
  }

  /** A part, or why there is none. */
  read<P>(name: string): KeptObject<P> {
    const part = this.#parts.get(name);
    if (typeof part === "string") return { kept: true, part: parsed(part) };
    if (part !== undefined) return { kept: false, reason: part.reason };
    return { kept: false, reason: this.isListed ? "NotFound" : "NotListed" };
  }

  /** All parts. */
  list<P>(): readonly P[] {
    return [...this.#parts.values()].filter((part) => typeof part === "string").map((text) => parsed<P>(text));
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
