// Which changes of a template's patches replace machines: the rules of Cluster API, as rows.
import type { KubeObject } from "@capstan/kube";
import { describe, expect, test } from "vitest";
import { type RepatchedTemplate, rolloutVerdict } from "./rollout-verdict.ts";

const infrastructure = "infrastructure.cluster.x-k8s.io/v1beta2";

function template(kind: string, spec: object, metadata: object = {}, apiVersion: string = infrastructure): KubeObject {
  return Object.assign({ apiVersion, kind, metadata: { name: "one", ...metadata } }, { spec });
}

const machine = (spec: object, metadata: object = {}): KubeObject =>
  template("DevMachineTemplate", { template: { spec } }, metadata);

function plane(spec: object, version = "v1beta2", kind = "KubeadmControlPlaneTemplate"): KubeObject {
  return template(kind, { template: { spec } }, {}, `controlplane.cluster.x-k8s.io/${version}`);
}

function joined(spec: object, version = "v1beta2"): KubeObject {
  return template("KubeadmConfigTemplate", { template: { spec } }, {}, `bootstrap.cluster.x-k8s.io/${version}`);
}

const withExec = (exec: object): object => ({
  joinConfiguration: { discovery: { file: { kubeConfigPath: "a", kubeConfig: { user: { exec } } } } },
});

const config = (kubeadmConfigSpec: object): KubeObject => plane({ kubeadmConfigSpec });

const holders = {
  cluster: { kind: "Cluster", fieldPath: "spec.infrastructureRef" },
  plane: { kind: "Cluster", fieldPath: "spec.controlPlaneRef" },
  planeMachine: { kind: "KubeadmControlPlane", fieldPath: "spec.machineTemplate.spec.infrastructureRef" },
  otherMachine: { kind: "FooControlPlane", fieldPath: "spec.machineTemplate.spec.infrastructureRef" },
  worker: { kind: "MachineDeployment", fieldPath: "spec.template.spec.infrastructureRef" },
  workerConfig: { kind: "MachineDeployment", fieldPath: "spec.template.spec.bootstrap.configRef" },
  pool: { kind: "MachinePool", fieldPath: "spec.template.spec.infrastructureRef" },
  strange: { kind: "Cluster", fieldPath: "spec.strangeRef" },
} as const;

interface Row extends Pick<RepatchedTemplate, "before" | "after" | "machineConfigs"> {
  readonly name: string;
  readonly template?: KubeObject;
  readonly holder: keyof typeof holders;
  readonly version?: string;
  /** The beginning of the reason. */
  readonly because: string;
}

function verdict({ holder, ...row }: Row): object {
  return rolloutVerdict({ template: row.before, ...row, holder: holders[holder] });
}

/** The config of a machine that joined. */
const joins = { joinConfiguration: { controlPlane: {} } };
const firstTold = {
  before: config({ initConfiguration: { nodeRegistration: { name: "a" } } }),
  after: config({ initConfiguration: { nodeRegistration: { name: "b" } } }),
};

const rolls: readonly Row[] = [
  {
    name: "another spec of the machines of workers",
    holder: "worker",
    before: machine({ size: 1 }),
    after: machine({ size: 2 }),
    because:
      "a template with another spec gets another name, and a MachineDeployment replaces the machines of the one before: DevMachine is not up-to-date",
  },
  {
    name: "another bootstrap config of workers",
    holder: "workerConfig",
    before: template("KubeadmConfigTemplate", { template: { spec: { files: [] } } }),
    after: template("KubeadmConfigTemplate", { template: { spec: { files: [{ path: "/a" }] } } }),
    because:
      "a template with another spec gets another name, and a MachineDeployment replaces the machines of the one before: KubeadmConfig is not up-to-date",
  },
  {
    name: "labels that the machines of a template get, which are part of its spec",
    holder: "worker",
    before: template("DevMachineTemplate", { template: { metadata: { labels: { a: "1" } }, spec: {} } }),
    after: template("DevMachineTemplate", { template: { metadata: { labels: { a: "2" } }, spec: {} } }),
    because: "a template with another spec gets another name",
  },
  {
    name: "another spec of the machines of a control plane",
    holder: "planeMachine",
    before: machine({}),
    after: machine({ size: 2 }),
    because:
      "a template with another spec gets another name, and a KubeadmControlPlane replaces the machines of the one before: DevMachine is not up-to-date",
  },
  {
    name: "another spec of the machines of a control plane whose provider is not known",
    holder: "otherMachine",
    before: machine({}),
    after: machine({ size: 2 }),
    because: "a template with another spec gets another name, and the provider of the FooControlPlane decides",
  },
  {
    name: "any change of a control plane whose provider is not known",
    holder: "plane",
    before: plane({ size: 1 }, "v1beta2", "FooControlPlaneTemplate"),
    after: plane({ size: 2 }, "v1beta2", "FooControlPlaneTemplate"),
    because: "the provider of the FooControlPlaneTemplate decides which of its fields replace machines",
  },
  {
    name: "any change of a machine pool",
    holder: "pool",
    before: machine({ size: 1 }),
    after: machine({ size: 2 }),
    because: "the object of a machine pool is changed in place, and the provider of the DevMachineTemplate decides",
  },
  {
    name: "a use that is not known",
    holder: "strange",
    before: machine({ size: 1 }),
    after: machine({ size: 2 }),
    because: "spec.strangeRef of a Cluster is a use of templates that is not known",
  },
  {
    name: "another argument of the API server",
    holder: "plane",
    before: config({ clusterConfiguration: { apiServer: { extraArgs: [{ name: "v", value: "2" }] } } }),
    after: config({ clusterConfiguration: { apiServer: { extraArgs: [{ name: "v", value: "4" }] } } }),
    because: "KubeadmConfig is not up-to-date: kubeadmConfigSpec means another machine",
  },
  {
    name: "a whole spec where there was none",
    holder: "plane",
    before: template("KubeadmControlPlaneTemplate", { template: {} }, {}, "controlplane.cluster.x-k8s.io/v1beta2"),
    after: config({ files: [{ path: "/a", content: "b" }] }),
    because: "KubeadmConfig is not up-to-date: kubeadmConfigSpec means another machine",
  },
  {
    name: "what only the first machine was told",
    holder: "plane",
    ...firstTold,
    because: "KubeadmConfig is not up-to-date: initConfiguration differs, and the first machine may still have it",
  },
  {
    name: "what only the first machine was told, which it has as it was before",
    holder: "plane",
    ...firstTold,
    machineConfigs: [joins, { initConfiguration: { nodeRegistration: { name: "a" } } }],
    because: "KubeadmConfig is not up-to-date: initConfiguration differs from that of the first machine",
  },
  {
    name: "the same difference in the older version, of which nothing is known",
    holder: "plane",
    before: plane({ kubeadmConfigSpec: {} }, "v1beta1"),
    after: plane({ kubeadmConfigSpec: { format: "cloud-config" } }, "v1beta1"),
    because: "KubeadmConfig is not up-to-date: kubeadmConfigSpec differs",
  },
  {
    name: "when certificates count as expired",
    holder: "plane",
    before: plane({ rollout: { before: { certificatesExpiryDays: 10 } } }),
    after: plane({ rollout: { before: { certificatesExpiryDays: 90 } } }),
    because: "rollout/before/certificatesExpiryDays of a KubeadmControlPlane can replace machines",
  },
  {
    name: "a feature gate that control planes have anyway, of a version that is not known",
    holder: "plane",
    before: config({ clusterConfiguration: {} }),
    after: config({ clusterConfiguration: { featureGates: { ControlPlaneKubeletLocalMode: true } } }),
    because: "KubeadmConfig is not up-to-date",
  },
  {
    name: "another way to pull images than the default of workers",
    holder: "workerConfig",
    before: joined({}),
    after: joined({ format: "cloud-config", joinConfiguration: { nodeRegistration: { imagePullPolicy: "Always" } } }),
    because: "a template with another spec gets another name",
  },
  {
    name: "a default of workers in the older version, of which nothing is known",
    holder: "workerConfig",
    before: joined({}, "v1beta1"),
    after: joined({ format: "cloud-config" }, "v1beta1"),
    because: "a template with another spec gets another name",
  },
  {
    name: "a default of workers beside labels that their configs get",
    holder: "workerConfig",
    before: joined({}),
    after: template(
      "KubeadmConfigTemplate",
      { template: { metadata: { labels: { a: "1" } }, spec: { format: "cloud-config" } } },
      {},
      "bootstrap.cluster.x-k8s.io/v1beta2",
    ),
    because: "a template with another spec gets another name",
  },
  {
    name: "something that is no configuration of workers at all",
    holder: "workerConfig",
    before: joined({}),
    after: joined({ initConfiguration: "a", joinConfiguration: { nodeRegistration: [] } }),
    because: "a template with another spec gets another name",
  },
];

const keeps: readonly Row[] = [
  {
    name: "what only the first machine was told, which was replaced since by one that joined",
    holder: "plane",
    ...firstTold,
    machineConfigs: [joins, joins],
    because: "no machine has an initConfiguration that counts",
  },
  {
    name: "what only the first machine was told, which was told then what machines that join are told",
    holder: "plane",
    ...firstTold,
    machineConfigs: [{ initConfiguration: { nodeRegistration: { ignorePreflightErrors: [] } } }, joins],
    because: "no machine has an initConfiguration that counts",
  },
  {
    name: "the defaults of kubeadm configs of workers, set or left out",
    holder: "workerConfig",
    before: joined({ initConfiguration: { nodeRegistration: { imagePullPolicy: "IfNotPresent" } } }),
    after: joined({
      format: "cloud-config",
      joinConfiguration: { nodeRegistration: { imagePullPolicy: "IfNotPresent" } },
    }),
    because: "what differs are defaults, which Cluster API sets in both before it compares templates",
  },
  {
    name: "a default of workers beside labels of the template",
    holder: "workerConfig",
    before: joined({}),
    after: template(
      "KubeadmConfigTemplate",
      { template: { spec: { format: "cloud-config" } } },
      { labels: { a: "1" } },
      "bootstrap.cluster.x-k8s.io/v1beta2",
    ),
    because: "what differs are defaults",
  },
  {
    name: "the default version of a program that workers call for their credentials",
    holder: "workerConfig",
    before: joined(withExec({ command: "a" })),
    after: joined(withExec({ command: "a", apiVersion: "client.authentication.k8s.io/v1" })),
    because: "what differs are defaults",
  },
  {
    name: "nothing",
    holder: "worker",
    before: machine({ size: 1 }),
    after: machine({ size: 1 }),
    because: "both patches make the same template",
  },
  {
    name: "fields that core does not copy",
    holder: "worker",
    before: template("DevMachineTemplate", { template: { spec: {} } }),
    after: template("DevMachineTemplate", { template: { spec: {} }, other: 1 }),
    because: "the difference is in fields that Cluster API does not copy from a template",
  },
  {
    name: "labels that a patch removes as a whole, which stay as the class has them",
    holder: "worker",
    template: machine({}, { labels: { a: "1" } }),
    before: machine({}, { labels: { a: "1" } }),
    after: machine({}),
    because: "the difference is in fields that Cluster API does not copy from a template",
  },
  {
    name: "labels and annotations of a template",
    holder: "worker",
    before: machine({}, { labels: { a: "1" } }),
    after: machine({}, { labels: { a: "2" }, annotations: { b: "c" } }),
    because: "labels and annotations of a template are changed in place",
  },
  {
    name: "annotations of the template of a control plane's machines",
    holder: "planeMachine",
    before: machine({}),
    after: machine({}, { annotations: { b: "c" } }),
    because: "labels and annotations of a template are changed in place",
  },
  {
    name: "the infrastructure of the Cluster",
    holder: "cluster",
    before: template("DevClusterTemplate", { template: { spec: { network: "a" } } }),
    after: template("DevClusterTemplate", { template: { spec: { network: "b" } } }),
    because: "the infrastructure of a Cluster is changed in place, and no machine is made of it",
  },
  {
    name: "how a control plane replaces machines, and what it does with those that fail",
    holder: "plane",
    before: plane({}),
    after: plane({
      rollout: { strategy: { type: "RollingUpdate" } },
      remediation: { maxRetry: 3 },
      machineTemplate: { metadata: { labels: { a: "b" } } },
    }),
    because: "these fields of a KubeadmControlPlane are changed in place",
  },
  {
    name: "what means the same for kubeadm",
    holder: "plane",
    before: config({}),
    after: config({ format: "cloud-config", clusterConfiguration: { dns: { imageTag: "v1.12.0" } }, files: [] }),
    because: "kubeadmConfigSpec means the same",
  },
  {
    name: "a feature gate that control planes of this version have anyway",
    holder: "plane",
    version: "v1.34.1",
    before: config({ clusterConfiguration: {} }),
    after: config({ clusterConfiguration: { featureGates: { ControlPlaneKubeletLocalMode: true } } }),
    because: "kubeadmConfigSpec means the same",
  },
];

describe("machines are replaced by", () => {
  test.each(rolls)("$name", (row) =>
    expect(verdict(row)).toMatchObject({ rolls: true, because: expect.stringContaining(row.because) }),
  );
});

describe("no machine is replaced by", () => {
  test.each(keeps)("$name", (row) =>
    expect(verdict(row)).toMatchObject({ rolls: false, because: expect.stringContaining(row.because) }),
  );
});

test("the fields that differ are named with both values; a list of another length is one of them", () => {
  const before = machine({ size: 1, disks: ["a"], taints: [{ key: "a" }] }, { labels: { "a/b": "1" } });
  const after = machine({ size: 2, disks: ["a", "b"], taints: [{ key: "b" }] }, { labels: { "a/b": "2" } });
  expect(verdict({ name: "", holder: "worker", before, after, because: "" })).toMatchObject({
    changes: [
      { path: "/metadata/labels/a~1b", was: "1", is: "2" },
      { path: "/spec/template/spec/size", was: 1, is: 2 },
      { path: "/spec/template/spec/disks", was: ["a"], is: ["a", "b"] },
      { path: "/spec/template/spec/taints/0/key", was: "a", is: "b" },
    ],
  });
});
