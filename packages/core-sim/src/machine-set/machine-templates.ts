// The templates of providers that a MachineSet or a MachineDeployment names. They belong to the Cluster as long as somebody names them.
import type { Cluster, MachineTemplateSpec } from "@capstan/api/core/v1beta2";
import { findTemplate } from "../cloned-objects.ts";
import type { External } from "../cluster-reader.ts";
import type { SimContext } from "../writer.ts";

/** The templates, as far as they exist. */
export interface MachineTemplates {
  readonly infrastructure: External | undefined;
  readonly config: External | undefined;
}

/** What has a template of machines. */
interface OfTemplate {
  readonly spec: { readonly template: MachineTemplateSpec };
}

/** Finds the templates. */
export async function templatesOfSet(
  { spec }: OfTemplate,
  cluster: Cluster,
  context: SimContext,
): Promise<MachineTemplates> {
  const { bootstrap, infrastructureRef: reference } = spec.template.spec;
  const { configRef } = bootstrap;
  return {
    infrastructure: await findTemplate({ cluster, reference, kind: "InfraMachine" }, context),
    config: configRef && (await findTemplate({ cluster, reference: configRef, kind: "BootstrapConfig" }, context)),
  };
}

/** The kinds of the templates that do not exist. */
export function missingTemplates(
  { spec }: OfTemplate,
  { infrastructure, config }: MachineTemplates,
): readonly string[] {
  const { bootstrap, infrastructureRef } = spec.template.spec;
  return [
    ...(bootstrap.configRef !== undefined && config === undefined ? [bootstrap.configRef.kind] : []),
    ...(infrastructure === undefined ? [infrastructureRef.kind] : []),
  ];
}

/** That templates do not exist, in words; undefined when all do. */
export function missingText(missing: readonly string[]): string | undefined {
  return missing.length === 0 ? undefined : `${missing.join(" and ")} ${missing.length > 1 ? "do" : "does"} not exist`;
}
