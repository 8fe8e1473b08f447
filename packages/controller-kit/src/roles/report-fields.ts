// The fields that the results of each role report. The compiler rejects others; here those of authors without types are found.
import { errorOf, isJsonObject } from "@capstan/kube";
import type { RoleName } from "../authoring/controller-definition.ts";
import type { ClusterReport } from "../authoring/infra-cluster.ts";
import type { MachineReport } from "../authoring/infra-machine.ts";
import type { PoolReport } from "../authoring/infra-machine-pool.ts";
import type { Result } from "../authoring/result.ts";
import { kitErrors } from "../kit-errors.ts";
import { workflowOf } from "./role-workflow.ts";

/** All fields of a report, so that a new one cannot be left out. */
type Fields<P> = Readonly<Record<keyof P, true>>;

const reportFields: Readonly<Record<RoleName, Readonly<Record<string, Fields<object>>>>> = {
  InfraCluster: { provisioned: { endpoint: true, failureDomains: true } satisfies Fields<ClusterReport> },
  InfraMachine: {
    provisioned: { providerID: true, addresses: true, failureDomain: true } satisfies Fields<MachineReport>,
  },
  InfraMachinePool: {
    provisioned: { providerIDs: true, replicas: true, machines: true, providerID: true } satisfies Fields<PoolReport>,
  },
  // Their reports may be objects of the author's own with more in them: the compiler rejects what is written in place.
  BootstrapConfig: {},
  IPPool: {},
  plain: {},
};

/** Throws `workflow/unknown-field` for a report with a field that the role does not have. */
export function checkReport(role: RoleName, { result, payload }: Result<string>): void {
  const known = reportFields[role][result];
  if (known === undefined || !isJsonObject(payload)) return;
  const field = Object.keys(payload).find((name) => !Object.hasOwn(known, name));
  if (field === undefined) return;
  const { kit } = workflowOf(role);
  const values = { result, kit, field, known: Object.keys(known).join(", ") };
  throw errorOf(kitErrors, "workflow/unknown-field", { values });
}
