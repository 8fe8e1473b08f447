// Controllers of BootstrapConfigs: their owner is a Machine or a MachinePool, and they report the Secret that the kit writes from what the author returns.
import { Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { annotations, isControlPlaneMachine, ownerMachine, ownerMachinePool } from "@capstan/contract";
import { writeField } from "@capstan/contract/fields";
import { formatKey, keyOf, type DurationString, type KubeObject } from "@capstan/kube";
import type { Logger } from "@capstan/operator";
import type { Secret } from "@capstan/kube/builtin";
import type { NewBootstrapData, WrittenData } from "../authoring/bootstrap-config.ts";
import type { RoleData } from "../authoring/controller-definition.ts";
import { provisioned, type Result } from "../authoring/result.ts";
import { isViewOf } from "../workflow/kind-shape.ts";
import type { PassReader } from "../workflow/reader.ts";
import { bootstrapSpecOf } from "./bootstrap-access.ts";
import { certificatesExpiryOf, findDataSecret, isRenewalDue, untilRenewal, writeDataSecret } from "./data-secret.ts";
import { passGates } from "./gates.ts";
import { type BootstrapOwners, clusterOfOwner, ownerWithUid, type Unowned } from "./owners.ts";
import type { ControllerRole, PassSubject } from "./role.ts";

/** The role of BootstrapConfigs. */
export const bootstrapConfigRole: ControllerRole<"BootstrapConfig"> = {
  owners: ownersOfBootstrapConfig,
  async reconcile(subject, { client, log }, author) {
    const { cluster, owner } = subject.owners;
    const { name } = keyOf(subject.object);
    const { dataSecretName } = bootstrapSpecOf(owner);
    // The owner names a Secret of its user, or of another config: there is nothing to create.
    if (dataSecretName !== undefined && dataSecretName !== name) return reported(dataSecretName, undefined);
    const secret = await findDataSecret(client, subject.object);
    if (!isNeeded(secret, owner)) return reported(name, secret, isRead(owner) ? untilRenewal(secret) : undefined);
    passGates("BootstrapConfig", { resource: subject.controller.resource, cluster, owner });
    const result = await author(bootstrapInput(subject));
    if (result.result !== "dataCreated") return result;
    warnOfMissingFile(subject.object, result.payload, log);
    const written = await writeDataSecret(client, {
      config: subject.object,
      cluster,
      found: secret,
      data: result.payload,
    });
    return reported(name, written, result.payload.renewAfter);
  },
  deleteInput: async (subject) => bootstrapInput(subject),
  writeReport({ object, view }, { dataSecretName, certificatesExpiry }) {
    if (isViewOf(view, "BootstrapConfig")) writeField(object, { view, name: "dataSecretName" }, dataSecretName);
    if (certificatesExpiry === undefined) return;
    object.metadata.annotations = {
      ...object.metadata.annotations,
      [annotations.certificatesExpiry]: certificatesExpiry,
    };
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

function reported(
  dataSecretName: string,
  secret: Secret | undefined,
  requeueAfter?: DurationString,
): Result<"provisioned", WrittenData> {
  return { ...provisioned({ dataSecretName, certificatesExpiry: certificatesExpiryOf(secret) }), requeueAfter };
}

/** The file that tells infrastructure providers that a machine has become a Node. */
const successFile = "/run/cluster-api/bootstrap-success.complete";

/** The formats that are text with the names of files in it. Data in another format may be packed. */
const readable: readonly string[] = ["cloud-config", "ignition"];

function warnOfMissingFile(
  config: KubeObject,
  { value, format = "cloud-config" }: NewBootstrapData,
  log: Logger,
): void {
  if (!readable.includes(format) || value.includes("bootstrap-success.complete")) return;
  log.warn(
    `${config.kind} ${formatKey(keyOf(config))}: its data does not name ${successFile}; the contract demands that the machine creates it once it is a Node`,
    { reason: "NoSuccessFile" },
  );
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

/** The owner of a BootstrapConfig, a Machine or a MachinePool, with its Cluster. */
async function ownersOfBootstrapConfig(object: KubeObject, reader: PassReader): Promise<BootstrapOwners | Unowned> {
  const owner =
    ownerMachine(object) === undefined
      ? await ownerWithUid(object, { reference: ownerMachinePool(object), resource: MachinePool }, reader)
      : await ownerWithUid(object, { reference: ownerMachine(object), resource: Machine }, reader);
  return typeof owner === "string" ? owner : { owner, cluster: await clusterOfOwner(owner, reader) };
}
