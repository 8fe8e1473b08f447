// The objects that a tree is made of, found by key, by uid and by reference. The caller has read them; nothing here does.
import { clusterNameOf, coreGroup } from "@capstan/contract";
import { contractKinds, kindContracts, type ContractKind, type OwnerKind } from "@capstan/contract/rules";
import { getAt, isJsonObject, keyOf, parseApiVersion, type KubeObject } from "@capstan/kube";

/** Objects of any kinds, and what the caller knows about their server. */
export interface ObjectSetInput {
  readonly objects: readonly KubeObject[];
  /**
   * The kinds of which `objects` has every object of the namespaces that are shown, as `Kind.group`. Only of these it is a problem that an
   * object does not exist.
   */
  readonly complete?: ReadonlySet<string>;
  /** The kinds that the server serves, as `Kind.group`; absent when that is not known. */
  readonly served?: ReadonlySet<string>;
  /** The labels of the CRD of a kind, by `Kind.group`; absent where CRDs cannot be read. */
  readonly crdLabels?: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/** One object among others, for people and for programs. */
export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** A reference to an object in the same namespace. */
export interface NamedReference {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  /** The key by which sets have the object, where it is known: a string that was looked up before is found sooner. */
  readonly key?: string;
}

/** A reference of an object of core, and the kind of object that it names by contract. */
export interface FollowedReference extends NamedReference {
  readonly contractKind: ContractKind;
  readonly path: string;
}

/** The names of an object. */
export function objectNameOf(object: KubeObject): ObjectName {
  const { namespace, name } = keyOf(object);
  return { apiVersion: object.apiVersion, kind: object.kind, namespace, name };
}

/** `Kind.group`, as in the annotations of Cluster API. */
export function groupKind(group: string, kind: string): string {
  return `${kind}.${group}`;
}

/** The `Kind.group` of an object. */
export function groupKindOf({ apiVersion, kind }: Pick<KubeObject, "apiVersion" | "kind">): string {
  return groupKind(parseApiVersion(apiVersion).group, kind);
}

/** A function of objects that reads each one once: sets and trees are made again and again of objects that mostly have not changed. */
export function oncePerObject<T>(read: (object: KubeObject) => T): (object: KubeObject) => T {
  const known = new WeakMap<KubeObject, { readonly value: T }>();
  return (object) => {
    const found = known.get(object) ?? { value: read(object) };
    known.set(object, found);
    return found.value;
  };
}

/** The reference at a path; undefined when there is none, or it names nothing. */
export function referenceAt(object: KubeObject, path: string): NamedReference | undefined {
  const value = getAt(object, path.split("."));
  if (!isJsonObject(value)) return undefined;
  const { apiGroup, apiVersion, kind, name } = value;
  if (typeof kind !== "string" || typeof name !== "string" || name === "") return undefined;
  const group = typeof apiVersion === "string" ? parseApiVersion(apiVersion).group : apiGroup;
  return { group: typeof group === "string" ? group : "", kind, name };
}

/** Where objects of core name objects of providers, by their kind. */
const references: readonly { readonly kind: OwnerKind; readonly path: string; readonly contractKind: ContractKind }[] =
  contractKinds.flatMap((contractKind) =>
    kindContracts[contractKind].workflow.references.map(({ kind, path }) => ({ kind, path, contractKind })),
  );

/** The references of an object of core to objects of providers, in the order of the contracts. */
export const followedReferences: (object: KubeObject) => readonly FollowedReference[] = oncePerObject(readReferences);

function readReferences(object: KubeObject): readonly FollowedReference[] {
  if (parseApiVersion(object.apiVersion).group !== coreGroup) return [];
  return references.flatMap(({ kind, path, contractKind }) => {
    const named = kind === object.kind ? referenceAt(object, path) : undefined;
    return named === undefined ? [] : [{ ...named, path, contractKind, key: keyFrom(object, named) }];
  });
}

/** Where objects of core name templates of providers. */
const templatePaths: readonly string[] = [
  "spec.template.spec.infrastructureRef",
  "spec.template.spec.bootstrap.configRef",
];

const templateOwners: readonly string[] = ["MachineDeployment", "MachineSet"];

/** A reference, and where it stands. */
export type PlacedReference = NamedReference & Pick<FollowedReference, "path">;

/** Every reference of an object of core to an object of a provider, templates too. */
export function placedReferences(object: KubeObject): readonly PlacedReference[] {
  const paths = templateOwners.some((kind) => isCoreKind(object, kind)) ? templatePaths : [];
  const templates = paths.flatMap((path) => {
    const named = referenceAt(object, path);
    return named === undefined ? [] : [{ ...named, path }];
  });
  return [...followedReferences(object), ...templates];
}

/** Whether an object is of this kind of core. */
export function isCoreKind(object: KubeObject, kind: string): boolean {
  return object.kind === kind && parseApiVersion(object.apiVersion).group === coreGroup;
}

/** The Cluster that an object names in its spec or by its label. */
export function clusterOf(object: KubeObject): string | undefined {
  const named = getAt(object, ["spec", "clusterName"]);
  return typeof named === "string" && named !== "" ? named : clusterNameOf(object);
}

/** Objects that can be looked up. */
export class ObjectSet {
  readonly input: ObjectSetInput;
  readonly #byKey: ReadonlyMap<string, KubeObject>;
  readonly #byUid: ReadonlyMap<string, KubeObject>;
  readonly #namedBy: ReadonlyMap<KubeObject, KubeObject>;
  /** What is above each object, once somebody needs it. */
  readonly #above = new Map<KubeObject, KubeObject | undefined>();

  constructor(input: ObjectSetInput) {
    this.input = input;
    this.#byKey = new Map(input.objects.map((object) => [keyString(object), object]));
    this.#byUid = new Map(input.objects.flatMap((object) => uidEntry(object)));
    this.#namedBy = new Map(
      input.objects.flatMap((object) =>
        followedReferences(object).flatMap((reference) => {
          const named = this.find(object, reference);
          return named === undefined ? [] : [[named, object] as const];
        }),
      ),
    );
  }

  /** The object that a reference names, in the namespace of the object that has it. */
  find(from: KubeObject, reference: NamedReference): KubeObject | undefined {
    return this.#byKey.get(reference.key ?? keyFrom(from, reference));
  }

  /** The Cluster of an object, if it is among the objects. */
  cluster(object: KubeObject): KubeObject | undefined {
    const name = clusterOf(object);
    return name === undefined ? undefined : this.find(object, { group: coreGroup, kind: "Cluster", name });
  }

  /** The object above: the one of core that names it, its managing controller, its first known owner, or its Cluster. */
  above(object: KubeObject): KubeObject | undefined {
    const known = this.#above.get(object);
    if (known !== undefined || this.#above.has(object)) return known;
    const found = this.#namedBy.get(object) ?? this.#owner(object) ?? this.cluster(object);
    const above = found === object ? undefined : found;
    this.#above.set(object, above);
    return above;
  }

  #owner({ metadata: { ownerReferences = [] } }: KubeObject): KubeObject | undefined {
    let first: KubeObject | undefined;
    for (const { uid, controller } of ownerReferences) {
      const owner = this.#byUid.get(uid);
      if (owner !== undefined && controller === true) return owner;
      first ??= owner;
    }
    return first;
  }

  /** Whether an object of the kind that is not in the set does not exist. */
  isComplete(kind: string): boolean {
    return this.input.complete?.has(kind) === true;
  }
}

const keyString = oncePerObject((object) => {
  const { namespace, name } = keyOf(object);
  return `${groupKindOf(object)}/${namespace}/${name}`;
});

function keyFrom(from: KubeObject, { group, kind, name }: NamedReference): string {
  return `${groupKind(group, kind)}/${keyOf(from).namespace}/${name}`;
}

function uidEntry(object: KubeObject): readonly (readonly [string, KubeObject])[] {
  const { uid } = object.metadata;
  return uid === undefined || uid === "" ? [] : [[uid, object]];
}
