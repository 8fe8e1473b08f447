// The names of new machines of a MachineSet, by the template in `machineNaming` if it has one.
import type { MachineSet } from "@capstan/api/core/v1beta2";
import { keyOf } from "@capstan/kube";
import { cutName } from "../generated-names.ts";
import { randomSuffix } from "./new-machine-set.ts";

const standard = "{{ .machineSet.name }}-{{ .random }}";

/** A new name; a long one is cut, and ends with other random characters. */
export function machineNameOf(set: MachineSet): string {
  const { clusterName, machineNaming } = set.spec;
  const values: Readonly<Record<string, string>> = {
    ".cluster.name": clusterName,
    ".machineSet.name": keyOf(set).name,
    ".random": randomSuffix(),
  };
  const template = machineNaming?.template ?? standard;
  const name = template.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (all, field: string) => values[field] ?? all);
  return cutName(name, randomSuffix());
}
