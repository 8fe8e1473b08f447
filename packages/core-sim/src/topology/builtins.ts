// The variable `builtin` of patches: what extensions learn of the Cluster, of the control plane and of workers without a variable of the user.
import type { Cluster, MachineDeploymentTopology, MachinePoolTopology, Topology } from "@capstan/api/core/v1beta2";
import type { BuiltinMetadata, Builtins } from "@capstan/api/hooks/v1alpha1";
import { annotations as known } from "@capstan/contract";
import { readField } from "@capstan/contract/fields";
import { keyOf, type KubeObject } from "@capstan/kube";
import type { External } from "../cluster-reader.ts";
import type { PartMetadata } from "./part-metadata.ts";
import type { PartNames, WorkerTemplate } from "./part-names.ts";

/** Annotations that are long, and that extensions do not need. */
const longAnnotations: ReadonlySet<string> = new Set([known.lastApplied, known.conversionData]);

/** The annotations of an object as core sends them to extensions. */
export function sentAnnotations(annotations: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(annotations).filter(([name]) => !longAnnotations.has(name)));
}

/** What templates of all parts get. */
export function clusterBuiltin(draft: Cluster, { version, classRef }: Topology): Builtins {
  const { namespace, name } = keyOf(draft);
  const { uid = "" } = draft.metadata;
  const own = { namespace, ...classRef };
  const topology = { version, classRef: own, class: own.name, classNamespace: own.namespace };
  const { serviceDomain, services, pods } = draft.spec.clusterNetwork ?? {};
  const network = {
    ...(serviceDomain === undefined ? {} : { serviceDomain }),
    ...(services === undefined ? {} : { services: services.cidrBlocks }),
    ...(pods === undefined ? {} : { pods: pods.cidrBlocks }),
  };
  const hasNetwork = Object.keys(network).length > 0;
  const metadata = sentMetadata(draft);
  return { cluster: { name, namespace, uid, ...metadata, topology, ...(hasNetwork ? { network } : {}) } };
}

/** What the templates of the control plane get; `machines` is the name of the template of its machines, if it has one. */
export function controlPlaneBuiltin(
  { controlPlane: { replicas } = {} }: Topology,
  plane: Pick<External<"ControlPlane">, "object" | "view">,
  machines: string | undefined,
): Builtins {
  const { object, view } = plane;
  const version = readField(object, view, "version");
  return {
    controlPlane: {
      ...(typeof version === "string" ? { version } : {}),
      ...sentMetadata(object),
      name: keyOf(object).name,
      ...(replicas === undefined ? {} : { replicas }),
      ...(machines === undefined ? {} : { machineTemplate: { infrastructureRef: { name: machines } } }),
    },
  };
}

/** What workers get beside what the topology says. */
interface WorkerState {
  readonly version: string;
  readonly metadata: PartMetadata;
}

/** What the templates of a MachineDeployment get. */
export function workerBuiltin(deployment: MachineDeploymentTopology, state: WorkerState, names: PartNames): Builtins {
  const { name } = deployment;
  const nameOf = (part: WorkerTemplate): string => names.workerTemplate(name, part);
  return { machineDeployment: { ...builtinOf(deployment, state, nameOf), name: names.worker(name) } };
}

/** What the templates of a MachinePool get. */
export function poolBuiltin(pool: MachinePoolTopology, state: WorkerState, names: PartNames): Builtins {
  const { name } = pool;
  const nameOf = (part: WorkerTemplate): string => names.poolObject(name, part);
  return { machinePool: { ...builtinOf(pool, state, nameOf), name: names.pool(name) } };
}

function builtinOf(
  { replicas, class: itsClass, name: topologyName }: MachineDeploymentTopology | MachinePoolTopology,
  { version, metadata }: WorkerState,
  nameOf: (part: WorkerTemplate) => string,
): NonNullable<Builtins["machinePool"]> {
  return {
    version,
    ...sentMetadata({ metadata }),
    class: itsClass,
    topologyName,
    ...(replicas === undefined ? {} : { replicas: Number(replicas) }),
    bootstrap: { configRef: { name: nameOf("bootstrap") } },
    infrastructureRef: { name: nameOf("machines") },
  };
}

function sentMetadata({
  metadata: { labels, annotations },
}: {
  readonly metadata: KubeObject["metadata"] | PartMetadata;
}): {
  metadata?: BuiltinMetadata;
} {
  const sent = sentAnnotations(annotations ?? {});
  const metadata = {
    ...(Object.keys(labels ?? {}).length === 0 ? {} : { labels: { ...labels } }),
    ...(Object.keys(sent).length === 0 ? {} : { annotations: sent }),
  };
  return Object.keys(metadata).length === 0 ? {} : { metadata };
}
