// The labels by which core finds the machines of a MachinePool. A name that is no label value is replaced by a hash of it, as core does.
import type { KubeObject } from "@capstan/kube";
import { labels } from "./labels.ts";

/** A MachinePool, as far as its labels depend on it. */
interface LabeledPool extends KubeObject {
  readonly spec: { readonly clusterName: string };
}

/**
 * The labels of the InfraMachines of a MachinePool: core creates a Machine for each of them, when the pool names their kind in
 * `status.infrastructureMachineKind`.
 *
 * @example
 * metadata: { name, namespace, labels: machinePoolLabels(machinePool) }
 */
export function machinePoolLabels({ metadata: { name = "" }, spec }: LabeledPool): Record<string, string> {
  return { [labels.clusterName]: spec.clusterName, [labels.poolName]: labelValueOf(name) };
}

const labelValue = /^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;

/** The text itself when it is a label value, otherwise `hash_`, its FNV-1a hash of 32 bits in base64url, and `_z`. */
function labelValueOf(text: string): string {
  if (labelValue.test(text)) return text;
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  const bytes = [24, 16, 8, 0].map((shift) => String.fromCharCode((hash >>> shift) & 0xff));
  // Short input: four bytes.
  const base64 = btoa(bytes.join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `hash_${base64}_z`;
}
