// Names of the parts of a Cluster by the templates of its ClusterClass, as core makes them.
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
}

const longest = 63;

/** A name by a template; one that is too long is cut, and has another end. Throws an error with the message of core, or an UnplayedTemplate. */
export function nameFromTemplate(template: string, { cluster, random, workers }: NameData): string {
  const [end, otherEnd] = random;
  const ofWorkers: GoMap = workers === undefined ? {} : { [workers.kind]: { topologyName: workers.topologyName } };
  const name = renderedName(template, { cluster: { name: cluster }, random: end, ...ofWorkers });
  const bytes = Buffer.from(name);
  if (bytes.length <= longest) return name;
  return `${bytes.subarray(0, longest - otherEnd.length).toString("utf8")}${otherEnd}`;
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
