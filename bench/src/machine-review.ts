// ConversionReviews of Machines as the API server sends them, and the check that two answers to one review have the same objects.
import { annotations } from "@capstan/contract";
import { deepEqual, isJsonObject } from "@capstan/kube";

const group = "cluster.x-k8s.io";
const transition = "2026-06-01T08:00:00Z";

/** A version of Machines. */
export type MachineVersion = "v1beta1" | "v1beta2";

const conditions = [
  "Available",
  "Ready",
  "UpToDate",
  "BootstrapConfigReady",
  "InfrastructureReady",
  "NodeHealthy",
  "NodeReady",
  "Deleting",
  "Updating",
  "Paused",
].map((type, index) => ({
  type,
  status: index < 7 ? "True" : "False",
  reason: `${type}${index < 7 ? "" : "Not"}Reported`,
  message: index % 3 === 0 ? "* kubelet is posting ready status" : "",
  lastTransitionTime: transition,
  observedGeneration: 3,
}));

/** A Machine of v1beta2 that runs, about 3 kB. */
function machine(index: number): object {
  const name = `bench-md-0-${index}`;
  return {
    apiVersion: `${group}/v1beta2`,
    kind: "Machine",
    metadata: {
      name,
      namespace: "default",
      uid: `8a35f406-6b9b-4b78-8c93-${String(index).padStart(12, "0")}`,
      resourceVersion: "123456",
      generation: 3,
      creationTimestamp: "2026-06-01T07:50:00Z",
      labels: { "cluster.x-k8s.io/cluster-name": "bench", "cluster.x-k8s.io/deployment-name": "bench-md-0" },
      annotations: { "cluster.x-k8s.io/cloned-from-name": "bench-md-0" },
      finalizers: ["machine.cluster.x-k8s.io"],
    },
    spec: {
      clusterName: "bench",
      version: "v1.36.3",
      providerID: `local://default/${name}`,
      bootstrap: {
        configRef: { apiGroup: "bootstrap.cluster.x-k8s.io", kind: "KubeadmConfig", name },
        dataSecretName: name,
      },
      infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "LocalMachine", name },
      deletion: { nodeDrainTimeoutSeconds: 600, nodeDeletionTimeoutSeconds: 10 },
    },
    status: {
      phase: "Running",
      observedGeneration: 3,
      initialization: { infrastructureProvisioned: true, bootstrapDataSecretCreated: true },
      nodeRef: { name },
      nodeInfo: {
        machineID: "8a35f4066b9b4b788c93a7f878d90623",
        systemUUID: "8a35f406-6b9b-4b78-8c93-a7f878d90623",
        bootID: "1d6a7c1e-6b9b-4b78-8c93-a7f878d90623",
        kernelVersion: "6.12.0",
        osImage: "Debian GNU/Linux 13",
        containerRuntimeVersion: "containerd://2.1.0",
        kubeletVersion: "v1.36.3",
        kubeProxyVersion: "",
        operatingSystem: "linux",
        architecture: "amd64",
      },
      addresses: [
        { type: "InternalIP", address: "10.0.0.17" },
        { type: "Hostname", address: name },
      ],
      conditions,
    },
  };
}

/** So many Machines of v1beta2. */
export function machines(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => machine(index));
}

/** A review that asks for objects in a version. */
export function conversionReview(objects: readonly object[], version: MachineVersion): Buffer {
  const request = { uid: "705ab4f5-6393-11e8-b7cc-42010a800002", desiredAPIVersion: `${group}/${version}`, objects };
  return Buffer.from(JSON.stringify({ apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview", request }));
}

/** The objects of an answer; throws when the review failed. */
export function convertedObjects(answer: Buffer): readonly object[] {
  const { response } = JSON.parse(answer.toString()) as {
    readonly response: {
      readonly convertedObjects?: readonly object[];
      readonly result: { readonly status: string; readonly message?: string };
    };
  };
  if (response.result.status !== "Success") throw new Error(`the review failed: ${response.result.message}`);
  return response.convertedObjects ?? [];
}

/** Throws unless both answers have the same objects. Each side keeps what a version cannot hold in an annotation of its own. */
export function checkSameObjects(answers: readonly [Buffer, Buffer]): void {
  const [ours = [], peers = []] = answers.map((answer) => convertedObjects(answer).map(withoutKeptData));
  if (ours.length === 0 || !deepEqual(ours, peers)) throw new Error("the answers convert the objects differently");
}

function withoutKeptData(object: object): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(object));
  const metadata = isJsonObject(copy) ? copy["metadata"] : undefined;
  const all = isJsonObject(metadata) ? metadata["annotations"] : undefined;
  if (isJsonObject(all)) delete all[annotations.conversionData];
  return copy;
}
