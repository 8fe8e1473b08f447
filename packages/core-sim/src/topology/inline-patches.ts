// The patches that a ClusterClass defines itself, made and applied as in core. Of Go templates not all functions are played: a patch whose template, also in `enabledIf`, calls another one or does what is not played is left out as a whole.
import type {
  ClusterClass,
  ClusterClassPatch,
  JSONPatch,
  PatchDefinition,
  PatchSelector,
} from "@capstan/api/core/v1beta2";
import {
  applyJsonPatch,
  errorFrom,
  getAt,
  isJsonObject,
  type JsonPatchOperation,
  type KubeObject,
} from "@capstan/kube";
import { isSelectedName } from "../cluster-class/selector-rules.ts";
import { UnplayedTemplate } from "../go-template/go-errors.ts";
import { withPatched } from "./patched-metadata.ts";
import type { PatchedTemplate, TemplatesToPatch } from "./topology-hooks.ts";
import { TopologyFailure } from "./topology-failure.ts";
import { isEnabled, templateValue, unplayedPart, wrapped } from "./value-templates.ts";
import { patchVariable, type PatchVariables } from "./variable-path.ts";

/** The names of the patches that a class defines itself and the simulation leaves out. */
export function unplayedPatches({ spec }: ClusterClass): readonly string[] {
  return (spec.patches ?? []).filter((patch) => isInline(patch) && needsTemplates(patch)).map(({ name }) => name);
}

/** Whether a class defines the patch itself, as far as it is played. */
export function isPlayedInline(patch: ClusterClassPatch): boolean {
  return isInline(patch) && !needsTemplates(patch);
}

function isInline({ definitions = [] }: ClusterClassPatch): boolean {
  return definitions.length > 0;
}

function needsTemplates({ enabledIf = "", definitions = [] }: ClusterClassPatch): boolean {
  const values = definitions.flatMap(({ jsonPatches }) =>
    jsonPatches.map(({ valueFrom }) => valueFrom?.template ?? ""),
  );
  return [enabledIf, ...values].some((template) => template !== "" && unplayedPart(template) !== undefined);
}

/**
 * The templates with the patch, in the same order; without it where the values show that a template has what is not simulated, such as a verb of
 * `printf`. Throws a TopologyFailure with core's message where the patch fails.
 */
export function patchInline(patch: ClusterClassPatch, given: TemplatesToPatch): readonly KubeObject[] {
  try {
    return patchedTemplates(patch, given);
  } catch (error) {
    if (!(error instanceof UnplayedTemplate)) throw error;
    return given.templates.map(({ object }) => object);
  }
}

function patchedTemplates(
  { name, enabledIf = "", definitions = [] }: ClusterClassPatch,
  { templates, variables }: TemplatesToPatch,
): readonly KubeObject[] {
  const errors: string[] = [];
  const patches = templates.map((template) => {
    const values = mergedValues(variables, template.variables);
    const selected = definitions.filter(({ selector }) => isSelected(template, selector));
    const failed = (what: string, error: unknown): void => {
      if (error instanceof UnplayedTemplate) throw error;
      errors.push(failedFor(template, what, error));
    };
    if (selected.length === 0 || !isPatching(enabledIf, values, failed)) return [];
    return selected.map((definition) =>
      operationsOf(definition, values, (error) => failed("failed to generate JSON patches", error)),
    );
  });
  const failed = (start: string, problem: string): TopologyFailure =>
    new TopologyFailure(`failed to apply patches: ${start} for patch ${JSON.stringify(name)}: ${problem}`);
  const problems = [...new Set(errors)];
  if (problems.length > 0)
    throw failed("failed to generate patches", problems.length === 1 ? problems.join("") : `[${problems.join(", ")}]`);
  try {
    return templates.map(({ object }, index) => (patches[index] ?? []).reduce(patched, object));
  } catch (error) {
    const start = "failed to apply patch: error applying json patch (RFC6902)";
    throw failed("failed to apply patches", `${start}: ${errorFrom(error).message}`);
  }
}

function failedFor({ object }: PatchedTemplate, what: string, error: unknown): string {
  return `${what} for ${JSON.stringify(object.kind)}: ${errorFrom(error).message}`;
}

function isPatching(
  enabledIf: string,
  values: PatchVariables,
  failed: (what: string, error: unknown) => void,
): boolean {
  try {
    return isEnabled(enabledIf, values);
  } catch (error) {
    failed("failed to calculate if patch is enabled", error);
    return false;
  }
}

function patched(object: KubeObject, operations: readonly JsonPatchOperation[]): KubeObject {
  if (operations.length === 0) return object;
  const changed = applyJsonPatch(object, operations, { asInGo: true });
  return isJsonObject(changed) ? withPatched(object, { ...object, ...changed }) : object;
}

function operationsOf(
  { jsonPatches }: PatchDefinition,
  values: PatchVariables,
  failed: (error: unknown) => void,
): readonly JsonPatchOperation[] {
  try {
    return jsonPatches.map((patch) => operationOf(patch, values));
  } catch (error) {
    failed(error);
    return [];
  }
}

function operationOf({ op, path, value, valueFrom }: JSONPatch, values: PatchVariables): JsonPatchOperation {
  if (op === "remove") return { op, path };
  return { op, path, value: calculated(value, valueFrom, values) };
}

function calculated(
  value: JSONPatch["value"],
  valueFrom: JSONPatch["valueFrom"],
  values: PatchVariables,
): NonNullable<JSONPatch["value"]> | null {
  const [plain, inTemplate] = ["failed to calculate value", "failed to calculate value for template"];
  // In Go, a value that is null is none.
  const hasValue = value !== undefined && value !== null;
  if (hasValue && valueFrom !== undefined) throw new Error(`${plain}: both .value and .valueFrom are set`);
  if (hasValue) return value;
  if (valueFrom === undefined) throw new Error(`${plain}: neither .value nor .valueFrom are set`);
  const { variable = "", template = "" } = valueFrom;
  const [one, other] = [".valueFrom.variable", ".valueFrom.template"];
  if (variable === "" && template === "")
    throw new Error(`${plain}: .valueFrom is set, but neither ${one} nor ${other} are set`);
  if (variable !== "" && template !== "")
    throw new Error(`${plain}: .valueFrom is set, but both ${one} and ${other} are set`);
  try {
    return variable === "" ? templateValue(template, values) : patchVariable(values, variable);
  } catch (error) {
    throw wrapped(variable === "" ? inTemplate : plain, error);
  }
}

/** Values for one template stand before those of the Cluster; `builtin` has the fields of both. */
function mergedValues(ofCluster: PatchVariables, ofTemplate: PatchVariables): PatchVariables {
  const [one, other] = [ofCluster["builtin"], ofTemplate["builtin"]];
  const builtin = isJsonObject(one) && isJsonObject(other) ? { builtin: { ...one, ...other } } : {};
  return { ...ofCluster, ...ofTemplate, ...builtin };
}

const ofControlPlaneMachines: readonly string[] = [
  "spec.machineTemplate.infrastructureRef",
  "spec.machineTemplate.spec.infrastructureRef",
];

function isSelected(template: PatchedTemplate, { apiVersion, kind, matchResources }: PatchSelector): boolean {
  const { object, holder, variables } = template;
  if (object.apiVersion !== apiVersion || object.kind !== kind) return false;
  const ofCluster = holder.kind === "Cluster" ? holder.fieldPath : undefined;
  if (matchResources.infrastructureCluster === true && ofCluster === "spec.infrastructureRef") return true;
  const isOfControlPlane = ofCluster === "spec.controlPlaneRef" || ofControlPlaneMachines.includes(holder.fieldPath);
  if (matchResources.controlPlane === true && isOfControlPlane) return true;
  const { machineDeploymentClass, machinePoolClass } = matchResources;
  const isOfClass = (part: string, names: readonly string[] = []): boolean => {
    const itsClass = getAt(variables, ["builtin", part, "class"]);
    return typeof itsClass === "string" && names.some((name) => isSelectedName(name, itsClass));
  };
  return (
    (holder.kind === "MachineDeployment" && isOfClass("machineDeployment", machineDeploymentClass?.names)) ||
    (holder.kind === "MachinePool" && isOfClass("machinePool", machinePoolClass?.names))
  );
}
