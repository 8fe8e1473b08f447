// What a field must look like for a contract to read it, as types; schema-shapes.ts is the same list over OpenAPI schemas.
import type { Quantity } from "@capstan/kube";
import type { Field } from "../types/type-functions.ts";

/** Whether V has a field K of type W; presence by `keyof`. */
type Has<V, K extends string, W> = [Field<V, K>] extends [never] ? false : [Field<V, K>] extends [W] ? true : false;
/** Whether V has no field K, or one of type W. */
type Fits<V, K extends string, W> = [Field<V, K>] extends [never] ? true : [Field<V, K>] extends [W] ? true : false;
type Both<A, B> = [A, B] extends [true, true] ? true : false;
type IsString<V> = [V] extends [string] ? true : false;
type IsBoolean<V> = [V] extends [boolean] ? true : false;
type ElementOf<V> = V extends readonly (infer E)[] ? E : never;
type ValueOf<V> = V extends readonly unknown[] ? never : string extends keyof V ? V[keyof V] : never;
type IsTextMap<V> = [V] extends [never] ? false : [V] extends [Readonly<Record<string, string>>] ? true : false;
type HasNoSeverity<E> = [Field<E, "severity">] extends [never] ? true : false;
type TypeAndStatus<E> = Both<Has<E, "type", string>, Has<E, "status", string>>;

type IsDomain<D> = Both<Has<D, "controlPlane", boolean>, Fits<D, "attributes", Readonly<Record<string, string>>>>;

/** The types of a machine's address; core's API server rejects others. */
export const addressTypes = ["Hostname", "ExternalIP", "InternalIP", "ExternalDNS", "InternalDNS"] as const;
type AddressType = (typeof addressTypes)[number];

/** The processors that the autoscaler knows. */
export const architectures = ["amd64", "arm64", "s390x", "ppc64le"] as const;
type Architecture = (typeof architectures)[number];

/** Whether V has each shape; tsc computes only the member that is read. */
export interface ShapeHolds<V> {
  object: [V] extends [object] ? true : false;
  objects: [ElementOf<V>] extends [never] ? false : [ElementOf<V>] extends [object] ? true : false;
  boolean: IsBoolean<V>;
  string: IsString<V>;
  endpoint: Both<Has<V, "host", string>, Has<V, "port", number>>;
  failureDomainMap: IsDomain<ValueOf<V>>;
  failureDomainList: Both<Has<ElementOf<V>, "name", string>, IsDomain<ElementOf<V>>>;
  conditions: TypeAndStatus<ElementOf<V>>;
  plainConditions: HasNoSeverity<ElementOf<V>>;
  kubernetesConditions: Both<TypeAndStatus<ElementOf<V>>, HasNoSeverity<ElementOf<V>>>;
  severityConditions: Both<TypeAndStatus<ElementOf<V>>, Has<ElementOf<V>, "severity", string>>;
  number: [V] extends [number] ? true : false;
  strings: [V] extends [readonly string[]] ? true : false;
  reference: Both<Has<V, "kind", string>, Has<V, "name", string>>;
  versions: Both<Has<ElementOf<V>, "version", string>, Has<ElementOf<V>, "replicas", number>>;
  addresses: Both<Has<ElementOf<V>, "type", AddressType>, Has<ElementOf<V>, "address", string>>;
  metadata: Both<IsTextMap<Field<V, "labels">>, IsTextMap<Field<V, "annotations">>>;
  readinessGates: Has<ElementOf<V>, "conditionType", string>;
  taints: Both<Has<ElementOf<V>, "key", string>, Has<ElementOf<V>, "effect", string>>;
  capacity: [V] extends [Readonly<Record<string, Quantity>>] ? true : false;
  nodeInfo: Has<V, "architecture", Architecture>;
}

/** The names of the shapes. */
export type Shape = keyof ShapeHolds<unknown>;
