// The objects that Cluster API's own managers and the simulation both get: a Cluster with its parts, and one of a ClusterClass with a variable and a patch.
// Their infrastructure is DevCluster and DevMachine in memory.
import type { UnstructuredObject } from "@capstan/kube";

/** The Clusters. */
export const clusterNames: readonly string[] = ["plain", "classy"];

const namespace = "default";
const version = "v1.34.0";
const groups = {
  infrastructure: "infrastructure.cluster.x-k8s.io",
  bootstrap: "bootstrap.cluster.x-k8s.io",
  controlPlane: "controlplane.cluster.x-k8s.io",
  core: "cluster.x-k8s.io",
};

type Group = keyof typeof groups;

function object(group: Group, [kind, name]: readonly [string, string], spec: object): UnstructuredObject {
  return { apiVersion: `${groups[group]}/v1beta2`, kind, metadata: { namespace, name }, spec: { ...spec } };
}

const brief = { provisioning: { startupDuration: "1s" } };
const cluster = { backend: { inMemory: {} } };
const machine = { backend: { inMemory: { vm: brief, node: brief, apiServer: brief, etcd: brief } } };
const kubeadmConfig = { format: "cloud-config" };

function ref(group: Group, kind: string, name: string): object {
  return { apiGroup: groups[group], kind, name };
}

/** A kind of machine pools whose controller nobody runs: upstream's own needs Docker. */
function poolCrd(kind: string): UnstructuredObject {
  const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec: open, status: open } } };
  const [singular, group] = [kind.toLowerCase(), groups.infrastructure];
  const version = { name: "v1beta2", served: true, storage: true, schema, subresources: { status: {} } };
  const metadata = { name: `${singular}s.${group}`, labels: { "cluster.x-k8s.io/v1beta2": "v1beta2" } };
  const names = { kind, plural: `${singular}s`, singular, listKind: `${kind}List` };
  const spec = { group, scope: "Namespaced", names, versions: [version] };
  return { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition", metadata, spec };
}

/** The definitions of these kinds. */
export const comparedCrds: readonly UnstructuredObject[] = ["FooMachinePool", "FooMachinePoolTemplate"].map(poolCrd);

const devCluster = object("infrastructure", ["DevCluster", "plain"], cluster);
// The provider panics for a DevCluster without annotations.
devCluster.metadata.annotations = { "example.com/annotated": "true" };

const plain: readonly UnstructuredObject[] = [
  devCluster,
  object("infrastructure", ["DevMachineTemplate", "plain"], { template: { spec: machine } }),
  object("bootstrap", ["KubeadmConfigTemplate", "plain"], { template: { spec: kubeadmConfig } }),
  object("controlPlane", ["KubeadmControlPlane", "plain"], {
    replicas: 1,
    version,
    kubeadmConfigSpec: kubeadmConfig,
    machineTemplate: { spec: { infrastructureRef: ref("infrastructure", "DevMachineTemplate", "plain") } },
  }),
  object("core", ["MachineDeployment", "plain-workers"], {
    clusterName: "plain",
    replicas: 1,
    selector: { matchLabels: {} },
    template: {
      spec: {
        clusterName: "plain",
        version,
        bootstrap: { configRef: ref("bootstrap", "KubeadmConfigTemplate", "plain") },
        infrastructureRef: ref("infrastructure", "DevMachineTemplate", "plain"),
      },
    },
  }),
  object("core", ["Cluster", "plain"], {
    infrastructureRef: ref("infrastructure", "DevCluster", "plain"),
    controlPlaneRef: ref("controlPlane", "KubeadmControlPlane", "plain"),
  }),
];

function templateRef(group: Group, kind: string, name = "class"): object {
  return { templateRef: { apiVersion: `${groups[group]}/v1beta2`, kind, name } };
}

/** A variable that nobody sets, with defaults. */
const disk = { type: "object", default: {}, properties: { gib: { type: "integer", default: 10 } } };

/** Sets the verbosity of the API server to the value of the variable. */
const patch = {
  name: "verbosity",
  definitions: [
    {
      selector: {
        apiVersion: `${groups.controlPlane}/v1beta2`,
        kind: "KubeadmControlPlaneTemplate",
        matchResources: { controlPlane: true },
      },
      jsonPatches: [
        {
          op: "add",
          path: "/spec/template/spec/kubeadmConfigSpec/clusterConfiguration",
          valueFrom: { template: 'apiServer: {extraArgs: [{name: v, value: "{{ .verbosity }}"}]}' },
        },
      ],
    },
  ],
};

/** Sets the verbosity of kubeadm: for workers to the value of the variable, for pools to a value of its own. */
const patchOfWorkers = {
  name: "verbosity-of-workers",
  definitions: [
    {
      selector: configsOf({ machineDeploymentClass: { names: ["work*"] } }),
      jsonPatches: [{ op: "add", path: "/spec/template/spec/verbosity", valueFrom: { variable: "verbosity" } }],
    },
    {
      selector: configsOf({ machinePoolClass: { names: ["*"] } }),
      jsonPatches: [
        { op: "add", path: "/spec/template/spec/verbosity", value: 2 },
        { op: "add", path: "/spec/template/metadata/labels/example.com~1of-patch", value: "yes" },
      ],
    },
  ],
};

function configsOf(matchResources: object): object {
  return { apiVersion: `${groups.bootstrap}/v1beta2`, kind: "KubeadmConfigTemplate", matchResources };
}

const classy: readonly UnstructuredObject[] = [
  object("infrastructure", ["DevClusterTemplate", "class"], { template: { spec: cluster } }),
  object("infrastructure", ["DevMachineTemplate", "class"], { template: { spec: machine } }),
  object("bootstrap", ["KubeadmConfigTemplate", "class"], { template: { spec: kubeadmConfig } }),
  object("controlPlane", ["KubeadmControlPlaneTemplate", "class"], {
    template: { spec: { kubeadmConfigSpec: kubeadmConfig } },
  }),
  object("infrastructure", ["FooMachinePoolTemplate", "class"], { template: { spec: { size: "small" } } }),
  object("core", ["ClusterClass", "class"], {
    infrastructure: templateRef("infrastructure", "DevClusterTemplate"),
    controlPlane: {
      ...templateRef("controlPlane", "KubeadmControlPlaneTemplate"),
      machineInfrastructure: templateRef("infrastructure", "DevMachineTemplate"),
    },
    workers: {
      machineDeployments: [
        {
          class: "worker",
          bootstrap: templateRef("bootstrap", "KubeadmConfigTemplate"),
          infrastructure: templateRef("infrastructure", "DevMachineTemplate"),
        },
      ],
      machinePools: [
        {
          class: "pool",
          metadata: { labels: { "example.com/of-class": "yes" } },
          bootstrap: templateRef("bootstrap", "KubeadmConfigTemplate"),
          infrastructure: templateRef("infrastructure", "FooMachinePoolTemplate"),
          minReadySeconds: 1,
        },
      ],
    },
    variables: [
      { name: "verbosity", required: true, schema: { openAPIV3Schema: { type: "integer" } } },
      { name: "disk", required: false, schema: { openAPIV3Schema: disk } },
    ],
    patches: [patch, patchOfWorkers],
  }),
  object("core", ["Cluster", "classy"], {
    topology: {
      classRef: { name: "class" },
      version,
      controlPlane: { replicas: 1 },
      variables: [{ name: "verbosity", value: 4 }],
      workers: {
        machineDeployments: [{ class: "worker", name: "md", replicas: 1 }],
        machinePools: [
          { class: "pool", name: "mp", replicas: 1, metadata: { annotations: { "example.com/mine": "yes" } } },
        ],
      },
    },
  }),
];

/** All of them, in the order in which they are created. */
export const comparedObjects: readonly UnstructuredObject[] = [...plain, ...classy];

const laterFiles = [{ path: "/etc/later", content: "yes" }];

/** The templates that the class gets later. */
export const laterClassTemplates: readonly UnstructuredObject[] = [
  object("bootstrap", ["KubeadmConfigTemplate", "class-later"], {
    template: { spec: { ...kubeadmConfig, files: laterFiles } },
  }),
  object("controlPlane", ["KubeadmControlPlaneTemplate", "class-later"], {
    template: { spec: { kubeadmConfigSpec: { ...kubeadmConfig, files: laterFiles } } },
  }),
];

/** What is changed of the class then: the machines of its Cluster are replaced, those of workers have another label. */
export const laterClass: object = {
  spec: {
    controlPlane: { templateRef: { name: "class-later" } },
    workers: {
      machineDeployments: [
        {
          class: "worker",
          metadata: { labels: { "example.com/later": "yes" } },
          bootstrap: templateRef("bootstrap", "KubeadmConfigTemplate", "class-later"),
          infrastructure: templateRef("infrastructure", "DevMachineTemplate"),
        },
      ],
    },
  },
};

/** The bootstrap template that the workers of the Cluster `plain` get later. */
export const laterConfigTemplate: UnstructuredObject = object("bootstrap", ["KubeadmConfigTemplate", "plain-later"], {
  template: { spec: { ...kubeadmConfig, files: laterFiles } },
});

/** What is changed of these workers then: the machines are replaced, and have another label. */
export const laterWorkers: object = {
  spec: {
    template: {
      metadata: { labels: { "example.com/later": "yes" } },
      spec: { bootstrap: { configRef: { name: "plain-later" } } },
    },
  },
};

/** The version to which the Cluster `classy` is upgraded. */
export const laterVersion = "v1.35.0";

/** A change back that waits for somebody to delete the machine. */
export const waitingWorkers: object = {
  spec: {
    rollout: { strategy: { type: "OnDelete", rollingUpdate: null } },
    template: { spec: { bootstrap: { configRef: { name: "plain" } }, failureDomain: "dev" } },
  },
};
