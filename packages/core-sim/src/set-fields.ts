// What a control plane or a MachineSet changes in the objects of its Machines without replacing them, as server-side apply would do it: it sets its fields, removes
// those that it has set before, and leaves those of others. What it has set is in memory only: after a restart, fields that it dropped meanwhile stay.
import type { Machine } from "@capstan/api/core/v1beta2";
import type { KubeObject } from "@capstan/kube";

/** Fields by name. */
type Fields<T> = Readonly<Record<string, T>>;

/** The names of the fields that were set, by what they are fields of. */
export type SetFields = Map<string, Set<string>>;

/** What owners have set in the objects of their Machines. */
export class SetFieldsByOwner {
  readonly #byUid = new Map<string, SetFields>();

  of({ metadata: { uid = "" } }: KubeObject): SetFields {
    const own = this.#byUid.get(uid) ?? new Map();
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

/** The fields that are wanted now, in their order, and those of others where they were. */
function withFields<T>(given: Fields<T>, wanted: Fields<T>, known: ReadonlySet<string>): Record<string, T> {
  const waiting = Object.entries(wanted);
  const kept = Object.entries(given).flatMap((field): (readonly [string, T])[] => {
    const [name] = field;
    if (Object.hasOwn(wanted, name)) return waiting.splice(0, 1);
    return known.has(name) ? [] : [field];
  });
  return Object.fromEntries([...kept, ...waiting]);
}

/** Remembers what is set from now on. */
function remember(fields: SetFields, of: string, wanted: object): ReadonlySet<string> {
  return rememberNames(fields, of, Object.keys(wanted));
}

function rememberNames(fields: SetFields, of: string, names: readonly string[]): ReadonlySet<string> {
  const known = fields.get(of) ?? new Set();
  fields.set(of, known);
  for (const name of names) known.add(name);
  return known;
}

/** Labels and annotations. */
export interface WantedMetadata {
  readonly labels: Fields<string>;
  readonly annotations: Fields<string>;
}

/** Whether an object has the labels and annotations, and none that was set and is not wanted any more. */
export function hasMetadata({ metadata }: KubeObject, wanted: WantedMetadata, fields: SetFields): boolean {
  return (["labels", "annotations"] as const).every((part) => {
    const [given, known] = [metadata[part] ?? {}, fields.get(part)];
    return (
      Object.entries(wanted[part]).every(([name, value]) => given[name] === value) &&
      Object.keys(given).every((name) => known?.has(name) !== true || Object.hasOwn(wanted[part], name))
    );
  });
}

/** Sets labels and annotations of a Machine or of one of its parts. */
export function setMetadata({ metadata }: KubeObject, wanted: WantedMetadata, fields: SetFields): void {
  for (const part of ["labels", "annotations"] as const) {
    const known = remember(fields, part, wanted[part]);
    const set = withFields(metadata[part] ?? {}, wanted[part], known);
    if (Object.keys(set).length > 0 || metadata[part] !== undefined) metadata[part] = set;
  }
}

/** What Machines take over from the template. */
export type WantedSpec = Pick<Machine["spec"], "readinessGates" | "deletion" | "taints" | "minReadySeconds">;

/** Sets fields of a Machine's spec. */
export function setSpec(spec: WantedSpec, wanted: WantedSpec, fields: SetFields): void {
  const gates = setList(spec.readinessGates, wanted.readinessGates, remembering(fields, "gates", gateName));
  const taints = setList(spec.taints, wanted.taints, remembering(fields, "taints", taintName));
  const known = remember(fields, "deletion", deletionFields(wanted.deletion));
  const deletion = withFields(deletionFields(spec.deletion), deletionFields(wanted.deletion), known);
  const times = timesOf(wanted);
  const { minReadySeconds } = withFields(timesOf(spec), times, remember(fields, "times", times));
  if (gates === undefined) delete spec.readinessGates;
  else spec.readinessGates = gates;
  if (taints === undefined) delete spec.taints;
  else spec.taints = taints;
  spec.deletion = deletion;
  if (minReadySeconds === undefined) delete spec.minReadySeconds;
  else spec.minReadySeconds = minReadySeconds;
}

/** What is set in an object. */
export interface SetParts {
  readonly labels?: Fields<string>;
  readonly annotations?: Fields<string>;
  readonly spec?: WantedSpec;
}

/** The labels and annotations of an object. */
export function metadataParts({ metadata: { labels = {}, annotations = {} } }: Pick<KubeObject, "metadata">): SetParts {
  return { labels, annotations };
}

/** Remembers what is set from now on, or was set before. */
export function rememberParts(wanted: SetParts, fields: SetFields): void {
  for (const [of, names] of Object.entries(fieldNames(wanted))) rememberNames(fields, of, names);
}

/** Forgets what was set, is not wanted any more, and is in no object: from now on it belongs to others. */
export function forgetRemoved(wanted: SetParts, objects: () => readonly SetParts[], fields: SetFields): void {
  const dropped = Object.entries(fieldNames(wanted)).flatMap(([of, names]) =>
    [...(fields.get(of) ?? [])].filter((name) => !names.includes(name)).map((name) => ({ of, name })),
  );
  if (dropped.length === 0) return;
  const found = objects().map(fieldNames);
  for (const { of, name } of dropped)
    if (!found.some(({ [of]: names = [] }) => names.includes(name))) fields.get(of)?.delete(name);
}

/** The names of fields, by what they are fields of. */
function fieldNames({
  labels = {},
  annotations = {},
  spec = {},
}: SetParts): Readonly<Record<string, readonly string[]>> {
  return {
    labels: Object.keys(labels),
    annotations: Object.keys(annotations),
    gates: (spec.readinessGates ?? []).map(gateName),
    taints: (spec.taints ?? []).map(taintName),
    deletion: Object.keys(deletionFields(spec.deletion)),
    times: Object.keys(timesOf(spec)),
  };
}

function timesOf({ minReadySeconds }: WantedSpec): Fields<number> {
  return minReadySeconds === undefined ? {} : { minReadySeconds };
}

/** Of a Machine that is deleted, only what its deletion depends on is set, and nothing of others stays. */
export function setSpecOfDeleting(spec: Machine["spec"], { deletion, taints }: WantedSpec): void {
  spec.deletion = { ...deletion };
  if (taints === undefined) delete spec.taints;
  else spec.taints = taints;
}

function deletionFields(deletion: Machine["spec"]["deletion"]): Record<string, number> {
  return Object.fromEntries(Object.entries(deletion ?? {}).filter(([, seconds]) => seconds !== undefined));
}

type Gate = NonNullable<Machine["spec"]["readinessGates"]>[number];
type Taint = NonNullable<Machine["spec"]["taints"]>[number];
const gateName = ({ conditionType }: Gate): string => conditionType;
const taintName = ({ key, effect }: Taint): string => `${key}:${effect}`;

/** The items of a list by their names, and those that were set before. */
interface ListRule<T> {
  readonly byName: (items: readonly T[]) => Fields<T>;
  readonly remember: (wanted: Fields<T>) => ReadonlySet<string>;
}

function remembering<T>(fields: SetFields, of: string, nameOf: (item: T) => string): ListRule<T> {
  return {
    byName: (items) => Object.fromEntries(items.map((item) => [nameOf(item), item])),
    remember: (wanted) => remember(fields, of, wanted),
  };
}

/** A list in which each item is a field of its own; undefined where there is none, and none is wanted. */
function setList<T>(
  given: readonly T[] | undefined,
  wanted: readonly T[] | undefined,
  { byName, remember: known }: ListRule<T>,
): T[] | undefined {
  const fields = byName(wanted ?? []);
  const set = Object.values(withFields(byName(given ?? []), fields, known(fields)));
  return set.length === 0 ? undefined : set;
}
