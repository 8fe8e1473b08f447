// An extension whose variable is a list of any length, which goes into each template.
import { defineExtension, defineVariables, patchTemplates, serveExtension } from "@capstan/extension-kit";
import { type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { createSelfSigned } from "@capstan/serve/certificates";

interface KubeadmControlPlaneTemplate extends KubeObject<
  "controlplane.cluster.x-k8s.io/v1beta2",
  "KubeadmControlPlaneTemplate"
> {
  spec: { template: { spec: { kubeadmConfigSpec: { files?: readonly object[] } } } };
}
const KubeadmControlPlaneTemplate: Resource<KubeadmControlPlaneTemplate> = resourceOf(
  "controlplane.cluster.x-k8s.io/v1beta2",
  "KubeadmControlPlaneTemplate",
);

const variables = defineVariables({
  files: {
    required: true,
    schema: { type: "array", items: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
  },
});

/** Serves it on a free port of 127.0.0.1. */
export async function start(): Promise<{ port: number }> {
  const extension = defineExtension({
    generatePatches: {
      "patches-v1": patchTemplates(variables).on(KubeadmControlPlaneTemplate, ({ spec }, { files }) => {
        spec.template.spec.kubeadmConfigSpec.files = files;
      }),
    },
  });
  const tls = createSelfSigned({ commonName: "hooks", ipAddresses: ["127.0.0.1"] });
  const { port } = await serveExtension(extension, { tls, port: 0 });
  return { port };
}
