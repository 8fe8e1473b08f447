// What Cluster API's webhook checks of the patches of a ClusterClass: their names, what they do, and the templates that they select.
import type { ClusterClass, ClusterClassPatch, ExternalPatchDefinition } from "@capstan/api/core/v1beta2";
import { invalidField, invalidJson, requiredField } from "./field-problems.ts";
import { jsonPatchProblems, parseProblem } from "./json-patch-rules.ts";
import { inFieldOrder } from "./written-fields.ts";
import { selectorProblems } from "./selector-rules.ts";

/** How core names definitions of variables that the class itself has. */
const inline = "inline";

/** All patches. */
export function patchProblems({ spec }: ClusterClass): readonly string[] {
  const { patches = [] } = spec;
  const names = patches.map(({ name }) => name);
  return patches.flatMap((patch, index) => [
    ...nameProblems(`spec.patches[${index}].name`, patch.name, names.indexOf(patch.name) < index),
    ...definitionProblems(`spec.patches[${index}]`, patch, spec),
  ]);
}

function nameProblems(field: string, name: string, isRepeated: boolean): readonly string[] {
  const repeated = `patch names must be unique. Patch with name ${JSON.stringify(name)} is defined more than once`;
  return [
    ...(name === "" ? [requiredField(field, "patch name must be defined")] : []),
    ...(name === inline ? [requiredField(field, `"${inline}" can not be used as the name of a patch`)] : []),
    ...(isRepeated ? [invalidField(field, name, repeated)] : []),
  ];
}

function definitionProblems(at: string, patch: ClusterClassPatch, spec: ClusterClass["spec"]): readonly string[] {
  const { definitions, external } = patch;
  const variables = new Set((spec.variables ?? []).map(({ name }) => name));
  const hasNeither = definitions === undefined && external === undefined;
  const hasBoth = definitions !== undefined && external !== undefined;
  const only = "only one of definitions or external can be defined";
  return [
    ...parseProblem(`${at}.enabledIf`, patch.enabledIf, "enabledIf"),
    ...(hasNeither ? [requiredField(at, "one of definitions or external must be defined")] : []),
    ...(hasBoth ? [invalidJson(at, inFieldOrder(patch, "patch"), only)] : []),
    ...(definitions ?? []).flatMap(({ selector, jsonPatches }, index) => [
      ...jsonPatchProblems(`${at}.definitions[${index}].jsonPatches`, jsonPatches, variables),
      ...selectorProblems(`${at}.definitions[${index}].selector`, selector, spec),
    ]),
    ...(external === undefined ? [] : externalProblems(`${at}.external`, external)),
  ];
}

function externalProblems(field: string, external: ExternalPatchDefinition): readonly string[] {
  const { validateTopologyExtension = "", generatePatchesExtension = "" } = external;
  if (validateTopologyExtension !== "" || generatePatchesExtension !== "") return [];
  const problem = "one of validateTopologyExtension and generatePatchesExtension must be defined";
  return [invalidJson(field, inFieldOrder(external, "external"), problem)];
}
