// Patches of templates by functions that change a copy: `patchTemplates(Variables).on(Kind, (template, variables) => ...)`.
// The difference becomes the patch, against the object as it arrived, so nothing shows up that was not changed. Functions
// run in the order they were added; a template that stays as it is gets no patch.
import type { GeneratePatchesRequest, GeneratePatchesRequestItem } from "@capstan/api/hooks/v1alpha1";
import { createJsonPatch, deepClone, type KubeObject, parseApiVersion, type Resource } from "@capstan/kube";
import type { HandlerWithOptions } from "../authoring/handlers.ts";
import type { TemplatePatch, TemplatePatches } from "../authoring/patches.ts";
import { proceed, type Proceed } from "../authoring/results.ts";
import { extensionError } from "../errors.ts";
import type { VariableDeclarations, Variables, VariableValues } from "./define-variables.ts";
import { templateCall, type TemplateContext, type TemplateRules } from "./template-rules.ts";

/** Changes a template in place; must depend on nothing but its arguments. */
export type ChangeTemplate<T extends KubeObject, D extends VariableDeclarations> = (
  template: T,
  variables: VariableValues<D>,
  context: TemplateContext,
) => void;

/** A handler of GeneratePatches, made of functions by kind. */
export interface TemplatePatcher<D extends VariableDeclarations> extends HandlerWithOptions<
  GeneratePatchesRequest,
  Proceed<TemplatePatches>,
  unknown
> {
  /** The same with another function; for kinds in one version, because the ClusterClass says which one arrives. */
  on<T extends KubeObject>(kind: Resource<T>, change: ChangeTemplate<T, D>): TemplatePatcher<D>;
}

interface Rule<D extends VariableDeclarations> {
  readonly kind: Resource;
  readonly change: ChangeTemplate<never, D>;
}

/** Begins a handler of GeneratePatches that reads these variables. */
export function patchTemplates<D extends VariableDeclarations>(variables: Variables<D>): TemplatePatcher<D> {
  return patcher(variables, []);
}

function patcher<D extends VariableDeclarations>(
  variables: Variables<D>,
  rules: readonly Rule<D>[],
): TemplatePatcher<D> {
  return {
    on: (kind, change) => patcher(variables, [...rules, { kind, change: change as ChangeTemplate<never, D> }]),
    handle: (request) =>
      proceed({ items: request.items.flatMap((item) => patchItem(request, item, { variables, rules })) }),
  };
}

function patchItem<D extends VariableDeclarations>(
  request: GeneratePatchesRequest,
  item: GeneratePatchesRequestItem,
  patching: TemplateRules<D, Rule<D>>,
): TemplatePatch[] {
  const { template, matching, read } = templateCall(patching, item, request.variables);
  if (matching.length === 0) return refuseOtherVersion(patching.rules, template);
  const { values, context } = read();
  const changed = deepClone(template);
  for (const { change } of matching) change(changed as never, values, context);
  const patch = createJsonPatch(template, changed);
  return patch.length === 0 ? [] : [{ uid: item.uid, patch }];
}

/** A kind that no function is for is left alone; in another version it would silently stay unpatched. */
function refuseOtherVersion(rules: readonly { readonly kind: Resource }[], template: KubeObject): never[] {
  const { group } = parseApiVersion(template.apiVersion);
  const other = rules.find(({ kind }) => kind.kind === template.kind && kind.group === group);
  if (other === undefined) return [];
  const { apiVersion: actual, kind } = template;
  throw extensionError("extension/template-version", { kind, actual, expected: other.kind.apiVersion });
}
