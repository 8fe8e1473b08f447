// Controllers of BootstrapConfigs: their owner is a Machine or a MachinePool, and they report the Secret that the kit writes from what the author returns.
import { Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { isControlPlaneMachine } from "@capstan/contract";
import { writeField } from "@capstan/contract/fields";
import { keyOf, type DurationString } from "@capstan/kube";
import type { Secret } from "@capstan/kube/builtin";
import type { WrittenData } from "../authoring/bootstrap-config.ts";
import type { RoleData } from "../authoring/controller-definition.ts";
import { provisioned, type Result } from "../authoring/result.ts";
import { isViewOf } from "../workflow/kind-shape.ts";
import { bootstrapSpecOf } from "./bootstrap-access.ts";
import { watchClusterOf, watchOwner } from "./core-watches.ts";
import { findDataSecret, isRenewalDue, untilRenewal, writeDataSecret } from "./data-secret.ts";
import { infrastructureGate, passGates } from "./gates.ts";
import { ownersOfBootstrapConfig } from "./owners.ts";
import type { ControllerRole, PassSubject } from "./role.ts";

/** The role of BootstrapConfigs. */
export const bootstrapConfigRole: ControllerRole<"BootstrapConfig"> = {
  ownerKinds: [Machine, MachinePool],
  secretVerbs: ["create", "get", "update"],
  respectsExternal: false,
  watches: (controller, cache) => [
    watchOwner(Machine, controller, ({ spec }) => spec.bootstrap.configRef),
    watchOwner(MachinePool, controller, ({ spec }) => spec.template.spec.bootstrap.configRef),
    watchClusterOf(controller, cache),
  ],
  owners: ownersOfBootstrapConfig,
  async reconcile(subject, { client }, author) {
    const { cluster, owner } = subject.owners;
    const { name } = keyOf(subject.object);
    const { dataSecretName } = bootstrapSpecOf(owner);
    // The owner names a Secret of its user, or of another config: there is nothing to create.
    if (dataSecretName !== undefined && dataSecretName !== name) return reported(dataSecretName);
    const secret = await findDataSecret(client, subject.object);
    if (!isNeeded(secret, owner)) return reported(name, isRead(owner) ? untilRenewal(secret) : undefined);
    passGates(infrastructureGate(cluster));
    const result = await author(bootstrapInput(subject));
    if (result.result !== "dataCreated") return result;
    await writeDataSecret(client, { config: subject.object, cluster, found: secret, data: result.payload });
    return reported(name, result.payload.renewAfter);
  },
  deleteInput: async (subject) => bootstrapInput(subject),
  writeReport({ object, view }, { dataSecretName }) {
    if (isViewOf(view, "BootstrapConfig")) writeField(object, { view, name: "dataSecretName" }, dataSecretName);
  },
};

/** Whether the author must create the data, or create it again. */
function isNeeded(secret: Secret | undefined, owner: Machine | MachinePool): boolean {
  return isRead(owner) && (secret === undefined || isRenewalDue(secret));
}

/** Whether somebody will still read the data: a machine does until it exists, those of a pool for ever. */
function isRead({ kind, status }: Machine | MachinePool): boolean {
  return kind === MachinePool.kind || status?.initialization?.infrastructureProvisioned !== true;
}

function reported(dataSecretName: string, requeueAfter?: DurationString): Result<"provisioned", WrittenData> {
  return { ...provisioned({ dataSecretName }), requeueAfter };
}

function bootstrapInput({
  object,
  owners: { owner, cluster },
}: PassSubject<"BootstrapConfig">): RoleData["BootstrapConfig"]["pass"] {
  const isMachine = owner.kind === "Machine";
  return {
    object,
    cluster,
    machine: isMachine ? owner : undefined,
    machinePool: isMachine ? undefined : owner,
    controlPlane: isControlPlaneMachine(owner),
  };
}
