// What Cluster API's webhook checks of the parts of a ClusterClass: references to templates, names of classes, health checks, taints, labels and versions.
import type {
  ClusterClass,
  ClusterClassTemplateReference,
  MachineDeploymentClass,
  MachineTaint,
} from "@capstan/api/core/v1beta2";
import { compareVersions, parseKubernetesVersion } from "@capstan/contract/versions";
import { minorNumberOf, shownVersion } from "../kubernetes-version.ts";
import { rejectedLimit, rejectedLimits } from "../machine-set/rollout-rules.ts";
import { forbiddenField, invalidField, requiredField } from "./field-problems.ts";
import { labelKeyProblems, metadataProblems } from "./label-rules.ts";

type Spec = ClusterClass["spec"];

const deployments = "spec.workers.machineDeployments";
const pools = "spec.workers.machinePools";

/** A health check is there once something in it is. */
export function isChecked(check: { readonly checks?: object; readonly remediation?: object } | undefined): boolean {
  return [check?.checks, check?.remediation].some((part) => part !== undefined && Object.keys(part).length > 0);
}

/** References to templates. */
export function templateProblems({ infrastructure, controlPlane, workers }: Spec): readonly string[] {
  const { machineInfrastructure } = controlPlane;
  const ofWorkers = (
    at: string,
    classes: readonly Pick<MachineDeploymentClass, "bootstrap" | "infrastructure">[] = [],
  ): readonly string[] =>
    classes.flatMap((each, index) => [
      ...referenceProblems(`${at}[${index}].template.bootstrap`, each.bootstrap.templateRef),
      ...referenceProblems(`${at}[${index}].template.infrastructure`, each.infrastructure.templateRef),
    ]);
  return [
    ...referenceProblems("spec.infrastructure", infrastructure.templateRef),
    ...referenceProblems("spec.controlPlane", controlPlane.templateRef),
    ...(machineInfrastructure === undefined
      ? []
      : referenceProblems("spec.controlPlane.machineInfrastructure", machineInfrastructure.templateRef)),
    ...ofWorkers(deployments, workers?.machineDeployments),
    ...ofWorkers(pools, workers?.machinePools),
  ];
}

function referenceProblems(at: string, { apiVersion, kind, name }: ClusterClassTemplateReference): readonly string[] {
  const parts = apiVersion.split("/");
  const versionProblem = `template apiVersion must be a valid Kubernetes apiVersion: unexpected GroupVersion string: ${apiVersion}`;
  return [
    ...(name === "" ? [requiredField(`${at}.ref.name`, "template name must be defined")] : []),
    ...(/.Template$/s.test(kind)
      ? []
      : [invalidField(`${at}.ref.kind`, kind, 'template kind must be of form "<name>Template"')]),
    ...(parts.length > 2 ? [invalidField(`${at}.ref.apiVersion`, apiVersion, versionProblem)] : []),
    ...(apiVersion === "" ? [requiredField(`${at}.ref.apiVersion`, "template apiVersion must be defined")] : []),
  ];
}

/** Classes of workers with one name. */
export function uniqueClassProblems({ workers }: Spec): readonly string[] {
  return [
    ...repeated(workers?.machineDeployments).map(([index, name]) =>
      invalidField(`${deployments}[${index}].class`, name, repeatedClass("MachineDeployment", name)),
    ),
    ...repeated(workers?.machinePools).map(([index, name]) =>
      invalidField(`${pools}[${index}].class`, name, repeatedClass("MachinePool", name)),
    ),
  ];
}

function repeated(classes: readonly { readonly class: string }[] = []): readonly (readonly [number, string])[] {
  const names = classes.map((each) => each.class);
  return names.flatMap((name, index) => (names.indexOf(name) < index ? [[index, name] as const] : []));
}

function repeatedClass(kind: string, name: string): string {
  return `${kind} class must be unique. ${kind} with class ${JSON.stringify(name)} is defined more than once`;
}

/** Limits of rollouts. */
export function rolloutProblems({ workers }: Spec): readonly string[] {
  return (workers?.machineDeployments ?? []).flatMap(({ class: name, rollout }) =>
    rejectedLimits(`${deployments}[${name}].rollout.strategy`, rollout?.strategy).map(
      ({ field, message }) => `${field}: ${message}`,
    ),
  );
}

/** Health checks of machines. */
export function healthCheckProblems({ controlPlane, workers }: Spec): readonly string[] {
  const at = "spec.controlPlane.healthCheck";
  const onlyWithMachines = forbiddenField(at, "can be only set if spec.controlPlane.machineInfrastructure is set");
  const ofPlane = isChecked(controlPlane.healthCheck)
    ? [
        ...checkProblems(at, controlPlane.healthCheck),
        ...(controlPlane.machineInfrastructure === undefined ? [onlyWithMachines] : []),
      ]
    : [];
  const ofWorkers = (workers?.machineDeployments ?? []).flatMap(({ class: name, healthCheck }) =>
    isChecked(healthCheck) ? checkProblems(`${deployments}[${name}].healthCheck`, healthCheck) : [],
  );
  return [...ofPlane, ...ofWorkers];
}

const leastSeconds = 30;

function checkProblems(at: string, check: MachineDeploymentClass["healthCheck"]): readonly string[] {
  const { nodeStartupTimeoutSeconds: seconds } = check?.checks ?? {};
  const { maxInFlight, triggerIf } = check?.remediation ?? {};
  const field = `${at}.remediation`;
  return [
    ...(seconds === undefined || seconds === 0 || seconds >= leastSeconds
      ? []
      : [`${at}.checks.nodeStartupTimeoutSeconds: Invalid value: ${seconds}: must be at least 30s`]),
    ...[
      ...rejectedLimit(`${field}.triggerIf.unhealthyLessThanOrEqualTo`, triggerIf?.unhealthyLessThanOrEqualTo),
      ...rejectedLimit(`${field}.maxInFlight`, maxInFlight),
    ].map((rejected) => `${rejected.field}: ${rejected.message}`),
  ];
}

/** Taints of machines. */
export function taintProblems({ controlPlane, workers }: Spec): readonly string[] {
  const ofWorkers = (
    at: string,
    classes: readonly { readonly class: string; readonly taints?: MachineTaint[] }[] = [],
  ) => classes.flatMap(({ class: name, taints }) => taintsProblems(`${at}[${name}].taints`, taints));
  return [
    ...taintsProblems("spec.controlPlane.taints", controlPlane.taints),
    ...ofWorkers(deployments, workers?.machineDeployments),
    ...ofWorkers(pools, workers?.machinePools),
  ];
}

function taintsProblems(at: string, taints: readonly MachineTaint[] = []): readonly string[] {
  return taints.flatMap(({ key }, index) => {
    const reserved = reservedTaint(key);
    const problems = [...(reserved === undefined ? [] : [reserved]), ...labelKeyProblems(key)];
    return problems.map((problem) => invalidField(`${at}[${index}].key`, key, problem));
  });
}

const ofCore: ReadonlySet<string> = new Set([
  "node.cluster.x-k8s.io/uninitialized",
  "node.cluster.x-k8s.io/outdated-revision",
]);

function reservedTaint(key: string): string | undefined {
  const start = "taint key must not have the prefix ";
  const allowed = "node.kubernetes.io/out-of-service";
  if (ofCore.has(key)) return "taint key is not allowed";
  if (key.startsWith("node.kubernetes.io/") && key !== allowed)
    return `${start}node.kubernetes.io/, except for ${allowed}`;
  if (key.startsWith("node.cloudprovider.kubernetes.io/")) return `${start}node.cloudprovider.kubernetes.io/`;
  if (key === "node-role.kubernetes.io/master") return "taint is deprecated since 1.24 and should not be used anymore";
  return undefined;
}

/** Labels and annotations of what is made. */
export function classMetadataProblems({ controlPlane, workers }: Spec): readonly string[] {
  return [
    ...metadataProblems("spec.controlPlane.metadata", controlPlane.metadata),
    ...(workers?.machineDeployments ?? []).flatMap((each) =>
      metadataProblems(`${deployments}[${each.class}].template.metadata`, each.metadata),
    ),
    ...(workers?.machinePools ?? []).flatMap((each) =>
      metadataProblems(`${pools}[${each.class}].template.metadata`, each.metadata),
    ),
  ];
}

/** Versions of Kubernetes: each is above the one before it, and no minor version is left out. */
export function versionProblems({ kubernetesVersions = [] }: Spec): readonly string[] {
  let before: ReturnType<typeof parseKubernetesVersion>;
  return kubernetesVersions.flatMap((written, index) => {
    const field = `spec.kubernetesVersion[${index}]`;
    const version = parseKubernetesVersion(written);
    if (version === undefined) return [invalidField(field, written, "version must be a valid semantic version")];
    const [last, isFirst] = [before ?? version, before === undefined];
    before = version;
    if (isFirst) return [];
    const [minor, lastMinor] = [minorNumberOf(version), minorNumberOf(last)];
    const skipped = `expecting a version with minor ${lastMinor} or ${lastMinor + 1}, found version ${shownVersion(version)}`;
    return [
      ...(["greater", "different"].includes(compareVersions(version, last))
        ? []
        : [invalidField(field, written, `version must be greater than v${shownVersion(last)}`)]),
      ...(minor === lastMinor || minor === lastMinor + 1 ? [] : [invalidField(field, written, skipped)]),
    ];
  });
}
