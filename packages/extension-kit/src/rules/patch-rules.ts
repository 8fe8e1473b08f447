// The rules of answers with patches: each is applied to the object of the request that it is for, before it leaves.
import { excerpt, isJsonObject, ownValue } from "@capstan/kube";
import { inTurn } from "@capstan/kube/turns";
import { isMadePatch } from "../answering/made-patch.ts";
import { firstProblem } from "../answering/hook-schemas.ts";
import { type AnswerContext, AnswerFault, type AnswerPayload } from "./answer-problem.ts";
import { type PatchedItem, warnOfDropped } from "./dropped-changes.ts";
import { lostChange, ofTemplates, patchedObject, PatchMisfit, type Steps } from "./patched-object.ts";
import { problemByCrd, schemaOfTemplate } from "./template-crds.ts";

interface Item {
  readonly uid: string;
  readonly patch?: unknown;
}

function itemsOf({ items }: AnswerPayload): readonly Item[] {
  return Array.isArray(items) ? items.filter(isItem) : [];
}

function isItem(item: unknown): item is Item {
  return isJsonObject(item) && typeof item["uid"] === "string";
}

/**
 * Rejects patches of templates that Cluster API would reject, or change nothing with. Of several wrong ones, the one whose words come first is
 * reported: core sends templates in any order.
 */
export async function checkTemplatePatches(context: AnswerContext, payload: AnswerPayload): Promise<void> {
  const templates = new Map(itemsOf(context.request).map((item) => [item.uid, templateOf(item)]));
  const often = repeated(itemsOf(payload));
  const { crds } = context.extension;
  let first: AnswerFault | undefined;
  const inItsTurn = (check: () => AnswerFault | undefined): Promise<void> =>
    inTurn(
      () => {
        const found = check();
        if (found !== undefined && (first === undefined || found.message < first.message)) first = found;
      },
      { signal: context.signal },
    );
  for (const [index, answered] of itemsOf(payload).entries()) {
    // What changes of a template's copy become is right already; another patch of the same template counts on it.
    const template = templates.get(answered.uid);
    const isRight = isMadePatch(answered) && template !== undefined && !often.has(answered.uid);
    if (isRight && schemaOfTemplate(crds, template.object) === undefined) continue;
    await inItsTurn(() => problemOf(template, answered, `items[${index}].patch`));
  }
  for (const template of templates.values()) {
    // Several patches make it right together.
    if (first !== undefined) break;
    if (template.path !== undefined) await inItsTurn(() => crdProblem(crds, template));
  }
  if (first !== undefined) throw first;
  warnOfWritten(context, itemsOf(payload), templates);
}

/** Of patches that the handler wrote itself; the others were warned of when they were made. */
function warnOfWritten(
  { handler, log }: AnswerContext,
  items: readonly Item[],
  templates: ReadonlyMap<string, Template>,
): void {
  const written = new Set(items.filter((item) => !isMadePatch(item)).map(({ uid }) => uid));
  for (const uid of written) {
    const template = templates.get(uid);
    if (template === undefined) continue;
    const { item, from, object } = template;
    warnOfDropped(handler, { holder: holderOf(item), before: from, after: object }, log);
  }
}

/** The uids that more than one item has. */
function repeated(items: readonly Item[]): ReadonlySet<string> {
  const [seen, often] = [new Set<string>(), new Set<string>()];
  for (const { uid } of items) (seen.has(uid) ? often : seen).add(uid);
  return often;
}

interface Template {
  readonly item: Item;
  /** As it was sent. */
  readonly from: unknown;
  /** As the patches so far leave it. */
  object: unknown;
  /** Where the answer has the last patch of it, if it has one. */
  path: string | undefined;
}

function templateOf(item: Item): Template {
  const from = objectOf(item);
  return { item, from, object: from, path: undefined };
}

function objectOf(item: object): unknown {
  return "object" in item ? item.object : undefined;
}

/** What is wrong with a patch of a template of the request, if the uid of an answer is one. */
function problemOf(template: Template | undefined, { uid, patch }: Item, path: string): AnswerFault | undefined {
  const code = "extension/patch-invalid";
  if (template === undefined) {
    const problem = "the uid of a patch is not one of the request's items";
    return new AnswerFault({ code, path, problem, returned: uid });
  }
  try {
    template.object = taken(template.object, patch, ofTemplates);
    template.path = path;
    return undefined;
  } catch (error) {
    if (!(error instanceof PatchMisfit)) throw error;
    const problem = `${nameOf(template.item)}: ${error.message}`;
    return new AnswerFault({ code, path, problem, returned: error.operation });
  }
}

/** What all patches of a template make wrong by its CRD. */
function crdProblem(
  crds: AnswerContext["extension"]["crds"],
  { item, from, object, path = "" }: Template,
): AnswerFault | undefined {
  const wrong = problemByCrd({ crds, before: from, after: object });
  if (wrong === undefined) return undefined;
  return new AnswerFault({ code: "extension/patch-invalid", path, problem: `${nameOf(item)}: ${wrong}` });
}

function taken(object: unknown, patch: unknown, paths: readonly Steps[]): unknown {
  const after = patchedObject(object, patch);
  const lost = lostChange(object, after, paths);
  if (lost !== undefined) throw new PatchMisfit(lost);
  return after;
}

/** A template by what uses it: uids differ in each call. */
function nameOf(item: object): string {
  const { object, holderReference: holder }: Readonly<Record<string, unknown>> = { ...item };
  const of = isJsonObject(holder) ? ` of ${wordOf(holder, "kind")} ${wordOf(holder, "name")}` : "";
  return `${wordOf(object, "kind")}${of}`;
}

/** What uses a template. */
function holderOf(item: object): PatchedItem["holder"] {
  const { holderReference: holder }: Readonly<Record<string, unknown>> = { ...item };
  const word = (name: string): string => String(isJsonObject(holder) ? ownValue(holder, name) : "");
  return { kind: word("kind"), fieldPath: word("fieldPath") };
}

function wordOf(value: unknown, name: string): string {
  const word = isJsonObject(value) ? ownValue(value, name) : undefined;
  return typeof word === "string" ? excerpt(word) : "an object";
}

/** Where the object of a patch is in `current`, and what Cluster API takes over from it. */
interface InPlace {
  readonly field: string;
  readonly taken: Steps;
}

const spec = ["spec"];
const templateSpec = ["spec", "template", "spec"];

/** The patches of in-place hooks. */
const inPlace: Readonly<Record<string, InPlace>> = {
  machinePatch: { field: "machine", taken: spec },
  infrastructureMachinePatch: { field: "infrastructureMachine", taken: spec },
  bootstrapConfigPatch: { field: "bootstrapConfig", taken: spec },
  machineSetPatch: { field: "machineSet", taken: templateSpec },
  infrastructureMachineTemplatePatch: { field: "infrastructureMachineTemplate", taken: templateSpec },
  bootstrapConfigTemplatePatch: { field: "bootstrapConfigTemplate", taken: templateSpec },
};

/** Rejects patches of in-place hooks that do not fit the current objects, or that change more than what can change in place. */
export function checkInPlacePatches({ handler, request }: AnswerContext, payload: AnswerPayload): void {
  const current = isJsonObject(request["current"]) ? { ...request["current"] } : {};
  for (const [name, patch] of Object.entries(payload)) {
    const place = ownValue(inPlace, name);
    if (place === undefined || patch === null) continue;
    const after = patchedInPlace({ ...place, name }, ownValue(current, place.field), patch);
    const problem = firstProblem(handler.hook, "request", {
      ...request,
      current: { ...current, [place.field]: after },
    });
    if (problem !== undefined) throw inPlaceFault(name, `what it makes is wrong: ${problem}`);
  }
}

function patchedInPlace(
  { name, field, taken: path }: InPlace & { readonly name: string },
  object: unknown,
  patch: unknown,
): unknown {
  if (object === undefined) throw inPlaceFault(name, `the request has no ${field}`);
  try {
    return taken(object, patch, [path]);
  } catch (error) {
    if (error instanceof PatchMisfit) throw inPlaceFault(name, error.message, error.operation);
    throw error;
  }
}

function inPlaceFault(name: string, problem: string, returned?: unknown): AnswerFault {
  return new AnswerFault({ code: "extension/patch-invalid", path: name, problem: `${name}: ${problem}`, returned });
}
