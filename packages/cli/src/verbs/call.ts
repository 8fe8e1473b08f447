// `capstan call`: sends one request of a hook, as Cluster API would, to the project's extension in this process or to one that runs, and shows the answer.
import { hookCatalog } from "@capstan/api/catalog";
import type { HookEntry } from "@capstan/api/codegen/v1";
import { variablesWithRules } from "@capstan/extension-kit/testing";
import { diagnose, type Diagnostic, errorFrom, type JSONValue, oneLine } from "@capstan/kube";
import { answerLines, patchedBy, patchedDiffs } from "../call/answer-lines.ts";
import { callDiagnostics } from "../call/call-diagnostics.ts";
import { configSettings, type SettingsOfCall, settingsOfOptions, withSettings } from "../call/call-settings.ts";
import {
  declaredIn,
  type DeclaredVariables,
  reachingVariables,
  undeclaredVariables,
  unsentVariables,
  type VariableSources,
} from "../call/declared-variables.ts";
import { invalidTemplates, noCrds, projectCrds, templateCrds } from "../call/invalid-templates.ts";
import { makerOf } from "../call/make-request.ts";
import { coreHook, ownHook, ownHooks, unknownHook } from "../call/named-hook.ts";
import { type ReadRequest, readRequest } from "../call/read-request.ts";
import { objectsFor } from "../call/sample-objects.ts";
import { type CalledHook, type NoHandler, sendInProcess, sendToAddress, type SentAnswer } from "../call/send-call.ts";
import { simulateCall } from "../call/simulated-call.ts";
import { ClusterAccess } from "../extension/cluster-access.ts";
import { readingClient } from "../extension/reading-client.ts";
import { extensionAddress } from "../extension/extension-address.ts";
import { withReasons } from "../extension/handler-log.ts";
import { loadExtension } from "../extension/load-extension.ts";
import type { VerbOutcome } from "../outcome.ts";
import type { Terminal } from "../output/print-outcome.ts";
import { withProgress } from "../output/progress.ts";
import { findProject, type Project } from "../project/find-project.ts";
import { usageError, type VerbArguments } from "../verb.ts";

/** How a handler is called, and what of: a file, or an address. */
interface Callee {
  readonly name: string;
  /** The file of an extension in this process, relative to the project. */
  readonly file?: string;
  /** Hooks of its own. */
  readonly own: readonly HookEntry[];
  /** Whether it checks templates by CRDs itself. */
  readonly checks: boolean;
  readonly send: (called: CalledHook) => Promise<SentAnswer | NoHandler>;
  readonly close?: () => void;
}

interface NotMade {
  readonly diagnostics: readonly Diagnostic[];
}

/** Calls a handler once. */
export async function run(given: VerbArguments, terminal: Terminal): Promise<VerbOutcome> {
  const named = given.string("hook") ?? "";
  const known = coreHook(named);
  const sets = setsOf(given.strings("set"));
  const ofOptions = settingsOfOptions(given.strings("setting"));
  // Where nothing has hooks of its own, a name with a mistake is no matter of the project.
  if (known === undefined && given.string("url") !== undefined) throw unknownHook(named, []);
  const project = await findProject(terminal.cwd);
  const callee = await calleeOf(given, project, terminal);
  const title = `calling ${known?.name ?? named}${"name" in callee ? ` of ${callee.name}` : ""}`;
  if ("diagnostics" in callee) return { title, ...callee };
  const settings = { ofConfig: await configSettings(project, callee.file), ofOptions };
  try {
    return { title, ...(await called({ given, sets, settings, project, terminal, callee }, known, named)) };
  } finally {
    callee.close?.();
  }
}

/** What becomes of the call. */
async function called(making: Making, known: HookEntry | undefined, named: string): Promise<Called> {
  const { given, sets, settings, terminal, callee } = making;
  const first = known ?? ownHook(named, callee.own, {});
  const request = await withProgress(terminal, given.format, (progress) => {
    progress("making the request");
    return requestFor(first, making);
  });
  if ("diagnostics" in request) return request;
  const hook = known ?? ownHook(named, callee.own, request.request);
  if (given.string("request") === undefined) rejectOtherVersions(hook, request.request, sets);
  const sent = withSettings(withFields(request.request, sets), settings);
  const call = { hook, handler: given.string("handler"), request: sent };
  const answer = await callee.send(call);
  if ("known" in answer) return { diagnostics: [noHandler(callee.name, call, answer)] };
  const { crds, diagnostics } = callee.checks ? noCrds : await templateCrds(making.project);
  const invalid = invalidTemplates({ handler: answer.handler, templates: patchedBy(call, answer) }, crds);
  const ofRequest = (request.warnings ?? []).filter(({ code }) => diagnostics.every((each) => each.code !== code));
  const warnings = [...ofRequest, ...invalid, ...diagnostics];
  return outcomeOf(call, answer, { ...request, warnings, change: changeOf(given.string("request")) });
}

type Called = Pick<VerbOutcome, "diagnostics" | "body" | "call">;

function noHandler(callee: string, { hook, handler }: CalledHook, { known }: NoHandler): Diagnostic {
  const name = handler === undefined ? "" : ` "${handler}"`;
  const values = { callee, name, hook: hook.name, known: known.join(", ") || "there are none" };
  return diagnose(callDiagnostics, "call/no-handler", { values });
}

/** How the request of a call is changed. */
function changeOf(file: string | undefined): string {
  return file === undefined ? "--set, --setting and --cluster change the request" : `the request is in ${file}`;
}

type Sets = Readonly<Record<string, JSONValue>>;

/** A value that is JSON is that value, and every other one a string. */
function setsOf(given: readonly string[]): Sets {
  return Object.fromEntries(
    given.map((each) => {
      const end = each.indexOf("=");
      if (end < 1) throw usageError(`--set is "${each}": write a name and a value, for example --set image=ubuntu`);
      return [each.slice(0, end), valueOf(each.slice(end + 1))] as const;
    }),
  );
}

function valueOf(text: string): JSONValue {
  try {
    const value: JSONValue = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

/** Names of `--set` that are fields of a request; all others are variables of the topology. */
function isField(name: string): boolean {
  return name.toLowerCase().endsWith("kubernetesversion");
}

/** A version that a request which is made does not have would be ignored. */
function rejectOtherVersions({ name }: HookEntry, request: object, sets: Sets): void {
  const known = Object.keys(request).filter(isField);
  const wrong = Object.keys(sets).find((each) => isField(each) && !known.includes(each));
  if (wrong === undefined) return;
  const those = known.length === 0 ? "has no version" : `has the versions ${known.join(" and ")}`;
  throw usageError(`--set ${wrong}: a request of ${name} ${those}`);
}

function withFields(request: object, sets: Sets): object {
  return { ...request, ...Object.fromEntries(Object.entries(sets).filter(([name]) => isField(name))) };
}

/** The options that only a running extension has, by the names of their values. */
const addressOptions = {
  ca: "--ca",
  clientCert: "--client-cert",
  clientKey: "--client-key",
  tls13: "--tls13",
} as const;

async function calleeOf(given: VerbArguments, project: Project, terminal: Terminal): Promise<Callee | NotMade> {
  const { cwd } = terminal;
  const url = given.string("url");
  if (url === undefined) {
    for (const [name, option] of Object.entries(addressOptions))
      if (given.string(name) !== undefined || given.flag(name))
        throw usageError(`${option} is for a running extension: name its address with --url`);
    const loaded = await loadExtension({ project, cwd, named: given.string("extension") });
    if ("diagnostics" in loaded) return loaded;
    const { extension, file } = loaded;
    const client = await readingClient("call", given, terminal);
    const handlers = { extension, access: new ClusterAccess("call", client) };
    return {
      name: file,
      file,
      own: ownHooks(extension),
      checks: extension.crds.length > 0,
      send: (call) => sendInProcess(handlers, call),
      close: () => client?.close(),
    };
  }
  if (given.string("kubeconfig") !== undefined)
    throw usageError("--kubeconfig is for handlers in this process: an extension that runs has a client of its own");
  if (given.string("extension") !== undefined) throw usageError("--url and --extension exclude each other");
  const files = {
    ca: given.string("ca"),
    clientCert: given.string("clientCert"),
    clientKey: given.string("clientKey"),
    tls13: given.flag("tls13"),
  };
  const address = await extensionAddress({ cwd, option: "--url", url, ...files });
  return { name: url, own: [], checks: false, send: (call) => sendToAddress(address, call) };
}

interface Making {
  readonly given: VerbArguments;
  readonly sets: Sets;
  readonly settings: SettingsOfCall;
  readonly project: Project;
  readonly terminal: Terminal;
  readonly callee: Callee;
}

/** A request, and where its fields are if a file has it. */
type MadeRequest = Pick<ReadRequest, "request"> &
  Partial<ReadRequest> & {
    /** About variables that are set. */
    readonly warnings?: readonly Diagnostic[];
  };

async function requestFor(hook: HookEntry, making: Making): Promise<MadeRequest | NotMade> {
  const { given, sets, project, terminal } = making;
  const [requestFile, file] = [given.string("request"), given.string("cluster")];
  if (requestFile !== undefined && file !== undefined) throw usageError("--request and --cluster exclude each other");
  const variables = Object.keys(sets).filter((name) => !isField(name));
  if (requestFile !== undefined && variables.length > 0)
    throw usageError(`--set ${variables[0]} is for a request that is made: set the variable in ${requestFile}`);
  if (requestFile !== undefined) return readRequest(requestFile, terminal.cwd);
  if (hook.name === hookCatalog.DiscoverVariables.name) return { request: {} };
  const make = makerOf(hook);
  if (make === undefined)
    return { diagnostics: [diagnose(callDiagnostics, "call/request-needed", { values: { hook: hook.name } })] };
  const objects = await objectsFor({ root: project.root, cwd: terminal.cwd, env: terminal.env, file });
  if ("diagnostics" in objects) return objects;
  const own = Object.fromEntries(Object.entries(sets).filter(([name]) => !isField(name)));
  const { declared, handlers } = await declaredBy(making);
  const { crds, diagnostics } = await projectCrds(project);
  const { clusterClass, cluster } = objects;
  const [sources, set] = [
    { declared, handlers, clusterClass },
    { sets: Object.keys(own), cluster },
  ];
  const sent = await simulateCall({
    objects,
    crds,
    variables: { ...defaultsOf(declared), ...own },
    reaching: reachingVariables(sources, set),
  });
  const warnings = [...diagnostics, ...undeclaredVariables(sources, set), ...unsentVariables(sources, set)];
  return "diagnostics" in sent ? sent : { request: make(sent), warnings };
}

/** The variables that the extension declares: Cluster API sets their defaults in each Cluster. */
async function declaredBy({ callee, settings }: Making): Promise<Pick<VariableSources, "declared" | "handlers">> {
  const answered = async (handler?: string): Promise<SentAnswer | undefined> => {
    const call = { hook: hookCatalog.DiscoverVariables, handler, request: withSettings({}, settings) };
    const answer = await callee.send(call).catch(() => undefined);
    return answer !== undefined && "response" in answer ? answer : undefined;
  };
  const first = await answered();
  const handlers = first?.candidates ?? [];
  const others = await Promise.all(handlers.slice(1).map((handler) => answered(handler)));
  const all = [first, ...others].flatMap((answer) => [...declaredIn(answer?.response ?? {})]);
  return { declared: new Map(all), handlers };
}

function defaultsOf(declared: DeclaredVariables): Sets {
  return Object.fromEntries(
    [...declared].flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}

function outcomeOf(
  called: CalledHook,
  answer: SentAnswer,
  { positionOf, warnings: ofRequest = [], change }: MadeRequest & { readonly change: string },
): Called {
  const { handler, ms, response, reasons } = answer;
  const warnings = [...ofRequest, ...clientWarnings(called, answer), ...ruleWarnings(called, answer)];
  const status = String(response["status"]);
  const diffs = patchedDiffs(called, answer);
  const call = {
    hook: called.hook.name,
    handler,
    ms: Math.round(ms),
    status,
    request: JSON.stringify(called.request),
    response: JSON.stringify(response),
    ...(diffs.length > 0 && { patched: diffs }),
  };
  if (status === "Success") return { diagnostics: warnings, body: answerLines(answer, diffs).join("\n"), call };
  const message = oneLine(errorFrom(response["message"] ?? "").message);
  const values = { handler, hook: called.hook.name, problem: withReasons(message, reasons), change };
  const position = positionOf?.(wrongField(message));
  const failure = diagnose(callDiagnostics, "call/failure", { values, ...(position !== undefined && { position }) });
  return { diagnostics: [...warnings, failure], call };
}

/** What the handler wanted of the cluster and did not get. */
function clientWarnings({ hook }: CalledHook, { handler, lacksClient, writes = [] }: SentAnswer): Diagnostic[] {
  const values = { handler, hook: hook.name, writes: writes.toSorted().join(", ") };
  return [
    ...(lacksClient === true ? [diagnose(callDiagnostics, "call/needs-client", { values })] : []),
    ...(writes.length > 0 ? [diagnose(callDiagnostics, "call/writes", { values })] : []),
  ];
}

/** The rules of variables that only a cluster can check. */
function ruleWarnings({ hook }: CalledHook, { handler, response: { variables } }: SentAnswer): Diagnostic[] {
  if (hook.name !== hookCatalog.DiscoverVariables.name || !Array.isArray(variables)) return [];
  const names = variablesWithRules(variables);
  const values = { handler, hook: hook.name, variables: names.join(", ") };
  return names.length === 0 ? [] : [diagnose(callDiagnostics, "call/unchecked-rules", { values })];
}

/** The field of a request that a handler could not read; the request itself where it could. */
function wrongField(message: string): readonly string[] {
  const marker = "Request: ";
  const start = message.indexOf(marker);
  const [field = ""] = start === -1 ? [] : message.slice(start + marker.length).split(":", 1);
  return field.split(/[.[\]]+/).filter((step) => step !== "");
}
