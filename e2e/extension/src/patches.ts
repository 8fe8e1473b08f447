// A variable that machines can follow in place, and the two generations of the patches that make it a file of the machines.
import { type KubeObject, type Resource, resourceOf } from "@capstan/api";
import {
  defineVariables,
  type Generations,
  generations,
  patchTemplates,
  type TemplatePatcher,
  type Variables,
} from "@capstan/extension-kit";

interface KubeadmFiles {
  files?: { path: string; content: string }[];
}
interface ControlPlaneTemplate extends KubeObject<
  "controlplane.cluster.x-k8s.io/v1beta2",
  "KubeadmControlPlaneTemplate"
> {
  spec: {
    template: {
      spec: {
        kubeadmConfigSpec?: KubeadmFiles;
        remediation?: { maxRetry: number };
        rollout?: { strategy: { type: "RollingUpdate"; rollingUpdate: { maxSurge: number } } };
      };
    };
  };
}
const controlPlaneTemplate: Resource<ControlPlaneTemplate> = resourceOf(
  "controlplane.cluster.x-k8s.io/v1beta2",
  "KubeadmControlPlaneTemplate",
);

interface WorkerTemplate extends KubeObject<"bootstrap.cluster.x-k8s.io/v1beta2", "KubeadmConfigTemplate"> {
  spec: { template: { spec: KubeadmFiles } };
}
const workerTemplate: Resource<WorkerTemplate> = resourceOf(
  "bootstrap.cluster.x-k8s.io/v1beta2",
  "KubeadmConfigTemplate",
);

const declarations = {
  greeting: {
    schema: { type: "string", description: "What machines greet with.", maxLength: 64, default: "hello" },
  },
} as const;

export const variables: Variables<typeof declarations> = defineVariables(declarations);

const greet = (content: string): { path: string; content: string }[] => [{ path: "/etc/motd", content }];

const first: TemplatePatcher<typeof declarations> = patchTemplates(variables)
  .on(controlPlaneTemplate, ({ spec: { template } }, { greeting }, { builtin }) => {
    template.spec.kubeadmConfigSpec = { ...template.spec.kubeadmConfigSpec, files: greet(greeting) };
    // With room for one more, a machine is created first; a control plane may go without only when it has three.
    const maxSurge = (builtin.controlPlane?.replicas ?? 1) >= 3 ? 0 : 1;
    template.spec.rollout = { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge } } };
  })
  .on(workerTemplate, ({ spec: { template } }, { greeting }) => {
    template.spec.files = greet(greeting);
  });

/** Generation 2 says how often a control-plane machine is remediated, which replaces none. */
export const patches: Generations<TemplatePatcher<typeof declarations>> = generations("patches", first).next((v1) =>
  v1.on(controlPlaneTemplate, ({ spec: { template } }) => {
    template.spec.remediation = { maxRetry: 3 };
  }),
);
