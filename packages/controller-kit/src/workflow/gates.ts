// What a machine waits for before its author is asked: the cluster's infrastructure and its bootstrap data. Never asked
// when deleting. A watch on the Cluster or Machine brings the next pass.
import { isNotFound, type Client } from "@capstan/client";
import type { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { Secret } from "@capstan/kube/builtin";
import { errorOf, formatKey, keyOf } from "@capstan/kube";
import type { Bootstrap, BootstrapData } from "../authoring/bootstrap.ts";
import { kitErrors } from "../kit-errors.ts";
import { GateError, type Gated } from "./outcome.ts";

/** The first gate that is still closed. */
export function closedGate(cluster: Cluster, machine: Machine): Gated | undefined {
  if (cluster.status?.initialization?.infrastructureProvisioned !== true) {
    return gate("WaitingForClusterInfrastructure", "the infrastructure of the Cluster is not provisioned yet");
  }
  if (machine.spec.bootstrap.dataSecretName === undefined) {
    return gate("WaitingForBootstrapData", "the Machine does not name its bootstrap data Secret yet");
  }
  return undefined;
}

/** Access to the data that the Machine names; the Secret is read live, because nothing else here watches Secrets. */
export function bootstrapOf(client: Client, machine: Machine): Bootstrap {
  const secretName = machine.spec.bootstrap.dataSecretName ?? "";
  const key = { namespace: keyOf(machine).namespace, name: secretName };
  return {
    secretName,
    async read() {
      const secret = await client.get(Secret, key).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
        throw new GateError({
          ...gate("WaitingForBootstrapData", `Secret ${formatKey(key)} does not exist`),
          requeueAfter: "5s",
        });
      });
      return decode(secret, formatKey(key));
    },
  };
}

function decode(secret: Secret, name: string): BootstrapData {
  const text = (key: string): string | undefined => {
    const bytes = secret.data?.[key];
    return bytes === undefined ? undefined : Buffer.from(bytes, "base64").toString("utf8");
  };
  const value = text("value");
  if (value === undefined) {
    throw errorOf(kitErrors, "workflow/bootstrap-value", { values: { key: name } });
  }
  const format = text("format");
  return { value, ...(format === undefined ? {} : { format }) };
}

function gate(reason: string, message: string): Gated {
  return { kind: "gated", reason, message };
}
