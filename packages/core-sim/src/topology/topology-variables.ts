// The variables of a topology and the ClusterClass that defines them. What an extension defines, by DiscoverVariables, is not known here.
import type { Cluster, ClusterClass, ClusterClassVariable, ClusterVariable, Topology } from "@capstan/api/core/v1beta2";
import { keyOf } from "@capstan/kube";
import type { ForeignVariables } from "./topology-hooks.ts";

/** Variables of a part of a topology. */
export interface TopologyVariables {
  /** Their path in the Cluster. */
  readonly path: string;
  readonly values: readonly ClusterVariable[];
  /** Whether these are values of single parts, which are there only where they differ from those of the whole Cluster. */
  readonly areOverrides: boolean;
  readonly set: (values: ClusterVariable[]) => void;
}

/** All variables of a topology: those of the Cluster, then the overrides of its parts, where there are some. */
export function topologyVariables({ spec }: Cluster): readonly TopologyVariables[] {
  const { topology } = spec;
  if (topology === undefined) return [];
  const { controlPlane, workers } = topology;
  const at = "spec.topology";
  const parts = [
    { path: `${at}.controlPlane`, part: controlPlane },
    ...(workers?.machineDeployments ?? []).map((part) => ({
      path: `${at}.workers.machineDeployments[${part.name}]`,
      part,
    })),
    ...(workers?.machinePools ?? []).map((part) => ({ path: `${at}.workers.machinePools[${part.name}]`, part })),
  ];
  const overrides = parts.flatMap(({ path, part }) => {
    const { variables } = part ?? {};
    if (variables?.overrides === undefined || variables.overrides.length === 0) return [];
    const set = (values: ClusterVariable[]): void => void (variables.overrides = values);
    return [{ path: `${path}.variables.overrides`, values: variables.overrides, areOverrides: true, set }];
  });
  const set = (values: ClusterVariable[]): void => void (topology.variables = values);
  return [{ path: `${at}.variables`, values: topology.variables ?? [], areOverrides: false, set }, ...overrides];
}

/** Whether a class defines all of its variables itself. */
export function definesAll({ spec }: ClusterClass): boolean {
  return (spec.patches ?? []).every(({ external }) => (external?.discoverVariablesExtension ?? "") === "");
}

/** The variables of a Cluster that its class does not define itself, and who may define them; undefined where there are none. */
export function foreignVariables(topology: Topology, clusterClass: ClusterClass): ForeignVariables | undefined {
  const own = definitionsOf(clusterClass);
  const names = (topology.variables ?? []).map(({ name }) => name).filter((name) => !own.has(name));
  const patches = (clusterClass.spec.patches ?? []).flatMap(({ external }) =>
    (external?.discoverVariablesExtension ?? "") === "" ? [] : (external ?? []),
  );
  return names.length === 0 ? undefined : { names, patches, namespace: keyOf(clusterClass).namespace };
}

/** The variables that a class defines itself, by name. */
export function definitionsOf({ spec }: ClusterClass): ReadonlyMap<string, ClusterClassVariable> {
  return new Map((spec.variables ?? []).map((definition) => [definition.name, definition]));
}
