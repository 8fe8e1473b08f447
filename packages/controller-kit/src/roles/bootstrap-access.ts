// Access of a machine's or a pool's controller to the bootstrap data that the owner names.
import type { Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { isNotFound, type Client } from "@capstan/client";
import { errorOf, formatKey, keyOf } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import type { BootstrapAccess, BootstrapData } from "../authoring/infra-machine.ts";
import { kitErrors } from "../kit-errors.ts";
import { hasClusterLabel } from "../remote/workload-problems.ts";
import { gated, GateError } from "../workflow/outcome.ts";

/** What a Machine, or the template of a MachinePool, says of its bootstrap data. */
export function bootstrapSpecOf(owner: Machine | MachinePool): Machine["spec"]["bootstrap"] {
  return machineSpecOf(owner).bootstrap;
}

function machineSpecOf(owner: Machine | MachinePool): Machine["spec"] {
  return owner.kind === "Machine" ? owner.spec : owner.spec.template.spec;
}

/** Access to the data that the owner names. The Secret is read from the API server, because nothing here watches Secrets. */
export function bootstrapOf(client: Pick<Client, "get">, owner: Machine | MachinePool): BootstrapAccess {
  const { bootstrap, clusterName } = machineSpecOf(owner);
  const secretName = bootstrap.dataSecretName ?? "";
  const key = { namespace: keyOf(owner).namespace, name: secretName };
  return {
    secretName,
    async read() {
      if (secretName === "")
        throw errorOf(kitErrors, "workflow/bootstrap-of-pool", { values: { key: formatKey(keyOf(owner)) } });
      const secret = await client.get(Secret, key).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
        throw new GateError({
          ...gated("WaitingForBootstrapData", `Secret ${formatKey(key)} does not exist`),
          requeueAfter: "5s",
        });
      });
      // A user's own Secret, without a config, has no label.
      if (bootstrap.configRef !== undefined && !hasClusterLabel(secret, clusterName))
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
