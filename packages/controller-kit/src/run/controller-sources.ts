// The sources of one controller that are no objects of the management cluster: those of its author, and what it watches in workload clusters.
import type { KeySource } from "@capstan/operator";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import { workloadSource, type WorkloadSourceDeps } from "../remote/workload-source.ts";

/** What the sources of a controller work with. */
export interface ControllerSourceDeps extends Omit<WorkloadSourceDeps, "resource" | "watches" | "clock"> {
  readonly services: () => unknown;
}

/** The sources of a controller. */
export function sourcesOf(
  { resource, sources, watches, workload }: ControllerDefinition,
  { services, ...deps }: ControllerSourceDeps,
): readonly KeySource[] {
  return [
    ...sources.map((source): KeySource => ({
      name: source.name,
      open: ({ signal, log }) => source.open({ signal, log, services: services() }),
    })),
    ...workload.map((source) => workloadSource(source, { ...deps, resource, watches })),
  ];
}
