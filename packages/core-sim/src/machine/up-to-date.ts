// Whether a Machine is what its MachineDeployment wants: the template of its MachineSet is compared with that of the deployment, as for a rollout.
import { type Machine, MachineDeployment, MachineSet } from "@capstan/api/core/v1beta2";
import { labels } from "@capstan/contract";
import { controllerOf, type KubeObject, keyOf, type ObjectKey, type Resource } from "@capstan/kube";
import type { CoreCondition } from "../conditions.ts";
import { expiredAfter } from "../machine-set/rollout-sets.ts";
import { rolloutFields, templateChanges } from "../machine-set/template-changes.ts";
import { createdAt } from "../drafts.ts";
import type { SimContext } from "../writer.ts";

/** The condition UpToDate; undefined for a Machine without a set that belongs to a deployment, with which others compare it. */
export async function upToDateOf(machine: Machine, context: SimContext): Promise<CoreCondition | undefined> {
  const owner = controllerOf(machine);
  const name = machine.metadata.labels?.[labels.deploymentName];
  if (owner?.kind !== "MachineSet" || name === undefined) return undefined;
  const { namespace } = keyOf(machine);
  const set = await findTemplated(MachineSet, { namespace, name: owner.name }, context);
  const deployment = await findTemplated(MachineDeployment, { namespace, name }, context);
  return set && deployment && compared(machine, { set, deployment }, context);
}

/** An object with a template. A Machine is not reconciled again for anything of it but what a rollout depends on. */
function findTemplated<T extends MachineSet | MachineDeployment>(
  resource: Resource<T>,
  key: ObjectKey,
  { reader }: SimContext,
): Promise<T | undefined> {
  return reader.lists.find(resource, key, rolloutFacts);
}

const knownFacts = new WeakMap<KubeObject, string>();

function rolloutFacts(object: MachineSet | MachineDeployment | undefined): string {
  if (object === undefined) return "";
  const known = knownFacts.get(object) ?? textOf(object);
  knownFacts.set(object, known);
  return known;
}

function textOf(object: MachineSet | MachineDeployment): string {
  const time = object.kind === "MachineSet" ? createdAt(object) : object.spec.rollout?.after;
  return JSON.stringify([rolloutFields(object.spec.template), time]);
}

function compared(
  { spec, status }: Machine,
  { set, deployment }: { readonly set: MachineSet; readonly deployment: MachineDeployment },
  { now, wakeAt }: SimContext,
): CoreCondition {
  const type = "UpToDate";
  const { after } = deployment.spec.rollout ?? {};
  const expired = expiredAfter(deployment, now());
  if (after !== undefined && expired === undefined) wakeAt(new Date(after).getTime());
  const changes = [
    ...templateChanges(rolloutFields(set.spec.template), rolloutFields(deployment.spec.template)),
    ...(expired !== undefined && createdAt(set) < expired ? ["MachineDeployment spec.rolloutAfter expired"] : []),
  ];
  if (changes.length > 0)
    return {
      type,
      status: "False",
      reason: "NotUpToDate",
      message: changes.map((change) => `* ${change}`).join("\n"),
    };
  const { kubeletVersion = "" } = status?.nodeInfo ?? {};
  if (kubeletVersion === "" || kubeletVersion === (spec.version ?? ""))
    return { type, status: "True", reason: "UpToDate" };
  const message = `* Node.status.nodeInfo.kubeletVersion ${kubeletVersion}, ${spec.version ?? ""} required`;
  return { type, status: "False", reason: "Updating", message };
}
