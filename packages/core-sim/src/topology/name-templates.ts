// Names by templates, as core makes them: those of the parts of a Cluster by its ClusterClass, and those of machines by `machineNaming`.
import { errorFrom } from "@capstan/kube";
import { cutName, randomSuffix } from "../generated-names.ts";
import { nameTemplate, renderTemplate } from "../go-template/go-template.ts";
import { TemplateError, UnplayedTemplate } from "../go-template/go-errors.ts";
import type { GoMap } from "../go-template/values.ts";

/** What a name is made of beside the template. */
export interface NameData {
  readonly cluster: string;
  /** The random end, and another one for a name that is too long. */
  readonly random: readonly [string, string];
  /** What workers are called in the topology. */
  readonly workers?: { readonly kind: "machineDeployment" | "machinePool"; readonly topologyName: string };
  /** What the machine belongs to. */
  readonly owner?: MachineOwner;
}

/** What creates machines. */
export interface MachineOwner {
  readonly kind: "machineSet" | "kubeadmControlPlane";
  readonly name: string;
}

/** A name by a template; one that is too long is cut, and has another end. Throws an error with the message of core, or an UnplayedTemplate. */
export function nameFromTemplate(template: string, { cluster, random, workers, owner }: NameData): string {
  const [end, otherEnd] = random;
  const ofWorkers: GoMap = workers === undefined ? {} : { [workers.kind]: { topologyName: workers.topologyName } };
  const ofOwner: GoMap = owner === undefined ? {} : { [owner.kind]: { name: owner.name } };
  const name = renderedName(template, { cluster: { name: cluster }, random: end, ...ofWorkers, ...ofOwner });
  return cutName(name, otherEnd);
}

function renderedName(template: string, data: GoMap): string {
  try {
    return renderTemplate(template, nameTemplate, data);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const isExecution = error.message.includes(": executing ");
    const what = isExecution ? "rendering template" : `parsing template ${JSON.stringify(template)}`;
    throw new Error(`${what}: ${error.message}`, { cause: error });
  }
}

/** The name by a template; undefined where there is none, or it has what is not simulated. */
export function givenName(template: string | undefined, data: NameData): string | undefined {
  if (template === undefined || template === "") return undefined;
  try {
    return nameFromTemplate(template, data);
  } catch (error) {
    if (error instanceof UnplayedTemplate) return undefined;
    throw error;
  }
}

/** A new name of a machine, by the template in `machineNaming` where its owner has one. Throws an error as core does. */
export function newMachineName(template: string | undefined, cluster: string, owner: MachineOwner): string {
  const given = template === "" ? undefined : template;
  if (given?.includes("{{ .random }}") === false)
    throw new Error("cannot generate Machine name: {{ .random }} is missing in machineNaming.template");
  const random = [randomSuffix(), randomSuffix()] as const;
  try {
    return nameFromTemplate(given ?? `{{ .${owner.kind}.name }}-{{ .random }}`, { cluster, random, owner });
  } catch (error) {
    throw new Error(`failed to generate Machine name: ${errorFrom(error).message}`, { cause: error });
  }
}
