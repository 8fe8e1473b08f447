// Brings a part of a Cluster that stays the same object to what the topology wants, and says of what kind parts are.
import { KubeadmControlPlane } from "@capstan/api/controlplane/kubeadm/v1beta2";
import type { ContractVersionedObjectReference } from "@capstan/api/core/v1beta2";
import { readPath, writePath } from "@capstan/contract";
import { isJsonObject, type KubeObject, keyOf, parseApiVersion, pluralOfKind, resourceOf } from "@capstan/kube";
import type { External } from "../cluster-reader.ts";
import { defaultControlPlane } from "../play/control-plane/reconcile-control-plane.ts";
import type { SimContext } from "../writer.ts";
import type { AppliedParts } from "./applied-parts.ts";
import { TopologyFailure } from "./topology-failure.ts";

/** What parts are applied with. */
export interface ApplyContext {
  readonly context: SimContext;
  readonly applied: AppliedParts;
}

/** Creates or changes a part that stays the same object. */
export async function applyObject(
  current: External | undefined,
  wanted: KubeObject,
  { context, applied }: ApplyContext,
): Promise<void> {
  removeEmptyEndpoint(wanted);
  if (current === undefined) return void (await applied.create(resourceFor(wanted), wanted, context.writer));
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

/** How a part is referred to. */
export function partReference(object: KubeObject): ContractVersionedObjectReference {
  const { apiVersion, kind } = object;
  return { apiGroup: parseApiVersion(apiVersion).group, kind, name: keyOf(object).name };
}

/** The kind of a part. */
export function resourceFor({ apiVersion, kind }: KubeObject): ReturnType<typeof resourceOf> {
  return resourceOf(apiVersion, kind, { plural: pluralOfKind(kind) });
}

/** Whether two objects have one kind, in whatever version. */
export function isSameKind(one: TypeMeta, other: TypeMeta): boolean {
  return one.kind === other.kind && parseApiVersion(one.apiVersion).group === parseApiVersion(other.apiVersion).group;
}

type TypeMeta = Pick<KubeObject, "apiVersion" | "kind">;

/** As core does: machines and clusters of another kind cannot take the place of those that exist. */
export function checkKind(current: KubeObject, wanted: KubeObject): void {
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
