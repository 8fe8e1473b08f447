// What is waited for before the author's `reconcile` is called: by a machine the cluster's infrastructure and its bootstrap data, by an
// InfraCluster that does not set the control plane's endpoint that endpoint. Not checked when deleting. A watch on the Cluster or Machine causes the next pass.
import type { Cluster, Machine } from "@capstan/api/core/v1beta2";
import { isNotFound, type Client } from "@capstan/client";
import { definitionOf } from "@capstan/contract/kinds";
import { errorOf, formatKey, keyOf, type Resource } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import type { BootstrapAccess, BootstrapData } from "../authoring/infra-machine.ts";
import { kitErrors } from "../kit-errors.ts";
import { hasClusterLabel } from "../remote/workload-problems.ts";
import { GateError, type Gated } from "./outcome.ts";

/** The first gate that is closed. */
export function closedGate(cluster: Cluster, machine: Machine): Gated | undefined {
  if (cluster.status?.initialization?.infrastructureProvisioned !== true)
    return gate("WaitingForClusterInfrastructure", "the infrastructure of the Cluster is not provisioned yet");
  if (machine.spec.bootstrap.dataSecretName === undefined)
    return gate("WaitingForBootstrapData", "the Machine does not name its bootstrap data Secret yet");
  return undefined;
}

/** The gate of an InfraCluster whose definition leaves the endpoint to others, while the Cluster has none. */
export function closedEndpointGate(resource: Resource, cluster: Cluster): Gated | undefined {
  const { host = "", port = 0 } = cluster.spec.controlPlaneEndpoint ?? {};
  if (definitionOf(resource)?.providesEndpoint !== false || (host !== "" && port !== 0)) return undefined;
  return gate("WaitingForControlPlaneEndpoint", "the Cluster has no control plane endpoint yet");
}

/** The gate of a machine whose InfraCluster does not exist. */
export function noInfraCluster(): Gated {
  return gate("WaitingForClusterInfrastructure", "the infrastructure object of the Cluster does not exist");
}

/** Access to the data that the Machine names. The Secret is read from the API server, because nothing here watches Secrets. */
export function bootstrapOf(client: Pick<Client, "get">, machine: Machine): BootstrapAccess {
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
      // A user's own Secret, without a config, has no label.
      if (machine.spec.bootstrap.configRef !== undefined && !hasClusterLabel(secret, machine.spec.clusterName))
        throw errorOf(kitErrors, "workflow/bootstrap-label", { values: { key: formatKey(key) } });
      return decode(secret, formatKey(key));
    },
  };
}

function decode({ data = {} }: Secret, name: string): BootstrapData {
  const { value, format } = data;
  if (value === undefined) throw errorOf(kitErrors, "workflow/bootstrap-value", { values: { key: name } });
  return { value: fromBase64(value), ...(format === undefined ? {} : { format: fromBase64(format) }) };
}

function fromBase64(value: string): string {
  return Buffer.from(value, "base64").toString("utf8");
}

function gate(reason: string, message: string): Gated {
  return { kind: "gated", reason, message };
}
