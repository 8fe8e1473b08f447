// The patches, in generations. ClusterClasses refer to a generation by its handler's name. A change of what a generation makes of the same variables replaces
// machines, so generation 1 stays as it is, and what came later is generation 2 beside it.
import {
  checkTemplates,
  type Generations,
  generations,
  patchTemplates,
  type TemplateChecker,
  type TemplatePatcher,
  templatesOf,
} from "@capstan/extension-kit";
import { DevMachineTemplate, type KubeadmArgument, KubeadmControlPlaneTemplate } from "./templates.ts";
import { variables } from "./variables.ts";

type Declarations = typeof variables.declarations;

const first: TemplatePatcher<Declarations> = patchTemplates(variables)
  .on(KubeadmControlPlaneTemplate, (template, { apiServerNames, apiServerVerbosity }) => {
    const apiServer = apiServerOf(template);
    apiServer.extraArgs = withArgument(apiServer.extraArgs, { name: "v", value: String(apiServerVerbosity) });
    if (apiServerNames.length > 0)
      apiServer.certSANs = [...new Set([...(apiServer.certSANs ?? []), ...apiServerNames])];
  })
  .on(DevMachineTemplate, (template, { machineStartup }) => {
    const provisioning = template.spec.template.spec.backend?.inMemory?.vm?.provisioning;
    if (provisioning !== undefined && machineStartup !== undefined) provisioning.startupDuration = machineStartup;
  });

/** Generation 2: workers of the default classes start without jitter, too. */
export const patches: Generations<TemplatePatcher<Declarations>> = generations("patches", first).next((v1) =>
  v1.on(
    DevMachineTemplate,
    ({ spec: { template } }) => {
      const provisioning = template.spec.backend?.inMemory?.vm?.provisioning;
      if (provisioning !== undefined) provisioning.startupJitter = "0";
    },
    { where: templatesOf.machineDeployments({ classes: ["default-*"] }) },
  ),
);

/** The API server's part of the template, made where it is not there. */
function apiServerOf(template: KubeadmControlPlaneTemplate): { certSANs?: string[]; extraArgs?: KubeadmArgument[] } {
  const { spec } = template.spec.template;
  const { clusterConfiguration } = (spec.kubeadmConfigSpec ??= {});
  const configuration = clusterConfiguration ?? {};
  spec.kubeadmConfigSpec.clusterConfiguration = configuration;
  return (configuration.apiServer ??= {});
}

/** The arguments with one set: in its place if it exists, otherwise at the end. */
function withArgument(given: readonly KubeadmArgument[] = [], argument: KubeadmArgument): KubeadmArgument[] {
  const there = given.some(({ name }) => name === argument.name);
  return there ? given.map((each) => (each.name === argument.name ? argument : each)) : [...given, argument];
}

/** Another patch of the ClusterClass may not take back what this one set. */
export const checksV1: TemplateChecker<Declarations> = checkTemplates(variables).on(
  KubeadmControlPlaneTemplate,
  (template, { apiServerNames }) => {
    const names = template.spec.template.spec.kubeadmConfigSpec?.clusterConfiguration?.apiServer?.certSANs ?? [];
    const missing = apiServerNames.filter((name) => !names.includes(name));
    return missing.length === 0 ? [] : [`the API server's certificate lacks ${missing.toSorted().join(", ")}`];
  },
);
