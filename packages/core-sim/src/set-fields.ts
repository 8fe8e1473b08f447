// What a control plane or a MachineSet changes in the objects of its Machines without replacing them, as server-side apply would do it: it sets its fields, removes
// those that it has set before, and leaves those of others. What it has set is in memory only: after a restart, fields that it dropped meanwhile stay.
import type { ContractVersionedObjectReference, Machine } from "@capstan/api/core/v1beta2";
import { deepEqual, isJsonObject, type KubeObject } from "@capstan/kube";
import { referenceOf } from "./reported.ts";

/** Fields by name. */
type Fields<T> = Readonly<Record<string, T>>;

/** The fields that were set in one object, with their values, by what they are fields of. */
export type FieldsOfObject = Map<string, Fields<unknown>>;

/** An object, or what a reference says of it. */
interface NamedObject {
  readonly kind: string;
  readonly metadata: { readonly name?: string };
}

/** What one owner has set in the objects of its Machines. What others give another value is theirs from then on, and so is what they set after it was removed. */
export class SetFields {
  /** By kind and name. */
  readonly #kinds = new Map<string, Map<string, FieldsOfObject>>();

  /** What was set in this object. */
  of({ kind, metadata: { name = "" } }: NamedObject): FieldsOfObject {
    const objects = this.#kinds.get(kind) ?? new Map<string, FieldsOfObject>();
    this.#kinds.set(kind, objects);
    const own: FieldsOfObject = objects.get(name) ?? new Map();
    objects.set(name, own);
    return own;
  }

  /** Forgets all other objects. */
  keepOnly(objects: readonly NamedObject[]): void {
    const kept = new Map<string, Set<string | undefined>>();
    for (const { kind, metadata } of objects) kept.set(kind, (kept.get(kind) ?? new Set()).add(metadata.name));
    for (const [kind, known] of this.#kinds)
      for (const name of known.keys()) if (kept.get(kind)?.has(name) !== true) known.delete(name);
  }
}

/** What control planes or MachineSets have set in the objects of their Machines, and MachineDeployments in their sets. */
export class SetFieldsByOwner {
  readonly #byUid = new Map<string, SetFields>();

  of({ metadata: { uid = "" } }: KubeObject): SetFields {
    const own = this.#byUid.get(uid) ?? new SetFields();
    this.#byUid.set(uid, own);
    return own;
  }

  has({ metadata: { uid = "" } }: KubeObject): boolean {
    return this.#byUid.has(uid);
  }

  /** Forgets an owner that is deleted. */
  forget({ metadata: { uid = "" } }: KubeObject): void {
    this.#byUid.delete(uid);
  }
}

/** An object that a Machine refers to. */
export interface PartOfMachine extends NamedObject {
  readonly reference: ContractVersionedObjectReference;
  readonly role: "InfraMachine" | "BootstrapConfig";
}

/** The InfraMachine and the config of a Machine. */
export function partsOf(machine: Machine): readonly PartOfMachine[] {
  return (["InfraMachine", "BootstrapConfig"] as const).flatMap((role) => {
    const reference = referenceOf(machine, role);
    if (reference === undefined) return [];
    const { kind, name } = reference;
    return [{ role, reference, kind, metadata: { name } }];
  });
}

/** Machines with their parts. */
export function withParts(machines: readonly Machine[]): readonly NamedObject[] {
  return machines.flatMap((machine) => [machine, ...partsOf(machine)]);
}

/** The fields as they are set now: those that are wanted, in their order, and those of others where they were. Until it is seen that a field was removed or has another value, it is one of the own: the write may fail. */
function withFields<T>(
  of: string,
  { given, wanted }: { readonly given: Fields<T>; readonly wanted: Fields<T> },
  own: FieldsOfObject,
): Record<string, T> {
  const replaced = `${of} that are replaced`;
  const known = [own.get(of) ?? {}, own.get(replaced) ?? {}];
  const still = Object.entries(given).filter(([name, value]) =>
    known.some((fields) => Object.hasOwn(fields, name) && isStill(value, fields[name])),
  );
  const dropped = Object.fromEntries(still.filter(([name]) => !Object.hasOwn(wanted, name)));
  const outdated = still.filter(([name, value]) => Object.hasOwn(wanted, name) && !isStill(value, wanted[name]));
  keep(of, isEmpty(dropped) ? wanted : { ...dropped, ...wanted }, own);
  keep(replaced, Object.fromEntries(outdated), own);
  const waiting = Object.entries(wanted);
  const kept = Object.entries(given).flatMap((field): (readonly [string, T])[] => {
    const [name] = field;
    if (Object.hasOwn(wanted, name)) return waiting.splice(0, 1);
    return Object.hasOwn(dropped, name) ? [] : [field];
  });
  return Object.fromEntries([...kept, ...waiting]);
}

/** Whether a field has the value that was set; what the server adds to it does not count. */
function isStill(given: unknown, set: unknown): boolean {
  return deepEqual(given, isJsonObject(given) && isJsonObject(set) ? { ...given, ...set } : set);
}

function isEmpty(fields: Fields<unknown>): boolean {
  return Object.keys(fields).length === 0;
}

function keep(of: string, fields: Fields<unknown>, own: FieldsOfObject): void {
  if (isEmpty(fields)) own.delete(of);
  else own.set(of, fields);
}

/** Labels and annotations. */
export interface WantedMetadata {
  readonly labels: Fields<string>;
  readonly annotations: Fields<string>;
}

/** Sets labels and annotations of a Machine or of one of its parts. */
export function setMetadata(
  { metadata }: { readonly metadata: Pick<KubeObject["metadata"], "labels" | "annotations"> },
  wanted: WantedMetadata,
  own: FieldsOfObject,
): void {
  for (const part of ["labels", "annotations"] as const) {
    const set = withFields(part, { given: metadata[part] ?? {}, wanted: wanted[part] }, own);
    if (!isEmpty(set) || metadata[part] !== undefined) metadata[part] = set;
  }
}

/** What Machines take over from the template. */
export type WantedSpec = Pick<Machine["spec"], "readinessGates" | "deletion" | "taints" | "minReadySeconds">;

/** The same as fields by name: each item of a list is a field of its own. */
export interface SpecFields {
  readonly gates: Fields<Gate>;
  readonly taints: Fields<Taint>;
  readonly deletion: Fields<number>;
  readonly times: Fields<number>;
}

/** The fields of a Machine's spec, or of a template. */
export function specFields({
  readinessGates = [],
  taints = [],
  deletion = {},
  minReadySeconds,
}: WantedSpec): SpecFields {
  return {
    gates: Object.fromEntries(readinessGates.map((gate) => [gate.conditionType, gate])),
    taints: Object.fromEntries(taints.map((taint) => [`${taint.key}:${taint.effect}`, taint])),
    deletion: Object.fromEntries(Object.entries(deletion).filter(([, seconds]) => seconds !== undefined)),
    times: minReadySeconds === undefined ? {} : { minReadySeconds },
  };
}

type Gate = NonNullable<Machine["spec"]["readinessGates"]>[number];
type Taint = NonNullable<Machine["spec"]["taints"]>[number];

/** Sets fields of a Machine's spec. */
export function setSpec(spec: WantedSpec, wanted: SpecFields, own: FieldsOfObject): void {
  const given = specFields(spec);
  const gates = Object.values(withFields("gates", { given: given.gates, wanted: wanted.gates }, own));
  const taints = Object.values(withFields("taints", { given: given.taints, wanted: wanted.taints }, own));
  const deletion = withFields("deletion", { given: given.deletion, wanted: wanted.deletion }, own);
  const { minReadySeconds } = withFields("times", { given: given.times, wanted: wanted.times }, own);
  if (gates.length === 0) delete spec.readinessGates;
  else spec.readinessGates = gates;
  if (taints.length === 0) delete spec.taints;
  else spec.taints = taints;
  if (!isEmpty(deletion) || spec.deletion !== undefined) spec.deletion = deletion;
  if (minReadySeconds === undefined) delete spec.minReadySeconds;
  else spec.minReadySeconds = minReadySeconds;
}

/** Remembers what was set in an object before, beside what is known of it. */
export function rememberFields(before: Partial<WantedMetadata & SpecFields>, own: FieldsOfObject): void {
  for (const part of ["labels", "annotations", "gates", "taints", "deletion", "times"] as const) {
    const known = own.get(part);
    keep(part, known === undefined ? (before[part] ?? {}) : { ...before[part], ...known }, own);
  }
}

/** Of a Machine that is deleted, only what its deletion depends on is set, and nothing of others stays. */
export function setSpecOfDeleting(spec: Machine["spec"], { deletion, taints }: WantedSpec): void {
  spec.deletion = { ...deletion };
  if (taints === undefined) delete spec.taints;
  else spec.taints = taints;
}
