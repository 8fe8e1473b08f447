// What the functions of `maps` may use, and which objects all clients of authors list.
import type { KubeObject, ObjectKey, Resource } from "@capstan/kube";
import type { FieldIndex, Logger } from "@capstan/operator";

/** Which objects to read. Default: all, in every namespace that the manager watches. */
export interface ReadOptions {
  readonly namespace?: string;
  /** Labels that the objects must have. */
  readonly labels?: Readonly<Record<string, string>>;
  /** A selector that their labels must match, too, as `kubectl -l` takes it: `app in (a,b),!old`. What is not one throws `kube/label-selector`. */
  readonly labelSelector?: string;
}

/** Which objects to list. */
export interface ListReadOptions extends ReadOptions {
  /** A selector that their fields must match: `metadata.name`, `metadata.namespace`, or `selectableFields` of a CRD. A list with it is read from the API server, which alone knows the fields. */
  readonly fieldSelector?: string;
}

/** What a function of `maps` reads with. What the controller declares with `gets` or `writes`, and `reads` of Secrets and ConfigMaps, come from the API server; other kinds come from the cache where that has them. The provider has the right to read the kinds in `watches`. */
export interface MapReader {
  get<T extends KubeObject>(resource: Resource<T>, key: ObjectKey): Promise<T | undefined>;
  list<T extends KubeObject>(resource: Resource<T>, options?: ListReadOptions): Promise<readonly T[]>;
  /** The cached objects that an index files under a value. The index is declared in `indexes`. */
  listBy<T extends KubeObject>(index: FieldIndex<T>, value: string, options?: ReadOptions): Promise<readonly T[]>;
}

/** The second argument of a function of `maps`. */
export interface MapsContext {
  readonly client: MapReader;
  /** Aborts when the call takes longer than 30 s, and when the manager stops. Reads of `client` end with it. */
  readonly signal: AbortSignal;
  /** Writes log lines with the controller, the kind and the object. */
  readonly log: Logger;
}
