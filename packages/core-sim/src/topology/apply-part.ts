// Brings one part of a Cluster to what the topology wants: it is created, changed in place, or, if it is a template with another spec, replaced by a new one.
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import type { Cluster, ContractVersionedObjectReference } from "@capstan/api/core/v1beta2";
import { annotations, clonedFrom, ownerReferenceTo, readPath, writePath } from "@capstan/contract";
import {
  deepClone,
  deepEqual,
  isJsonObject,
  type KubeObject,
  keyOf,
  parseApiVersion,
  pluralOfKind,
  resourceOf,
} from "@capstan/kube";
import type { External } from "../cluster-reader.ts";
import { defaultControlPlane } from "../play/control-plane/reconcile-control-plane.ts";
import type { SimContext } from "../writer.ts";
import type { AppliedParts } from "./applied-parts.ts";
import { isRejection, TopologyFailure } from "./topology-failure.ts";

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
  removeEmptyEndpoint(wanted);
  if (current === undefined) return applied.create(resourceFor(wanted), wanted, context.writer);
  checkKind(current.object, wanted);
  await applied.save({ ...current, defaults: setPlayedDefaults }, wanted, context.writer);
}

/** The defaults of the webhook of a control plane that is played. */
function setPlayedDefaults(object: KubeObject): void {
  // The kind says what it is.
  if (isSameKind(object, KubeadmControlPlane)) defaultControlPlane(object as KubeadmControlPlane);
}

const endpointPath = "spec.controlPlaneEndpoint";

/** As core does, fields of an endpoint that have the zero value are left out: providers set them. */
function removeEmptyEndpoint(object: KubeObject): void {
  const endpoint = readPath(object, endpointPath);
  if (!isJsonObject(endpoint)) return;
  const { host, port, ...others } = endpoint;
  const given = { ...others, ...(host === "" ? {} : { host }), ...(port === 0 ? {} : { port }) };
  writePath(object, endpointPath, Object.values(given).every((value) => value === undefined) ? undefined : given);
}

/** A template, after it was brought to what is wanted. */
export interface AppliedTemplate {
  /** How it is referred to now. */
  readonly reference: ContractVersionedObjectReference;
  /** The template that this one is to replace, once it is named, and this one; undefined where none was replaced. */
  readonly replacement?: { readonly old: KubeObject; readonly created: KubeObject };
}

/** Creates, changes or replaces a template. */
export async function applyTemplate(
  draft: Cluster,
  { current, wanted }: { readonly current: External | undefined; readonly wanted: WantedTemplate },
  { context, applied }: ApplyContext,
): Promise<AppliedTemplate> {
  const object = templateOf(draft, wanted, wanted.name);
  if (current === undefined) {
    await applied.create(resourceFor(object), object, context.writer);
    return { reference: partReference(object) };
  }
  if (wanted.mayChangeKind !== true) checkKind(current.object, object);
  if (
    isSameKind(current.object, object) &&
    deepEqual(specOf(applied.merged(current.object, object)), specOf(current.object))
  ) {
    await applied.save(current, object, context.writer);
    return { reference: partReference(current.object) };
  }
  const next = templateOf(draft, wanted, wanted.nameOfNext());
  await applied.create(resourceFor(next), next, context.writer);
  return { reference: partReference(next), replacement: { old: current.object, created: next } };
}

/** Saves what names a template. If that is rejected, one that was created for it is deleted, since nothing names it; otherwise the one that it replaces is not remembered any more. */
export async function withTemplate(
  { replacement }: AppliedTemplate,
  { context: { writer }, applied }: ApplyContext,
  save: () => Promise<void>,
): Promise<void> {
  try {
    await save();
  } catch (error) {
    // Without an answer, the new one may be named.
    if (replacement !== undefined && (error instanceof TopologyFailure || isRejection(error)))
      await writer.delete(resourceFor(replacement.created), replacement.created).catch(() => undefined);
    throw error;
  }
  if (replacement !== undefined) applied.forget(replacement.old);
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

function isSameKind(one: TypeMeta, other: TypeMeta): boolean {
  return one.kind === other.kind && parseApiVersion(one.apiVersion).group === parseApiVersion(other.apiVersion).group;
}

type TypeMeta = Pick<KubeObject, "apiVersion" | "kind">;

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
