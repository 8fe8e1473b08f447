// Our side of bench's comparison of hooks: the same change and the same delay as tools/peers/extension-server makes. Run as a process of
// its own without the condition @capstan/source, so that it stands on the built packages.
import {
  defineExtension,
  defineVariables,
  patchTemplates,
  retryAfter,
  run,
  type Extension,
} from "@capstan/extension-kit";
import { resourceOf, type KubeObject, type Resource } from "@capstan/kube";

/** The part of KubeadmConfigTemplate that the change needs. */
interface KubeadmConfigTemplate extends KubeObject<"bootstrap.cluster.x-k8s.io/v1beta2", "KubeadmConfigTemplate"> {
  spec: { template: { spec: { preKubeadmCommands?: string[] } } };
}

const KubeadmConfigTemplate: Resource<KubeadmConfigTemplate> = resourceOf(
  "bootstrap.cluster.x-k8s.io/v1beta2",
  "KubeadmConfigTemplate",
);

const variables = defineVariables({ greeting: { required: true, schema: { type: "string" } } });

const extension: Extension = defineExtension({
  beforeClusterUpgrade: {
    name: "bench-life",
    handle: ({ cluster, toKubernetesVersion }) =>
      retryAfter("30s", `${cluster.metadata.name} waits with ${toKubernetesVersion} for a backup`),
  },
  generatePatches: {
    bench: patchTemplates(variables).on(KubeadmConfigTemplate, ({ spec: { template } }, { greeting }) => {
      template.spec.preKubeadmCommands = [`echo ${greeting}`, ...(template.spec.preKubeadmCommands ?? [])];
    }),
  },
});

await run(extension);
