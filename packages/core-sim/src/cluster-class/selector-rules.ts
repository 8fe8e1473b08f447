// What Cluster API's webhook checks of the selector of a patch: it selects something, and each part of it matches a template of the class.
import type { ClusterClass, ClusterClassTemplateReference, PatchSelector } from "@capstan/api/core/v1beta2";
import { invalidField, invalidJson } from "./field-problems.ts";
import { labelKeyProblems } from "./label-rules.ts";
import { inIndentedLines } from "./written-fields.ts";

type Spec = ClusterClass["spec"];

/** Classes of workers, as far as selectors read them. */
interface WorkerClass {
  readonly class: string;
  readonly bootstrap: { readonly templateRef: ClusterClassTemplateReference };
  readonly infrastructure: { readonly templateRef: ClusterClassTemplateReference };
}

/** The selector at this path. */
export function selectorProblems(
  at: string,
  selector: PatchSelector,
  { infrastructure, controlPlane, workers }: Spec,
): readonly string[] {
  const { matchResources } = selector;
  const deployments = matchResources.machineDeploymentClass?.names ?? [];
  const pools = matchResources.machinePoolClass?.names ?? [];
  const { infrastructureCluster, controlPlane: ofControlPlane } = matchResources;
  const [forCluster, forPlane] = [infrastructureCluster === true, ofControlPlane === true];
  if (!forCluster && !forPlane && deployments.length === 0 && pools.length === 0)
    return [invalidField(at, inIndentedLines(selector, "selector"), "no selector enabled")];
  const planes = [controlPlane.templateRef, controlPlane.machineInfrastructure?.templateRef];
  const matches = (references: readonly (ClusterClassTemplateReference | undefined)[]): boolean =>
    references.some((each) => each?.kind === selector.kind && each.apiVersion === selector.apiVersion);
  const field = `${at}.matchResources`;
  const noCluster = "selector is enabled but does not match the infrastructure ref";
  const noPlane =
    "selector is enabled but matches neither the controlPlane ref nor the controlPlane machineInfrastructure ref";
  const of = (classes: readonly WorkerClass[] = []): WorkerMatch => ({ classes, matches });
  return [
    ...(forCluster && !matches([infrastructure.templateRef])
      ? [invalidJson(`${field}.infrastructureCluster`, "true", noCluster)]
      : []),
    ...(forPlane && !matches(planes) ? [invalidJson(`${field}.controlPlane`, "true", noPlane)] : []),
    ...workerProblems(`${field}.machineDeploymentClass`, deployments, {
      kind: "MachineDeployment",
      ...of(workers?.machineDeployments),
    }),
    ...workerProblems(`${field}.machinePoolClass`, pools, { kind: "MachinePool", ...of(workers?.machinePools) }),
  ];
}

interface WorkerMatch {
  readonly classes: readonly WorkerClass[];
  readonly matches: (references: readonly ClusterClassTemplateReference[]) => boolean;
}

/** What is after a name that cannot be one is not checked. */
function workerProblems(
  field: string,
  names: readonly string[],
  { kind, classes, matches }: WorkerMatch & { readonly kind: string },
): readonly string[] {
  const problems: string[] = [];
  for (const [index, name] of names.entries()) {
    const at = `${field}.names[${index}]`;
    const problem = nameProblem(name);
    if (problem !== undefined) return [...problems, invalidField(at, name, problem)];
    const isMatched = classes.some(
      (each) =>
        isSelectedName(name, each.class) && matches([each.infrastructure.templateRef, each.bootstrap.templateRef]),
    );
    const unmatched = `selector is enabled but matches neither the bootstrap ref nor the infrastructure ref of a ${kind} class`;
    if (!isMatched) problems.push(invalidField(at, name, unmatched));
  }
  return problems;
}

function nameProblem(name: string): string | undefined {
  if (!name.includes("*")) return undefined;
  if (name.indexOf("*") !== name.lastIndexOf("*")) return 'selector can at most contain a single "*" rune';
  if (!name.startsWith("*") && !name.endsWith("*"))
    return '"*" rune can only appear at the beginning, or ending of the selector';
  const isName = labelKeyProblems(name.replaceAll("*", "a")).length === 0;
  return isName ? undefined : "selector does not comply with the Kubernetes naming standards";
}

/** Whether a selector names a class: by its name, or with `*` at the beginning or the end. */
export function isSelectedName(selected: string, name: string): boolean {
  return (
    selected === name ||
    (selected.startsWith("*") && name.endsWith(selected.slice(1))) ||
    (selected.endsWith("*") && name.startsWith(selected.slice(0, -1)))
  );
}
