// What Cluster API's webhook checks of the JSON patches of a class: the operation, the path, where the value is from, and that Go templates can be parsed.
import type { JSONPatch, JSONPatchValue } from "@capstan/api/core/v1beta2";
import { checkGoTemplate, patchTemplate } from "../go-template/go-template.ts";
import { TemplateError } from "../go-template/go-errors.ts";
import { invalidField } from "./field-problems.ts";
import { inIndentedLines } from "./written-fields.ts";

/** The patches at this path, in a class that defines these variables. */
export function jsonPatchProblems(
  at: string,
  patches: readonly JSONPatch[],
  variables: ReadonlySet<string>,
): readonly string[] {
  return patches.flatMap((patch, index) => {
    const field = `${at}[${index}]`;
    const { path } = patch;
    const start = 'jsonPatch path must start with "/spec"';
    return [
      ...(path.startsWith("/spec") ? [] : [invalidField(`${field}.path`, written(patch), start)]),
      ...indexProblems(`${field}.path`, patch),
      ...(patch.op === "remove" ? [] : valueProblems(field, patch, variables)),
    ];
  });
}

function written(patch: JSONPatch): string {
  return inIndentedLines(patch, "jsonPatch");
}

/** Lists can only get something at their beginning or their end. */
function indexProblems(field: string, { op, path }: JSONPatch): readonly string[] {
  const indexes = path.split("/").filter((part) => /^[+-]?\d+$/.test(part));
  if (op === "add")
    return indexes
      .filter((index) => Number(index) !== 0)
      .map(() => invalidField(field, path, 'arrays can only be accessed using "0" (prepend) or "-" (append)'));
  return indexes.map(() => invalidField(field, path, `elements in arrays can not be accessed in a ${op} operation`));
}

function valueProblems(field: string, patch: JSONPatch, variables: ReadonlySet<string>): readonly string[] {
  // In Go, a value that is null is none.
  const { value = null, valueFrom } = patch;
  const [hasNone, hasBoth] = [value === null && valueFrom === undefined, value !== null && valueFrom !== undefined];
  return [
    ...(hasNone ? [invalidField(field, written(patch), "jsonPatch must define one of value or valueFrom")] : []),
    ...(hasBoth ? [invalidField(field, written(patch), "jsonPatch can not define both value and valueFrom")] : []),
    ...(valueFrom === undefined ? [] : sourceProblems(`${field}.valueFrom`, valueFrom, variables)),
  ];
}

function sourceProblems(field: string, from: JSONPatchValue, variables: ReadonlySet<string>): readonly string[] {
  const { template = "", variable = "" } = from;
  const all = inIndentedLines(from, "valueFrom");
  const both = "valueFrom can not set both template and variable";
  return [
    ...(template === "" && variable === ""
      ? [invalidField(field, all, "valueFrom must set either template or variable")]
      : []),
    ...(template !== "" && variable !== "" ? [invalidField(field, all, both)] : []),
    ...parseProblem(`${field}.template`, template, "valueFrom.template"),
    ...(variable === "" ? [] : variableProblems(`${field}.variable`, variable, variables)),
  ];
}

function variableProblems(field: string, variable: string, variables: ReadonlySet<string>): readonly string[] {
  if (variable.startsWith("builtin."))
    return builtins.has(variable) ? [] : [invalidField(field, variable, "not a defined builtin variable")];
  const [name = ""] = variable.split(/[[.]/).filter((part) => part !== "");
  return variables.has(name) ? [] : [invalidField(field, variable, `variable with name ${variable} cannot be found`)];
}

const ofWorkers = ["class", "name", "replicas", "topologyName", "version", "metadata.labels", "metadata.annotations"];
const ofTemplates = ["bootstrap.configRef.name", "infrastructureRef.name"];

/** What can be named of each part. */
const builtinFields: Readonly<Record<string, readonly string[]>> = {
  cluster: [
    "name",
    "namespace",
    "uid",
    "metadata.labels",
    "metadata.annotations",
    "topology",
    ...["classRef.name", "classRef.namespace", "class", "classNamespace", "version"].map(
      (field) => `topology.${field}`,
    ),
    "network",
    "network.serviceDomain",
    "network.services",
    "network.pods",
  ],
  controlPlane: [
    "name",
    "replicas",
    "version",
    "metadata.labels",
    "metadata.annotations",
    "machineTemplate.infrastructureRef.name",
  ],
  machineDeployment: [...ofWorkers, ...ofTemplates],
  machinePool: [...ofWorkers, ...ofTemplates],
};

const builtins: ReadonlySet<string> = new Set(
  Object.entries(builtinFields).flatMap(([part, names]) => [
    `builtin.${part}`,
    ...names.map((name) => `builtin.${part}.${name}`),
  ]),
);

/** Why a template is rejected; empty where it is not, or there is none. What is not simulated is not checked. */
export function parseProblem(field: string, template: string | undefined, name: string): readonly string[] {
  if (template === undefined || template === "") return [];
  try {
    checkGoTemplate(template, { ...patchTemplate, name });
    return [];
  } catch (error) {
    if (!(error instanceof TemplateError)) return [];
    return [invalidField(field, template, `template can not be parsed: ${error.message}`)];
  }
}
