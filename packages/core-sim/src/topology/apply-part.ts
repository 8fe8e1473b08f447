// Brings one part of a Cluster to what the topology wants: it is created, changed in place, or, if it is a template with another spec, replaced by a new one.
import type { Cluster, ContractVersionedObjectReference } from "@capstan/api/core/v1beta2";
import { annotations, clonedFrom, ownerReferenceTo } from "@capstan/contract";
import { deepClone, deepEqual, type KubeObject, keyOf, parseApiVersion, pluralOfKind, resourceOf } from "@capstan/kube";
import type { External } from "../cluster-reader.ts";
import type { SimContext } from "../writer.ts";
import type { AppliedParts } from "./applied-parts.ts";
import { TopologyFailure } from "./topology-failure.ts";

/** What parts are applied with. */
export interface ApplyContext {
  readonly context: SimContext;
  readonly applied: AppliedParts;
}

/** A template of a Cluster. */
export interface WantedTemplate {
  /** The patched template of the class. */
  readonly template: KubeObject;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The name of the one that replaces it, if its spec has to be another one. */
  readonly nameOfNext: () => string;
  /** Whether another kind can take its place: core allows that for templates of bootstrap configs. */
  readonly mayChangeKind?: boolean;
}

/** Creates or changes a part that stays the same object. */
export async function applyObject(
  current: External | undefined,
  wanted: KubeObject,
  { context, applied }: ApplyContext,
): Promise<void> {
  if (current === undefined) return applied.create(resourceFor(wanted), wanted, context.writer);
  checkKind(current.object, wanted);
  await applied.save(current, wanted, context.writer);
}

/** Creates, changes or replaces a template; returns how it is referred to now. */
export async function applyTemplate(
  draft: Cluster,
  { current, wanted }: { readonly current: External | undefined; readonly wanted: WantedTemplate },
  { context, applied }: ApplyContext,
): Promise<ContractVersionedObjectReference> {
  const object = templateOf(draft, wanted, wanted.name);
  if (current === undefined) {
    await applied.create(resourceFor(object), object, context.writer);
    return partReference(object);
  }
  if (wanted.mayChangeKind !== true) checkKind(current.object, object);
  if (
    isSameKind(current.object, object) &&
    deepEqual(specOf(applied.merged(current.object, object)), specOf(current.object))
  ) {
    await applied.save(current, object, context.writer);
    return partReference(current.object);
  }
  const next = templateOf(draft, wanted, wanted.nameOfNext());
  await applied.create(resourceFor(next), next, context.writer);
  applied.forget(current.object);
  return partReference(next);
}

/** A copy of a patched template that belongs to the Cluster, with the labels and annotations of the template. */
function templateOf(draft: Cluster, { template, labels }: WantedTemplate, name: string): KubeObject {
  const { metadata: given, ...rest } = deepClone(template);
  const { [annotations.lastApplied]: _, ...kept } = given.annotations ?? {};
  const metadata = {
    name,
    namespace: keyOf(draft).namespace,
    labels: { ...given.labels, ...labels },
    annotations: { ...kept, ...clonedFrom(template) },
    ownerReferences: [ownerReferenceTo(draft)],
  };
  return { ...rest, metadata };
}

/** How a part is referred to. */
export function partReference(object: KubeObject): ContractVersionedObjectReference {
  const { apiVersion, kind } = object;
  return { apiGroup: parseApiVersion(apiVersion).group, kind, name: keyOf(object).name };
}

/** The kind of a part. */
function resourceFor({ apiVersion, kind }: KubeObject): ReturnType<typeof resourceOf> {
  return resourceOf(apiVersion, kind, { plural: pluralOfKind(kind) });
}

function specOf({ spec }: KubeObject & { readonly spec?: unknown }): unknown {
  return spec;
}

function isSameKind(one: KubeObject, other: KubeObject): boolean {
  return one.kind === other.kind && parseApiVersion(one.apiVersion).group === parseApiVersion(other.apiVersion).group;
}

/** As core does: machines and clusters of another kind cannot take the place of those that exist. */
function checkKind(current: KubeObject, wanted: KubeObject): void {
  if (isSameKind(current, wanted)) return;
  const [from = "", to = ""] = [current, wanted].map(({ apiVersion }) => parseApiVersion(apiVersion).group);
  const about = `of ${current.kind}.${from}/${keyOf(current).name} cannot be changed`;
  const why = "to prevent incompatible changes in the Cluster";
  throw new TopologyFailure(
    from === to
      ? `metadata.kind: Forbidden: apiVersion.kind ${about} from "${current.kind}" to "${wanted.kind}" ${why}`
      : `metadata.apiVersion: Forbidden: apiVersion.group ${about} from "${from}" to "${to}" ${why}`,
  );
}
