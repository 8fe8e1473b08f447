// `ctx.identity`: reads the identity that an InfraCluster names, and says whether the namespace of the object may use it.
import { allowsNamespace, needsNamespaceLabels } from "@capstan/contract";
import type { KubeObject, Resource } from "@capstan/kube";
import { Namespace } from "@capstan/kube/builtin";
import type { Context } from "../authoring/context.ts";
import type { IdentityAccess, IdentityObject } from "../authoring/typed-client.ts";
import type { NoConditions } from "../authoring/conditions.ts";
import type { Watch } from "../authoring/watch.ts";
import type { Reader } from "../workflow/reader.ts";

type IdentityReader = Pick<Reader, "get">;

/** The function for objects of one namespace. */
export function identityOf(
  reader: IdentityReader,
  namespace: string,
): Context<never, NoConditions, KubeObject, readonly Watch[]>["identity"] {
  const identity = async (resource: Resource<IdentityObject>, name: string): Promise<IdentityAccess<IdentityObject>> =>
    readIdentity(reader, { resource, name, namespace });
  // The conditional parameter type of the context accepts fewer resources than this implementation.
  return identity as Context<never, NoConditions, KubeObject, readonly Watch[]>["identity"];
}

interface IdentityUse {
  readonly resource: Resource<IdentityObject>;
  readonly name: string;
  readonly namespace: string;
}

async function readIdentity(
  reader: IdentityReader,
  { resource, name, namespace }: IdentityUse,
): Promise<IdentityAccess<IdentityObject>> {
  const identity = await reader.get(resource, { namespace: "", name });
  const what = `${resource.kind} "${name}"`;
  if (identity === undefined) return { allowed: false, reason: "IdentityNotFound", message: `${what} does not exist` };
  if (await isAllowed(reader, identity, namespace)) return { allowed: true, identity };
  const message = `${what} does not allow the namespace "${namespace}" in spec.allowedNamespaces`;
  return { allowed: false, reason: "NamespaceNotAllowed", message };
}

/** The Namespace is read only if the answer depends on its labels. */
async function isAllowed(reader: IdentityReader, { spec }: IdentityObject, name: string): Promise<boolean> {
  const allowed = spec?.allowedNamespaces;
  if (allowed === undefined || !needsNamespaceLabels(allowed, name))
    return allowsNamespace(allowed, { metadata: { name } });
  const namespace = await reader.get(Namespace, { namespace: "", name });
  return namespace !== undefined && allowsNamespace(allowed, namespace);
}
