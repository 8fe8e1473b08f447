// Real requests of Cluster API and of the API server, which the attacks change.

/** The path of the handler that patches templates. */
export const patchesPath = "/hooks.runtime.cluster.x-k8s.io/v1alpha1/generatepatches/patches-v1?timeout=10s";

const holderReference = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  namespace: "default",
  name: "c",
  fieldPath: "spec.controlPlaneRef",
};
const template = {
  apiVersion: "controlplane.cluster.x-k8s.io/v1beta2",
  kind: "KubeadmControlPlaneTemplate",
  metadata: { name: "in-memory-control-plane" },
  spec: {
    template: {
      spec: {
        kubeadmConfigSpec: {
          clusterConfiguration: {
            apiServer: { certSANs: ["localhost"], extraArgs: [{ name: "profiling", value: "false" }] },
          },
        },
      },
    },
  },
};

/** A GeneratePatchesRequest. */
export const realHook: Readonly<Record<string, unknown>> & { readonly items: readonly object[] } = {
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  kind: "GeneratePatchesRequest",
  settings: {},
  variables: [],
  items: [{ uid: "item-0", holderReference, object: template, variables: [] }],
};

/** A ConversionReview of a LocalMachine that the older version stored, with this metadata. */
export function conversionReview(metadata: object): object {
  const object = {
    apiVersion: "infrastructure.cluster.x-k8s.io/v1alpha1",
    kind: "LocalMachine",
    metadata: { name: "m", namespace: "default", ...metadata },
    spec: { providerID: "local://default/m", cpus: 2, memory: "1Gi", leaseDuration: "40s" },
    status: { ready: true, addresses: [{ type: "InternalIP", address: "127.0.0.1" }] },
  };
  const request = { uid: "1", desiredAPIVersion: "infrastructure.cluster.x-k8s.io/v1beta1", objects: [object] };
  return { apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview", request };
}

/** With the annotation that keeps what the older version does not have. */
export const realReview: object = conversionReview({
  annotations: { "cluster.x-k8s.io/conversion-data": '{"status":{"failureDomain":"a"}}' },
});

const machineTemplate = {
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
  kind: "LocalMachineTemplate",
  metadata: { name: "t", namespace: "default" },
  spec: { template: { spec: { capacity: { cpus: 2, memory: "1Gi" } } } },
};

/** An AdmissionReview of an update of a template. */
export const realAdmission: object = {
  apiVersion: "admission.k8s.io/v1",
  kind: "AdmissionReview",
  request: {
    uid: "1",
    operation: "UPDATE",
    dryRun: false,
    object: machineTemplate,
    oldObject: machineTemplate,
  },
};

/** Its path. */
export const admissionPath = "/validate-infrastructure-cluster-x-k8s-io-v1beta1-localmachinetemplate";
