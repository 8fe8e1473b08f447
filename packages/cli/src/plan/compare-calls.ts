// Answers recorded requests with the handlers of the project, and compares: per object which fields differ, and whether its machines are replaced.
import type { HookEntry } from "@capstan/api/codegen/v1";
import { hookCatalog } from "@capstan/api/catalog";
import type { Extension } from "@capstan/extension-kit";
import type { GeneratePatchesRequestItem } from "@capstan/api/hooks/v1alpha1";
import {
  callInProcess,
  type PatchedField,
  type PatchedItem,
  patchedTemplates,
  type PatchAnswer,
  problemByCrd,
  redactTemplate,
  rolloutsOf,
  type RecordedCall,
  type Tape,
  type TapeHeader,
} from "@capstan/extension-kit/testing";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { createJsonPatch, diagnose, type Diagnostic, errorFrom, excerpt, getAt } from "@capstan/kube";
import { droppedInWords, droppedParts } from "../call/dropped-parts.ts";
import { reasonsTo, withReasons } from "../extension/handler-log.ts";
import type { ClusterAccess } from "../extension/cluster-access.ts";
import type { ChainedCall } from "./chained-call.ts";
import { VariablesNow } from "./variables-now.ts";
import type { ControlPlaneConfigs, MachineConfigs } from "./machine-configs.ts";
import { answerFor, hasTemplates, itemsIn, PatchChain } from "./patch-chain.ts";
import { firstOf, planDiagnostics, type PlanCode } from "./plan-diagnostics.ts";

/** A field that differs, with its values as JSON; absent where there is none. */
export interface FieldChange {
  readonly path: string;
  readonly was?: string;
  readonly is?: string;
}

/** A template that is patched otherwise. */
export interface ChangedTemplate {
  readonly cluster: string;
  /** The name of the recorded handler. */
  readonly handler: string;
  /** The name of the handler that answers in its place. */
  readonly switchedTo?: string;
  /** What uses the template, with its kind, its namespace and its name. */
  readonly object: string;
  /** The kind of the template. */
  readonly template: string;
  readonly rolls: boolean;
  readonly because: string;
  readonly changes: readonly FieldChange[];
}

/** A changed template, with the reason why it is allowed to replace machines. */
export interface PlannedRollout extends ChangedTemplate {
  readonly allowed?: string;
}

/** What a comparison has found. */
export interface TapeComparison {
  /** One for each object: the fields of all calls that replace its machines, or the last call. */
  readonly changed: readonly ChangedTemplate[];
  readonly diagnostics: readonly Diagnostic[];
  /** How many answers were compared, and templates in them. */
  readonly calls: number;
  readonly templates: number;
  /** The recorded handlers of which an answer was compared, by hook, name, Cluster and settings. */
  readonly compared: ReadonlySet<string>;
}

/** A recorded handler and the Cluster that it was called for. A class may name a handler in several patches, with other settings. */
export function handlerKey({
  hook,
  handler,
  cluster,
  request,
}: Pick<RecordedCall, "hook" | "handler" | "cluster" | "request">): string {
  const settings = hook === hookCatalog.GeneratePatches.name ? (request["settings"] ?? {}) : {};
  return JSON.stringify([hook, handler, cluster, settings]);
}

interface Found {
  readonly changed: readonly ChangedTemplate[];
  readonly diagnostics: readonly Diagnostic[];
  /** How many templates were compared; undefined where nothing could be. */
  readonly templates?: number;
}

const nothing: Found = { changed: [], diagnostics: [] };

/** A recorded call, with the handler that answers in place of the recorded one. */
export interface PlannedCall extends RecordedCall {
  readonly switchedTo?: string;
}

/** The handlers that answer, by the names of the recorded ones. */
export type Switches = ReadonlyMap<string, string>;

/** What answers, and what it may read. */
export interface ComparedHandlers {
  readonly extension: Extension;
  /** CRDs by which patched templates are checked. */
  readonly crds: readonly CustomResourceDefinition[];
  readonly switches: Switches;
  readonly access: ClusterAccess;
  readonly configs: MachineConfigs;
  /** Is called before a call is answered, which is counted from 1. */
  readonly onCall: (call: PlannedCall, number: number) => void;
}

/** Compares all calls, one after the other. */
export async function compareCalls(
  { switches, onCall, ...handlers }: ComparedHandlers,
  { header, calls }: Tape,
): Promise<TapeComparison> {
  const changed = new Map<string, ChangedTemplate>();
  const diagnostics = new Map<string, Diagnostic>();
  const counts = { calls: 0, templates: 0 };
  const compared = new Set<string>();
  const chain = new PatchChain(calls);
  const planned = calls.map((call): PlannedCall => {
    const switchedTo = switches.get(call.handler);
    return switchedTo === undefined ? call : { ...call, switchedTo };
  });
  const variables = await declaredNow(handlers, planned);
  const answered = new Map<number, Found>();
  for (const [index, at] of chain.order.entries()) {
    const call = planned[at];
    if (call === undefined) continue;
    onCall(call, index + 1);
    answered.set(at, await compareCall({ ...handlers, chained: chain.at(at), header, variables }, call));
  }
  for (const [at, call] of planned.entries()) {
    const found = withDoubts(call, answered.get(at), chain.at(at));
    for (const each of found.changed) keepWorse(changed, each);
    for (const each of found.diagnostics) diagnostics.set(`${each.code} ${each.message}`, each);
    if (found.templates === undefined) continue;
    compared.add(handlerKey(call));
    counts.calls += 1;
    counts.templates += found.templates;
  }
  const unsure = variables.unsure.flatMap((call) => problem("plan/same-variables", call).diagnostics);
  const unknown = counts.templates === 0 ? [] : undeclared(handlers.extension, variables);
  const all = [...diagnostics.values(), ...unsure, ...unknown];
  return { changed: [...changed.values()], diagnostics: all, compared, ...counts };
}

/** Warnings where the extension declares variables, and nothing on the tape says which it declared before: for all patches, or for some of them. */
function undeclared({ handlers }: Extension, variables: VariablesNow): readonly Diagnostic[] {
  if (!handlers.some(({ hook }) => hook.name === hookCatalog.DiscoverVariables.name)) return [];
  if (variables.isEmpty) return [unknownVariables({ which: "that could be compared", what: "patches were" })];
  const patches = variables.undeclared.map((call) => `${handlerInWords(call)} for ${clusterOfCall(call)}`);
  return [...new Set(patches)].map((patch) =>
    unknownVariables({ which: `that declares the variables of ${patch}`, what: "it was" }),
  );
}

function unknownVariables(values: Readonly<Record<"which" | "what", string>>): Diagnostic {
  return diagnose(planDiagnostics, "plan/variables-unknown", { values });
}

/** What handlers of variables declare now. One that fails is named when its call is compared. */
async function declaredNow(
  { extension, access }: Pick<ComparedHandlers, "extension" | "access">,
  calls: readonly PlannedCall[],
): Promise<VariablesNow> {
  const declared = new VariablesNow();
  const hook = hookCatalog.DiscoverVariables;
  for (const call of calls) {
    const handler = call.switchedTo ?? call.handler;
    if (call.hook !== hook.name || call.response.status !== "Success") continue;
    if (!extension.handlers.some((each) => each.hook.name === hook.name && each.name === handler)) continue;
    const answer = await callInProcess(extension, hook, {
      request: call.request,
      handler,
      client: access.begin().open,
    });
    if (answer.status === "Success") declared.add(call, answer);
  }
  return declared;
}

/** What was found of a call, and where it may have been answered with templates that it would not get. */
function withDoubts(call: PlannedCall, found: Found | undefined, chained: ChainedCall): Found {
  if (found?.templates === undefined) return found ?? nothing;
  const { doubt, stale } = chained;
  const unknown = doubt === undefined ? nothing : problem("plan/order-unknown", call, { problem: doubt });
  const same = stale === undefined ? nothing : problem("plan/same-templates", call, stale);
  return { ...found, diagnostics: [...found.diagnostics, ...unknown.diagnostics, ...same.diagnostics] };
}

function keepWorse(known: Map<string, ChangedTemplate>, found: ChangedTemplate): void {
  const key = [found.cluster, found.handler, found.object, found.template].join(" ");
  const before = known.get(key);
  if (before?.rolls !== true) known.set(key, found);
  else if (found.rolls) known.set(key, withBothChanges(before, found));
}

/** What two calls change of a template. What is allowed has to allow the fields of both. */
function withBothChanges(before: ChangedTemplate, found: ChangedTemplate): ChangedTemplate {
  const changes = new Map([...before.changes, ...found.changes].map((each) => [each.path, each]));
  const because = before.because.includes(found.because) ? before.because : `${before.because}; ${found.because}`;
  return { ...found, because, changes: [...changes.values()] };
}

const hooks: readonly HookEntry[] = Object.values(hookCatalog);

interface Comparing extends Omit<ComparedHandlers, "onCall" | "switches"> {
  readonly chained: ChainedCall;
  readonly header: TapeHeader;
  readonly variables: VariablesNow;
}

async function compareCall(comparing: Comparing, call: PlannedCall): Promise<Found> {
  const { extension, chained } = comparing;
  const { hook: name, apiVersion, response } = call;
  const handler = call.switchedTo ?? call.handler;
  const hook = hooks.find((each) => each.name === name && each.apiVersion === apiVersion);
  if (hook === undefined) return problem("plan/not-compared", call, { problem: `${apiVersion} has no such hook` });
  const known = extension.handlers.filter((each) => each.hook.name === name).map((each) => each.name);
  if (!known.includes(handler)) return problem("plan/no-handler", call, { known: known.join(", ") || "none" });
  if (response.status !== "Success") {
    // A check that fails makes nothing that could be compared.
    if (name === "ValidateTopology") return nothing;
    const why =
      call.masked === true ? "it failed for the request without its secrets" : "the recorded answer is a failure";
    return problem("plan/not-compared", call, { problem: `${why}: ${excerpt(response.message ?? "")}` });
  }
  const reasons: string[] = [];
  const items = hasTemplates(call) ? itemsIn(call) : undefined;
  const followed = chained.follow(items ?? []);
  if ("problem" in followed) return problem("plan/order-unknown", call, followed);
  const sent = items && followed.sent;
  const request = comparing.variables.sentNow(
    sent === undefined ? call : { ...call, request: { ...call.request, items: sent } },
  );
  const access = comparing.access.begin();
  const options = { handler, log: reasonsTo(reasons), client: access.open };
  const answer = await callInProcess(extension, hook, { request, ...options });
  // Also where it answered: without a client it may answer otherwise than with one.
  if (access.lacksClient) return problem("plan/needs-client", call);
  const machineConfigs = items && (await comparing.configs.of(call, comparing.header));
  const found = comparedAnswer(call, { items, sent, answer, reasons, machineConfigs }, comparing);
  if (access.writes.size === 0) return found;
  const { diagnostics } = problem("plan/writes", call, { writes: [...access.writes].join(", ") });
  return { ...found, diagnostics: [...found.diagnostics, ...diagnostics] };
}

/** What was sent of templates, the answer to it, and what the log has about it. */
interface Answered {
  readonly items: readonly GeneratePatchesRequestItem[] | undefined;
  readonly sent: readonly GeneratePatchesRequestItem[] | undefined;
  readonly answer: HookAnswer;
  readonly reasons: readonly string[];
  readonly machineConfigs: ControlPlaneConfigs;
}

type HookAnswer = Awaited<ReturnType<typeof callInProcess>>;

function comparedAnswer(call: PlannedCall, answered: Answered, comparing: Comparing): Found {
  const { items, sent, answer, reasons, machineConfigs } = answered;
  if (answer.status !== "Success")
    return problem("plan/fails", call, { problem: withReasons(answer.message ?? "without a message", reasons) });
  return call.hook !== "GeneratePatches" || items === undefined || sent === undefined
    ? comparedAnswers(call, answer)
    : comparedPatches(call, { items, sent, answer, machineConfigs }, comparing);
}

/** Templates as they were sent when they were recorded, as they are sent now, and the answer to these. */
interface Repatching {
  readonly items: readonly GeneratePatchesRequestItem[];
  readonly sent: readonly GeneratePatchesRequestItem[];
  readonly answer: object;
  readonly machineConfigs: ControlPlaneConfigs;
}

function comparedPatches(
  call: PlannedCall,
  { items, sent, answer, machineConfigs }: Repatching,
  { chained, header, crds }: Comparing,
): Found {
  const before: PatchAnswer = JSON.parse(JSON.stringify(call.response));
  try {
    const was = patchedTemplates(items, before);
    // What the tape has of secrets are digests, so both sides have them.
    const made = patchedTemplates(sent, answer);
    const is = made.map((template) => redactTemplate(template, header));
    for (const [index, after] of is.entries()) {
      const before = was[index];
      if (before !== undefined) chained.remember(index, { before, after });
    }
    const after = answerFor(items, is);
    const changed = rolloutsOf(items, { before, after, machineConfigs }).flatMap((each): readonly ChangedTemplate[] => {
      const { item, template, rolls, because, changes } = each;
      if (changes.length === 0) return [];
      const { kind, namespace, name } = item.holderReference;
      const object = `${kind} ${namespace}/${name}`;
      return [
        {
          cluster: clusterOfCall(call),
          handler: call.handler,
          ...(call.switchedTo !== undefined && { switchedTo: call.switchedTo }),
          object,
          template: template.kind,
          rolls,
          because,
          changes: changes.map(fieldChange),
        },
      ];
    });
    const patched = sent.map(({ holderReference: holder, object: before }, index): PatchedItem => {
      return { holder, before, after: made[index], origin: chained.originOf(index) ?? before };
    });
    return {
      changed,
      diagnostics: [...droppedOf(call, patched), ...invalidOf(call, patched, crds)],
      templates: items.length,
    };
  } catch (error) {
    return problem("plan/not-compared", call, { problem: `a patch cannot be applied: ${errorFrom(error).message}` });
  }
}

/** What Cluster API drops of the patches. */
function droppedOf(call: PlannedCall, patched: readonly PatchedItem[]): readonly Diagnostic[] {
  return patched.flatMap((item) => {
    const template = excerpt(String(getAt(item.after, ["kind"])));
    return droppedInWords(droppedParts(item)).flatMap(([paths, condition]) => {
      const values = { template, paths: firstOf(paths), condition };
      return problem("plan/dropped", call, values).diagnostics;
    });
  });
}

/** Templates that the patches make wrong by their CRDs. */
function invalidOf(call: PlannedCall, patched: readonly PatchedItem[], crds: Comparing["crds"]): readonly Diagnostic[] {
  return patched.flatMap(({ before, after }) => {
    const wrong = problemByCrd({ crds, before, after, ...(call.masked === true && { isMasked: true }) });
    if (wrong === undefined) return [];
    const values = { template: excerpt(String(getAt(before, ["kind"]))), problem: wrong };
    return problem("plan/invalid-template", call, values).diagnostics;
  });
}

function fieldChange({ path, was, is }: PatchedField): FieldChange {
  return {
    path,
    ...(was !== undefined && { was: JSON.stringify(was) }),
    ...(is !== undefined && { is: JSON.stringify(is) }),
  };
}

function comparedAnswers(call: PlannedCall, answer: object): Found {
  const paths = createJsonPatch(call.response, JSON.parse(JSON.stringify(answer))).map(
    ({ op, path }) => `${op} ${path}`,
  );
  if (paths.length === 0) return { changed: [], diagnostics: [], templates: 0 };
  return { ...problem("plan/other-answer", call, { difference: firstOf(paths) }), templates: 0 };
}

/** The Cluster of a call, in words. */
export function clusterOfCall({ cluster }: RecordedCall): string {
  return cluster === undefined ? "no Cluster" : `Cluster ${cluster.namespace}/${cluster.name}`;
}

/** The handler that answers, in words. */
export function handlerInWords({ handler, switchedTo }: Pick<PlannedCall, "handler" | "switchedTo">): string {
  return switchedTo === undefined ? handler : `${switchedTo} (in place of ${handler})`;
}

function problem(code: PlanCode, call: PlannedCall, given: Readonly<Record<string, string>> = {}): Found {
  const values = { handler: handlerInWords(call), hook: call.hook, cluster: clusterOfCall(call), ...given };
  return { changed: [], diagnostics: [diagnose(planDiagnostics, code, { values })] };
}
