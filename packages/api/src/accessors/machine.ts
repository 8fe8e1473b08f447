// What pages and providers ask Machines.
import type { MachineAddress, MachinePhase } from "../core/v1beta2/index.ts";
import { older, unlessEmpty, type AnyMachine } from "./objects.ts";

/** Returns where the Machine is in its life, or undefined before core has looked at it; v1beta1 says `Running` for `Updating`. */
export function machinePhase(machine: AnyMachine): MachinePhase | undefined {
  return machine.status?.phase;
}

/** Returns the name of the Secret with the bootstrap data, or undefined until it is there. */
export function bootstrapDataSecretName(machine: AnyMachine): string | undefined {
  return unlessEmpty(machine.spec?.bootstrap?.dataSecretName);
}

/** Whether the bootstrap provider has written the data Secret once; it stays true. */
export function bootstrapDataSecretCreated(machine: AnyMachine): boolean {
  return machine.apiVersion === older
    ? machine.status?.bootstrapReady === true
    : machine.status?.initialization?.bootstrapDataSecretCreated === true;
}

/** Returns the failure domain the Machine shall be placed in, where one is set. */
export function machineFailureDomain(machine: AnyMachine): string | undefined {
  return unlessEmpty(machine.spec?.failureDomain);
}

/** Returns the Kubernetes version the Machine shall have, where one is set. */
export function machineVersion(machine: AnyMachine): string | undefined {
  return unlessEmpty(machine.spec?.version);
}

/** Returns what identifies the Machine to its cloud, or undefined until the infrastructure provider has set it. */
export function providerID(machine: AnyMachine): string | undefined {
  return unlessEmpty(machine.spec?.providerID);
}

/** Returns the name of the Node that the Machine became, or undefined until it did. */
export function nodeName(machine: AnyMachine): string | undefined {
  return unlessEmpty(machine.status?.nodeRef?.name);
}

/** Returns the addresses at which the Machine is reached. */
export function machineAddresses(machine: AnyMachine): readonly MachineAddress[] {
  return machine.status?.addresses ?? [];
}
