// Patches of templates by functions that change a copy: `patchTemplates(variables).on(Kind, (template, values) => ...)`.
import type { GeneratePatchesRequest, GeneratePatchesRequestItem } from "@capstan/api/hooks/v1alpha1";
import {
  type CapstanError,
  deepClone,
  jsonLength,
  type KubeObject,
  parseApiVersion,
  type Resource,
} from "@capstan/kube";
import type { HandlerWithOptions } from "../authoring/handlers.ts";
import type { SettingDeclarations, Settings } from "../authoring/settings.ts";
import { PatchBudget, type PatchFormat, templatePatch } from "../answering/encode-patch.ts";
import type { TemplatePatch, TemplatePatches } from "../authoring/patches.ts";
import { proceed, type Proceed } from "../authoring/results.ts";
import { extensionError } from "../errors.ts";
import { mayDrop, warnOfDropped } from "../rules/dropped-changes.ts";
import type { VariableDeclarations, Variables, VariableValues } from "./define-variables.ts";
import { type MadePatch, patchesInWork } from "./patches-in-work.ts";
import {
  type AnyTemplate,
  templateCall,
  type TemplateContext,
  templateRequest,
  type TemplateRequest,
  type TemplateRule,
  type TemplateRuleOptions,
} from "./template-rules.ts";
import { manyKinds, oneKind, type TemplateKinds } from "./template-selectors.ts";

/**
 * Changes a template in place; what it returns is waited for. It must depend on its arguments, and on what it reads through them, only: the same request must always
 * give the same patches.
 */
export type ChangeTemplate<
  T extends KubeObject,
  D extends VariableDeclarations,
  S = Readonly<Record<string, string>>,
> = (template: T, variables: VariableValues<D>, context: TemplateContext<S>) => void | Promise<void>;

/** Options of a function that changes templates. */
export interface PatchRuleOptions<S = Readonly<Record<string, string>>> extends TemplateRuleOptions<S> {
  /**
   * How the change is sent: as the operations of a JSON Patch (RFC 6902), or as a document to merge (RFC 7386), which also applies where an earlier patch has changed the
   * template. A change that a merge patch cannot express, to null, is sent as a JSON Patch. Default: `json`.
   */
  readonly patch?: PatchFormat;
}

/** A handler of GeneratePatches, built of functions by kind. */
export interface TemplatePatcher<
  D extends VariableDeclarations,
  S = Readonly<Record<string, string>>,
> extends HandlerWithOptions<GeneratePatchesRequest, Proceed<TemplatePatches>, S> {
  /**
   * A handler that also calls this function, for templates of this kind in this version: the ClusterClass decides which
   * version arrives. Several functions of one kind are called in the order they were added. The patcher that it is called on
   * does not change.
   */
  on<T extends KubeObject>(
    kind: Resource<T>,
    change: ChangeTemplate<T, D, S>,
    options?: PatchRuleOptions<S>,
  ): TemplatePatcher<D, S>;
  /** The same for templates of many kinds, by patterns of their groups, versions and kinds: `{ kind: "*MachineTemplate" }`. */
  onKinds(
    kinds: TemplateKinds,
    change: ChangeTemplate<AnyTemplate, D, S>,
    options?: PatchRuleOptions<S>,
  ): TemplatePatcher<D, S>;
}

interface Rule<D extends VariableDeclarations, S> extends TemplateRule<S> {
  readonly format: PatchFormat;
  /** A method, so that a function of any kind fits: it is called for templates of that kind. */
  change(template: KubeObject, variables: VariableValues<D>, context: TemplateContext<S>): void | Promise<void>;
}

/** Options of a handler that patches or checks templates. */
export interface TemplateHandlerOptions<D extends SettingDeclarations> {
  /** The settings of the extension, as `defineExtension` is given them: they type `context.settings`. */
  readonly settings?: D;
}

/**
 * Creates a handler of GeneratePatches that reads these variables. Add functions with `on`, and give it to `generatePatches`
 * under the name that the ClusterClass refers to.
 *
 * For each template of the request, the functions of its kind change a copy; the difference between the template as it
 * arrived and the copy is the JSON Patch, so that it has nothing that was not changed. An unchanged template, and one of a
 * kind that no function is for, gets no patch.
 *
 * Functions are called one after the other and may be asynchronous: what they return is waited for. They get the settings, the log, the signal and the client of the
 * call with what is known about the template. `where` says which of the templates of a kind they are for (`templatesOf`), `patch` how the change is sent.
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
export function patchTemplates<
  D extends VariableDeclarations,
  const C extends SettingDeclarations = SettingDeclarations,
>(variables: Variables<D>, _options: TemplateHandlerOptions<C> = {}): TemplatePatcher<D, Settings<C>> {
  return patcher<D, Settings<C>>(variables, []);
}

function patcher<D extends VariableDeclarations, S>(
  variables: Variables<D>,
  rules: readonly Rule<D, S>[],
): TemplatePatcher<D, S> {
  const add = (rule: Pick<Rule<D, S>, "target" | "change">, { where, patch = "json" }: PatchRuleOptions<S> = {}) =>
    patcher(variables, [...rules, { ...rule, where, format: patch }]);
  return {
    on: (kind, change, options) => add({ target: oneKind(kind), change }, options),
    onKinds: (kinds, change, options) => add({ target: manyKinds(kinds), change }, options),
    secrets: variables.secrets,
    handle: async (request, context) => {
      const common = templateRequest(variables, request.variables, context);
      const items: TemplatePatch[] = [];
      const work = { common, rules, items, budget: new PatchBudget() };
      await patchesInWork.each({
        items: request.items,
        signal: context.signal,
        expected: () => expectedCharacters(request),
        patch: (item) => patchItem(work, item),
      });
      return proceed({ items });
    },
  };
}

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

/** What the templates of one request are patched with, and their patches so far. */
interface Work<D extends VariableDeclarations, S> {
  readonly common: TemplateRequest<D, S>;
  readonly rules: readonly Rule<D, S>[];
  readonly items: TemplatePatch[];
  readonly budget: PatchBudget;
}

/** Calls the functions for a template and adds the patches; a promise where a function returned one. */
function patchItem<D extends VariableDeclarations, S>(work: Work<D, S>, item: GeneratePatchesRequestItem): MadePatch {
  const { template, matching, isUse, read } = templateCall(work.rules, item, work.common);
  const other = otherVersion(work.rules, template);
  if (other !== undefined && isUse(other)) throw wrongVersion(template, other);
  if (matching.length === 0) return work.budget.characters;
  const { values, context } = read();
  const changes: Change[] = [];
  const add = (): number => {
    const holder = item.holderReference;
    let isAllTaken = true;
    for (const { from, to, format } of changes) {
      const isTaken = !mayDrop({ holder, before: from, after: to });
      const patch = templatePatch(item.uid, { from, to, format, isTaken }, work.budget);
      if (patch === undefined) continue;
      work.items.push(patch);
      isAllTaken &&= isTaken;
    }
    // One function may change what another has added.
    const after = changes.at(-1)?.to;
    if (!isAllTaken) warnOfDropped(work.rules, { holder, before: template, after }, work.common.context.log);
    return work.budget.characters;
  };
  const left = matching.map((rule) => (): void | Promise<void> => {
    const change = changeFor(changes, rule.format, template);
    return rule.change(change.to, values, context);
  });
  const late = inOrder(left);
  return late === undefined ? add() : late.then(() => add);
}

interface Change {
  readonly from: KubeObject;
  readonly to: KubeObject;
  readonly format: PatchFormat;
}

/** What the next function changes: what the one before has changed, or a copy of it where its change is sent in another way. */
function changeFor(changes: Change[], format: PatchFormat, template: KubeObject): Change {
  const last = changes.at(-1);
  if (last?.format === format) return last;
  const from = last?.to ?? template;
  const next = { from, to: deepClone(from), format };
  changes.push(next);
  return next;
}

/** Calls functions one after the other. Returns a promise if one of them does. */
function inOrder(steps: readonly (() => void | Promise<void>)[]): Promise<void> | undefined {
  for (const [index, step] of steps.entries()) {
    const returned = step();
    if (returned instanceof Promise) return returned.then(() => inOrder(steps.slice(index + 1)));
  }
  return undefined;
}

/** A kind that no function is for gets no patch; a template in another version of a kind that has one would stay unpatched without an error. */
function otherVersion<R extends Pick<TemplateRule<never>, "target">>(
  rules: readonly R[],
  { apiVersion, kind }: KubeObject,
): R | undefined {
  const ofKind = rules.filter(({ target }) => target.resource?.kind === kind);
  if (ofKind.some(({ target }) => target.resource?.apiVersion === apiVersion)) return undefined;
  const { group } = parseApiVersion(apiVersion);
  return ofKind.find(({ target }) => target.resource?.group === group);
}

function wrongVersion(
  { apiVersion: actual, kind }: KubeObject,
  { target }: Pick<TemplateRule<never>, "target">,
): CapstanError {
  const expected = target.resource?.apiVersion ?? "";
  return extensionError("extension/template-version", { kind, actual, expected });
}
