// Patches of templates by functions that change a copy: `patchTemplates(variables).on(Kind, (template, values) => ...)`.
import type { GeneratePatchesRequest, GeneratePatchesRequestItem } from "@capstan/api/hooks/v1alpha1";
import { deepClone, jsonLength, type KubeObject, parseApiVersion, type Resource } from "@capstan/kube";
import type { HandlerWithOptions } from "../authoring/handlers.ts";
import { PatchBudget, templatePatch } from "../answering/encode-patch.ts";
import type { TemplatePatch, TemplatePatches } from "../authoring/patches.ts";
import { proceed, type Proceed } from "../authoring/results.ts";
import { extensionError } from "../errors.ts";
import type { VariableDeclarations, Variables, VariableValues } from "./define-variables.ts";
import { PatchesInWork } from "./patches-in-work.ts";
import { templateCall, type TemplateContext, templateRequest, type TemplateRequest } from "./template-rules.ts";

/** Changes a template in place. It must depend on its arguments only: the same request must always give the same patches. */
export type ChangeTemplate<T extends KubeObject, D extends VariableDeclarations> = (
  template: T,
  variables: VariableValues<D>,
  context: TemplateContext,
) => void;

/** A handler of GeneratePatches, built of functions by kind. */
export interface TemplatePatcher<D extends VariableDeclarations> extends HandlerWithOptions<
  GeneratePatchesRequest,
  Proceed<TemplatePatches>,
  unknown
> {
  /**
   * A handler that also calls this function, for templates of this kind in this version: the ClusterClass decides which
   * version arrives. Several functions of one kind are called in the order they were added. The patcher that it is called on
   * does not change.
   */
  on<T extends KubeObject>(kind: Resource<T>, change: ChangeTemplate<T, D>): TemplatePatcher<D>;
}

interface Rule<D extends VariableDeclarations> {
  readonly kind: Resource;
  /** A method, so that a function of any kind fits: it is called for templates of that kind. */
  change(template: KubeObject, variables: VariableValues<D>, context: TemplateContext): void;
}

/**
 * Creates a handler of GeneratePatches that reads these variables. Add functions with `on`, and give it to `generatePatches`
 * under the name that the ClusterClass refers to.
 *
 * For each template of the request, the functions of its kind change a copy; the difference between the template as it
 * arrived and the copy is the JSON Patch, so that it has nothing that was not changed. An unchanged template, and one of a
 * kind that no function is for, gets no patch.
 *
 * Fails the call, and patches nothing, with
 * - `extension/variable-missing` or `extension/variable-value`: a variable does not have the value it needs.
 * - `extension/template-version`: a template of a known kind arrives in a version that no function is for.
 * - what a function throws.
 *
 * Calls that make more than 16 Mi characters of patches together wait for each other, the oldest first, within their deadlines.
 *
 * Keep what a name patches together for ever: a change of the patches under one name replaces the machines of every Cluster
 * that uses it. Add a new name instead.
 *
 * @example
 * const variables = defineVariables({ image: { required: true, schema: { type: "string" } } });
 *
 * generatePatches: {
 *   "image-v1": patchTemplates(variables).on(FooTemplate, (template, { image }) => {
 *     template.spec.template.spec.image = image;
 *   }),
 * },
 */
export function patchTemplates<D extends VariableDeclarations>(variables: Variables<D>): TemplatePatcher<D> {
  return patcher(variables, []);
}

function patcher<D extends VariableDeclarations>(
  variables: Variables<D>,
  rules: readonly Rule<D>[],
): TemplatePatcher<D> {
  return {
    on: (kind, change) => patcher(variables, [...rules, { kind, change }]),
    handle: async (request, { signal }) => {
      const work = { common: templateRequest(variables, request.variables), rules, budget: new PatchBudget() };
      const items: TemplatePatch[] = [];
      const patch = (item: GeneratePatchesRequestItem): number => {
        items.push(...patchItem(work, item));
        return work.budget.characters;
      };
      await inWork.each({ items: request.items, signal, expected: () => expectedCharacters(request), patch });
      return proceed({ items });
    },
  };
}

/** One for all calls, whatever their extension and their server: they share the memory of the process. */
const inWork = new PatchesInWork();

/** Characters of variables that are counted for the guess how large patches will be: of those for all templates and of each template, and of all templates. */
const mostMeasured = 64 * 1024;
const mostOwnMeasured = 1024 * 1024;

/** How large the patches of a request will be, as a guess: what is in the variables for all templates can be in each patch, what is in those of a template in its own. */
export function expectedCharacters({
  items,
  variables = [],
}: Pick<GeneratePatchesRequest, "items" | "variables">): number {
  let own = 0;
  for (const item of items) {
    if (own >= mostOwnMeasured) break;
    own += jsonLength(item.variables ?? [], mostMeasured);
  }
  return items.length * jsonLength(variables, mostMeasured) + own;
}

/** What the templates of one request are patched with. */
interface Work<D extends VariableDeclarations> {
  readonly common: TemplateRequest<D>;
  readonly rules: readonly Rule<D>[];
  readonly budget: PatchBudget;
}

function patchItem<D extends VariableDeclarations>(
  { common, rules, budget }: Work<D>,
  item: GeneratePatchesRequestItem,
): TemplatePatch[] {
  const { template, matching, read } = templateCall(rules, item, common);
  if (matching.length === 0) return rejectOtherVersion(rules, template);
  const { values, context } = read();
  const changed = deepClone(template);
  for (const rule of matching) rule.change(changed, values, context);
  const patch = templatePatch(item.uid, { from: template, to: changed }, budget);
  return patch === undefined ? [] : [patch];
}

/** A kind that no function is for gets no patch; another version of a kind that has one would stay unpatched without an error. */
function rejectOtherVersion(rules: readonly { readonly kind: Resource }[], template: KubeObject): never[] {
  const { group } = parseApiVersion(template.apiVersion);
  const other = rules.find(({ kind }) => kind.kind === template.kind && kind.group === group);
  if (other === undefined) return [];
  const { apiVersion: actual, kind } = template;
  throw extensionError("extension/template-version", { kind, actual, expected: other.kind.apiVersion });
}
