// The objects that a request is made from: those of a file and of the project's sample, or a class and a Cluster that every project can use.
import { Cluster, type ClusterClass } from "@capstan/api/core/v1beta2";
import { diagnose, type Diagnostic, getAt, hasErrors, type KubeObject } from "@capstan/kube";
import { readSample, type SampleOptions, type SamplePlaces } from "../dev/sample.ts";
import { callDiagnostics } from "./call-diagnostics.ts";

/** The objects, and where they come from. */
export interface RequestObjects {
  readonly files: readonly string[];
  readonly cluster: KubeObject;
  /** The class of the Cluster. */
  readonly clusterClass: KubeObject;
  /** All others. */
  readonly others: readonly KubeObject[];
  readonly places: SamplePlaces;
}

interface NoObjects {
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads them; a file needs no more than a Cluster where the project's own sample has its class. */
export async function objectsFor(options: SampleOptions): Promise<RequestObjects | NoObjects> {
  const named = options.file === undefined ? undefined : await readSample(options);
  if (named !== undefined && hasErrors(named.diagnostics)) return { diagnostics: named.diagnostics };
  const sample = await readSample({ ...options, file: undefined });
  const isMissing = sample.diagnostics.some(({ code }) => code === "dev/no-sample");
  if (!isMissing && hasErrors(sample.diagnostics)) return { diagnostics: sample.diagnostics };
  const own = isMissing ? builtIn : sample.objects;
  const given = named?.objects ?? own;
  const files = named?.files ?? (isMissing ? ["the sample of capstan call"] : sample.files);
  const cluster = given.find((object) => object.kind === Cluster.kind && topologyOf(object) !== undefined);
  const problem = (code: "call/no-cluster" | "call/no-class", name = ""): NoObjects => ({
    diagnostics: [diagnose(callDiagnostics, code, { values: { files: files.join(", "), name } })],
  });
  if (cluster === undefined) return problem("call/no-cluster");
  const all = [...given, ...own.filter((object) => !given.some((each) => isSame(each, object)))];
  const name = classOf(cluster);
  const clusterClass = all.find((object) => object.kind === "ClusterClass" && object.metadata.name === name);
  if (clusterClass === undefined) return problem("call/no-class", name);
  const others = all.filter((object) => object.kind !== Cluster.kind && object !== clusterClass);
  return { files, cluster, clusterClass, others, places: new Map([...sample.places, ...(named?.places ?? [])]) };
}

function topologyOf(object: KubeObject): unknown {
  return getAt(object, ["spec", "topology"]);
}

function classOf(cluster: KubeObject): string {
  const topology = topologyOf(cluster);
  const name = getAt(topology, ["classRef", "name"]) ?? getAt(topology, ["class"]);
  return typeof name === "string" ? name : "";
}

function isSame(one: KubeObject, other: KubeObject): boolean {
  return one.kind === other.kind && one.metadata.name === other.metadata.name;
}

const infrastructure = "infrastructure.cluster.x-k8s.io/v1beta2";
const bootstrap = "bootstrap.cluster.x-k8s.io/v1beta2";
const controlPlane = "controlplane.cluster.x-k8s.io/v1beta2";
const name = "sample";
const reference = (
  apiVersion: string,
  kind: string,
): { templateRef: ClusterClass["spec"]["infrastructure"]["templateRef"] } => ({
  templateRef: { apiVersion, kind, name },
});
const template = (apiVersion: string, kind: string, spec: object = {}): KubeObject =>
  Object.assign({ apiVersion, kind, metadata: { name } }, { spec: { template: { spec } } });

const clusterClass: ClusterClass = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "ClusterClass",
  metadata: { name },
  spec: {
    infrastructure: reference(infrastructure, "DevClusterTemplate"),
    controlPlane: {
      ...reference(controlPlane, "KubeadmControlPlaneTemplate"),
      machineInfrastructure: reference(infrastructure, "DevMachineTemplate"),
    },
    workers: {
      machineDeployments: [
        {
          class: "worker",
          bootstrap: reference(bootstrap, "KubeadmConfigTemplate"),
          infrastructure: reference(infrastructure, "DevMachineTemplate"),
        },
      ],
    },
  },
};

const cluster: Cluster = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  metadata: { name, namespace: "default" },
  spec: {
    topology: {
      classRef: { name },
      version: "v1.36.0",
      controlPlane: { replicas: 1 },
      workers: { machineDeployments: [{ class: "worker", name: "workers", replicas: 1 }] },
    },
  },
};

/** For projects without a sample of their own. */
const builtIn: readonly KubeObject[] = [
  template(infrastructure, "DevClusterTemplate"),
  template(infrastructure, "DevMachineTemplate"),
  template(controlPlane, "KubeadmControlPlaneTemplate", { kubeadmConfigSpec: { format: "cloud-config" } }),
  template(bootstrap, "KubeadmConfigTemplate", { format: "cloud-config" }),
  clusterClass,
  cluster,
];
