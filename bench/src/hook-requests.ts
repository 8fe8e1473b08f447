// Requests of hooks as core sends them: of GeneratePatches with any number of templates, with the check that two answers to one request patch to the
// same templates, and of BeforeClusterUpgrade.
import {
  BeforeClusterUpgrade,
  type BeforeClusterUpgradeRequest,
  GeneratePatches,
  type GeneratePatchesRequest,
} from "@capstan/api/hooks/v1alpha1";
import { patchedTemplates, requestItems, type PatchAnswer, type TemplateUse } from "@capstan/extension-kit/testing";
import { deepEqual, type JSONValue, type KubeObject } from "@capstan/kube";

/** A request for so many KubeadmConfigTemplates, each held by a MachineDeployment of its own. */
export function patchRequest(templates: number): GeneratePatchesRequest {
  return {
    apiVersion: GeneratePatches.apiVersion,
    kind: GeneratePatches.requestKind,
    settings: {},
    variables: [
      { name: "greeting", value: "hello" },
      { name: "builtin", value: { cluster: clusterBuiltin } },
    ],
    items: requestItems(Array.from({ length: templates }, (_, index) => templateUse(index))),
  };
}

/** Throws unless both answers turn the request's templates into the same ones, all of them changed. */
export function checkSameAnswers(request: GeneratePatchesRequest, answers: readonly [Buffer, Buffer]): void {
  const [ours = [], peers = []] = answers.map((answer) => {
    const {
      status,
      message,
      items = [],
    } = JSON.parse(answer.toString()) as PatchAnswer & {
      readonly status?: string;
      readonly message?: string;
    };
    if (status !== "Success") throw new Error(`GeneratePatches answered ${status}: ${message}`);
    if (items.length !== request.items.length) {
      throw new Error(`${items.length} of ${request.items.length} templates were patched`);
    }
    return patchedTemplates(request.items, { items });
  });
  if (!deepEqual(ours, peers)) throw new Error("the answers patch the templates differently");
}

/** A request with a Cluster of a class, its workers, and the steps of its upgrade. */
export const upgradeRequest: BeforeClusterUpgradeRequest = {
  apiVersion: BeforeClusterUpgrade.apiVersion,
  kind: BeforeClusterUpgrade.requestKind,
  settings: {},
  fromKubernetesVersion: "v1.34.2",
  toKubernetesVersion: "v1.36.3",
  controlPlaneUpgrades: [{ version: "v1.35.1" }, { version: "v1.36.3" }],
  workersUpgrades: [{ version: "v1.36.3" }],
  cluster: {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: {
      name: "bench",
      namespace: "default",
      uid: "8a35f406-6b9b-4b78-8c93-a7f878d90623",
      labels: { "cluster.x-k8s.io/cluster-name": "bench", "topology.cluster.x-k8s.io/owned": "" },
    },
    spec: {
      clusterNetwork: {
        services: { cidrBlocks: ["10.96.0.0/12"] },
        pods: { cidrBlocks: ["192.168.0.0/16"] },
        serviceDomain: "cluster.local",
      },
      controlPlaneEndpoint: { host: "10.0.0.1", port: 6443 },
      controlPlaneRef: { apiGroup: "controlplane.cluster.x-k8s.io", kind: "KubeadmControlPlane", name: "bench" },
      infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "DevCluster", name: "bench" },
      topology: {
        classRef: { name: "bench" },
        version: "v1.36.3",
        controlPlane: { replicas: 3 },
        workers: {
          machineDeployments: Array.from({ length: 8 }, (_, index) => ({
            class: "default-worker",
            name: `md-${index}`,
            replicas: 3,
            metadata: { labels: { "example.com/pool": `pool-${index}` } },
          })),
        },
        variables: [{ name: "greeting", value: "hello" }],
      },
    },
  },
};

const clusterBuiltin: JSONValue = {
  name: "bench",
  namespace: "default",
  uid: "8a35f406-6b9b-4b78-8c93-a7f878d90623",
  topology: { version: "v1.36.3", class: "bench", classNamespace: "default" },
  network: { serviceDomain: "cluster.local", services: ["10.96.0.0/12"], pods: ["192.168.0.0/16"], ipFamily: "IPv4" },
};

function templateUse(index: number): TemplateUse {
  const name = `bench-md-${index}`;
  return {
    object: kubeadmConfigTemplate(name),
    holder: {
      kind: "MachineDeployment",
      name,
      fieldPath: "spec.template.spec.bootstrap.configRef",
    },
    variables: {
      builtin: {
        machineDeployment: {
          version: "v1.36.3",
          class: "default-worker",
          name,
          topologyName: `md-${index}`,
          replicas: 3,
          bootstrap: { configRef: { name: `${name}-bootstrap` } },
          infrastructureRef: { name: `${name}-infrastructure` },
        },
      },
    },
  };
}

/** A template of the size that real ones have, about 2 kB. */
function kubeadmConfigTemplate(name: string): KubeObject {
  const object = {
    apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2",
    kind: "KubeadmConfigTemplate",
    metadata: {
      name,
      namespace: "default",
      labels: { "cluster.x-k8s.io/cluster-name": "bench", "topology.cluster.x-k8s.io/owned": "" },
      annotations: { "cluster.x-k8s.io/cloned-from-groupkind": "KubeadmConfigTemplate.bootstrap.cluster.x-k8s.io" },
    },
    spec: {
      template: {
        spec: {
          joinConfiguration: {
            nodeRegistration: {
              criSocket: "unix:///var/run/containerd/containerd.sock",
              kubeletExtraArgs: [
                { name: "cloud-provider", value: "external" },
                { name: "eviction-hard", value: "nodefs.available<5%,nodefs.inodesFree<5%,imagefs.available<5%" },
              ],
            },
          },
          files: [
            { path: "/etc/sysctl.d/90-bench.conf", owner: "root:root", permissions: "0644", content: sysctls },
            { path: "/etc/containerd/certs.d/mirror/hosts.toml", owner: "root:root", content: mirrors },
          ],
          preKubeadmCommands: ["systemctl restart systemd-sysctl", "modprobe br_netfilter"],
          postKubeadmCommands: ["systemctl enable --now node-watch.service"],
          users: [{ name: "admin", sudo: "ALL=(ALL) NOPASSWD:ALL", sshAuthorizedKeys: ["ssh-ed25519 AAAAC3Nz bench"] }],
          ntp: { enabled: true, servers: ["ntp-0.example.com", "ntp-1.example.com"] },
        },
      },
    },
  };
  return object;
}

const sysctls: string = Array.from({ length: 12 }, (_, i) => `net.bench.setting_${i} = ${i * 1024}\n`).join("");
const mirrors: string = '[host."https://mirror.example.com"]\n  capabilities = ["pull", "resolve"]\n'.repeat(4);
