// The templates of names in a ClusterClass: what Cluster API's webhook says against them, and which are not simulated.
import type { ClusterClass } from "@capstan/api/core/v1beta2";
import { dnsSubdomainProblems } from "@capstan/schema/structural";
import { UnplayedTemplate } from "../go-template/go-errors.ts";
import { nameFromTemplate, type NameData } from "../topology/name-templates.ts";
import { invalidField } from "./field-problems.ts";

/** A template of names in a class. */
interface ClassName {
  readonly field: string;
  readonly kind: string;
  readonly template: string | undefined;
  readonly workers?: NameData["workers"];
}

function namesOf({ infrastructure, controlPlane, workers }: ClusterClass["spec"]): readonly ClassName[] {
  const at = (list: string, name: string): string => `spec.workers.${list}[${name}].naming.template`;
  return [
    { field: "spec.infrastructure.naming.template", kind: "InfraCluster", template: infrastructure.naming?.template },
    { field: "spec.controlPlane.naming.template", kind: "ControlPlane", template: controlPlane.naming?.template },
    ...(workers?.machineDeployments ?? []).map(({ class: name, naming }) => ({
      field: at("machineDeployments", name),
      kind: "MachineDeployment",
      template: naming?.template,
      workers: { kind: "machineDeployment", topologyName: "mdtopology" } as const,
    })),
    ...(workers?.machinePools ?? []).map(({ class: name, naming }) => ({
      field: at("machinePools", name),
      kind: "MachinePool",
      template: naming?.template,
      workers: { kind: "machinePool", topologyName: "mptopology" } as const,
    })),
  ];
}

/** What core's webhook says against the templates of names in a class. */
export function namingProblems(spec: ClusterClass["spec"]): readonly string[] {
  return namesOf(spec).flatMap(({ field, kind, template = "", workers }) => {
    if (template === "") return [];
    try {
      const data = { cluster: "cluster", random: ["aaaaa", "aaaaa"], ...(workers && { workers }) } as const;
      return dnsSubdomainProblems(nameFromTemplate(template, data)).map((problem) =>
        invalidField(field, template, problem),
      );
    } catch (error) {
      if (error instanceof UnplayedTemplate || !(error instanceof Error)) return [];
      return [invalidField(field, template, `invalid ${kind} name template: ${error.message}`)];
    }
  });
}

/** The fields with templates of names that have what is not simulated. */
export function unplayedNames({ spec }: ClusterClass): readonly string[] {
  const data = { cluster: "cluster", random: ["aaaaa", "aaaaa"] } as const;
  return namesOf(spec).flatMap(({ field, template = "", workers }) => {
    try {
      nameFromTemplate(template, { ...data, ...(workers && { workers }) });
      return [];
    } catch (error) {
      return error instanceof UnplayedTemplate ? [field] : [];
    }
  });
}
