// What a control plane changes in the objects of its Machines without replacing them, as server-side apply would do it: it sets its fields, removes
// those that it has set before, and leaves those of others. What it has set is in memory only: after a restart, fields that it dropped meanwhile stay.
import type { Machine } from "@capstan/api/core/v1beta2";
import type { KubeObject } from "@capstan/kube";

/** Fields by name. */
type Fields<T> = Readonly<Record<string, T>>;

/** The names of the fields that were set, by what they are fields of. */
export type SetFields = Map<string, Set<string>>;

/** The fields of others, after those that are wanted now. */
function withFields<T>(given: Fields<T>, wanted: Fields<T>, known: ReadonlySet<string>): Record<string, T> {
  const others = Object.entries(given).filter(([name]) => !(name in wanted || known.has(name)));
  return { ...wanted, ...Object.fromEntries(others) };
}

/** Remembers what is set from now on. */
function remember(fields: SetFields, of: string, wanted: object): ReadonlySet<string> {
  const known = fields.get(of) ?? new Set();
  fields.set(of, known);
  for (const name of Object.keys(wanted)) known.add(name);
  return known;
}

/** Labels and annotations. */
export interface WantedMetadata {
  readonly labels: Record<string, string>;
  readonly annotations: Record<string, string>;
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
export type WantedSpec = Pick<Machine["spec"], "readinessGates" | "deletion" | "taints">;

/** Sets fields of a Machine's spec. */
export function setSpec(spec: Machine["spec"], wanted: WantedSpec, fields: SetFields): void {
  const gates = setList(spec.readinessGates, wanted.readinessGates, remembering(fields, "gates", gateName));
  const taints = setList(spec.taints, wanted.taints, remembering(fields, "taints", taintName));
  const known = remember(fields, "deletion", wanted.deletion ?? {});
  const deletion = withFields(deletionFields(spec.deletion), deletionFields(wanted.deletion), known);
  if (gates !== undefined) spec.readinessGates = gates;
  if (taints === undefined) delete spec.taints;
  else spec.taints = taints;
  spec.deletion = deletion;
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
