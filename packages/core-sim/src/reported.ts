// What core follows and takes over, by the records of the kinds: which reference names an object of a provider, and where core keeps what that object reports.
import type { ContractVersionedObjectReference } from "@capstan/api/core/v1beta2";
import { readPath, writePath } from "@capstan/contract";
import { fieldOf, getTerminalFailure, type ContractView } from "@capstan/contract/fields";
import { type ContractFieldNames, type ContractKind, type CoreReference, kindContracts } from "@capstan/contract/rules";
import { isJsonObject, keyOf, type KubeObject, parseApiVersion } from "@capstan/kube";

/** The references by which objects of core's kind name objects of a provider's kind. */
export function coreReferences(owner: string, kind: ContractKind): readonly CoreReference[] {
  return kindContracts[kind].workflow.references.filter((reference) => reference.kind === owner);
}

/** The reference of an object of core to an object of a provider's kind; undefined when it has none. */
export function referenceOf(owner: KubeObject, kind: ContractKind): ContractVersionedObjectReference | undefined {
  const [value] = coreReferences(owner.kind, kind).map(({ path }) => readPath(owner, path));
  // The schemas of core's kinds have this type there.
  return isJsonObject(value) ? (value as unknown as ContractVersionedObjectReference) : undefined;
}

/** Puts a reported value where core keeps it. A value that is undefined changes nothing. */
export function takeOver<K extends ContractKind>(
  draft: KubeObject,
  { view, name }: { readonly view: ContractView<K>; readonly name: ContractFieldNames[K] },
  value: unknown,
): void {
  const { into } = fieldOf(view, name);
  const path = typeof into === "string" ? into : Object.entries(into ?? {}).find(([kind]) => kind === draft.kind)?.[1];
  if (path !== undefined && value !== undefined) writePath(draft, path, value);
}

/** What core shows of a failure. */
export interface ReportedFailure {
  readonly failureReason?: string;
  readonly failureMessage?: string;
}

/** The failure of an object, with its name; undefined when it reports none. */
export function reportedFailure(object: KubeObject): ReportedFailure | undefined {
  const failure = getTerminalFailure(object);
  if (failure === undefined) return undefined;
  const { reason, message } = failure;
  const { group, version } = parseApiVersion(object.apiVersion);
  const from = `referenced resource ${group}/${version}, Kind=${object.kind} with name "${keyOf(object).name}"`;
  return {
    ...(reason === "" ? {} : { failureReason: reason }),
    ...(message === "" ? {} : { failureMessage: `Failure detected from ${from}: ${message}` }),
  };
}
