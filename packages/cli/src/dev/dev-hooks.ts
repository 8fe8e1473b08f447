// The hooks of the programs of a project under `capstan dev`, called by the simulated core through the caller of extension-kit: discovery first, then as Cluster API calls them.
import { createHash } from "node:crypto";
import type { HookEntry } from "@capstan/api/codegen/v1";
import type { ExternalPatchDefinition } from "@capstan/api/core/v1beta2";
import { hookCatalog } from "@capstan/api/catalog";
import type {
  HookDelay,
  LifecycleAnswer,
  PatchOfClass,
  PatchOfCluster,
  TemplatesToPatch,
  TopologyHooks,
} from "@capstan/core-sim";
import type { ExtensionCaller, ExtensionRegistry } from "@capstan/extension-kit/caller";
import { CapstanError, type Diagnostic, errorFrom, getAt, type KubeObject, oneLine } from "@capstan/kube";
import type { MemberDescriptions } from "../project/describe-project.ts";
import { ForeignVariableCheck } from "./foreign-variables.ts";
import { type CallPlace, LateAnswers } from "./late-answers.ts";
import { type HookAddress, ProgramHooks } from "./program-hooks.ts";
import { RecentEntries } from "./recent-entries.ts";
import { SteadyPatches } from "./unsteady-patches.ts";

/** Where the programs of the project serve hooks, and who gets lines about calls that fail. */
export interface DevHooksOptions {
  readonly addresses: readonly HookAddress[];
  readonly note: (line: string) => void;
  /** Gets all handlers whose patches differ for the same request, and those that were not known before. */
  readonly unsteady?: (all: readonly Diagnostic[], added: readonly Diagnostic[]) => void;
  /** How long a step of the simulated core waits for an answer. Default: a moment. */
  readonly patienceMs?: number;
}

/** What calls the programs that serve hooks now. */
interface Called {
  readonly caller: ExtensionCaller;
  readonly hooks: Required<Pick<TopologyHooks, "call" | "declared" | "patch" | "validate">>;
  /** The name by which a handler of a ClusterClass is registered; undefined where there is none. */
  readonly registered: (name: string) => string | undefined;
}

/** What a Cluster waits with for an answer, until it is looked at again. */
const notYet: HookDelay = { retryAfterSeconds: 0.5, message: "it has not answered yet", isOwn: true };

/** Until the process is ready, a Cluster waits for so many seconds before it is tried again. */
const untilReady: HookDelay = { retryAfterSeconds: 1, message: "the project is not ready", isOwn: true };

/** Calls the hooks of the processes that run now. */
export class DevHooks implements TopologyHooks {
  readonly #note: (line: string) => void;
  readonly #answers: LateAnswers<HookDelay>;
  readonly #patches: LateAnswers<readonly KubeObject[]>;
  readonly #declared: LateAnswers<{ readonly names: ReadonlySet<string> | undefined }>;
  readonly #extensions: readonly ProgramHooks[];
  readonly #unsteady: NonNullable<DevHooksOptions["unsteady"]>;
  #steady = new SteadyPatches();
  #variables: ForeignVariableCheck;
  #unsteadyOnes: readonly Diagnostic[] = [];
  /** The failures that stay, by what the calls are about. */
  readonly #failures = new RecentEntries<string>();
  /** Made at the first call after a process has changed. */
  #called: Promise<Called> | undefined;

  constructor({ addresses, note, patienceMs, unsteady = () => undefined }: DevHooksOptions) {
    this.#note = note;
    this.#unsteady = unsteady;
    this.#variables = new ForeignVariableCheck(note);
    this.#answers = new LateAnswers(patienceMs);
    this.#patches = new LateAnswers(patienceMs);
    this.#declared = new LateAnswers(patienceMs);
    this.#extensions = addresses.map((address, part) => new ProgramHooks(address, part));
  }

  /** What the programs are that start next. */
  describe(descriptions: MemberDescriptions): void {
    for (const [part, extension] of this.#extensions.entries()) extension.describe(descriptions[part]);
  }

  /** The process of a program has another state. A new one may have other handlers. */
  async process(part: number, isReady: boolean): Promise<void> {
    this.#answers.forget();
    this.#patches.forget();
    this.#declared.forget();
    this.#failures.clear();
    this.#steady = new SteadyPatches();
    this.#variables = new ForeignVariableCheck(this.#note);
    if (this.#unsteadyOnes.length > 0) this.#unsteady((this.#unsteadyOnes = []), []);
    this.#extensions[part]?.process(isReady);
    await this.close();
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    const before = this.#called;
    this.#called = undefined;
    const called = await before?.catch(() => undefined);
    called?.caller.close();
  }

  async call<Request extends object>(
    hook: HookEntry<Request, LifecycleAnswer>,
    request: Omit<Request, "apiVersion" | "kind">,
  ): Promise<HookDelay> {
    const serving = this.#serving();
    if (serving.length === 0) return { retryAfterSeconds: 0, message: "" };
    if (!serving.every(({ isReady }) => isReady)) return untilReady;
    const place = placeOf(hook.name, request);
    const call = (): Promise<HookDelay> =>
      this.#reported(place, async () => (await this.#calling(serving)).hooks.call(hook, request));
    return (await this.#answers.of(place, call)) ?? notYet;
  }

  async patch(
    patch: ExternalPatchDefinition,
    request: TemplatesToPatch,
    of: PatchOfCluster,
  ): Promise<readonly KubeObject[]> {
    const place = placeOfPatch(hookCatalog.GeneratePatches, { patch, request, of });
    const [steady, variables] = [this.#steady, this.#variables];
    return this.#answer(patch.generatePatchesExtension, place, async (called, generatePatchesExtension) => {
      const patched = await called.hooks.patch({ ...patch, generatePatchesExtension }, request, of);
      await variables.look(request, (each, namespace) => declaredBy(called, each, { ...of, namespace }));
      // An answer of a process that has ended says nothing about the one that runs.
      if (steady === this.#steady) this.#report(steady.compare({ patch, request, patched }));
      return patched;
    });
  }

  #report(found: Diagnostic | undefined): void {
    if (found === undefined) return;
    this.#unsteadyOnes = [...this.#unsteadyOnes, found];
    this.#unsteady(this.#unsteadyOnes, [found]);
  }

  async validate(patch: ExternalPatchDefinition, request: TemplatesToPatch, of: PatchOfCluster): Promise<void> {
    const place = placeOfPatch(hookCatalog.ValidateTopology, { patch, request, of });
    await this.#answer(patch.validateTopologyExtension, place, async ({ hooks }, validateTopologyExtension) => {
      await hooks.validate({ ...patch, validateTopologyExtension }, request, of);
      return [];
    });
  }

  /** A handler that the project does not have can be another extension's. */
  async declared(patch: ExternalPatchDefinition, of: PatchOfClass): Promise<ReadonlySet<string> | undefined> {
    const serving = this.#ready();
    const about = JSON.stringify([hookCatalog.DiscoverVariables.name, patch.discoverVariablesExtension]);
    const place = { about, version: JSON.stringify(patch.settings ?? {}) };
    const answer = await this.#declared.of(place, () =>
      this.#reported(place, async () => ({ names: await declaredBy(await this.#calling(serving), patch, of) })),
    );
    if (answer === undefined) throw unanswered(`the handler ${patch.discoverVariablesExtension} has not answered yet`);
    return answer.names;
  }

  endPatches(cluster: string): void {
    this.#patches.end(cluster);
  }

  /** The answer of the handler that a ClusterClass names. Throws `client/timeout` while there is none. */
  async #answer(
    name: string = "",
    place: CallPlace,
    call: (called: Called, name: string) => Promise<readonly KubeObject[]>,
  ): Promise<readonly KubeObject[]> {
    const serving = this.#ready();
    const answer = await this.#patches.of(place, () =>
      this.#reported(place, async () => {
        const called = await this.#calling(serving);
        const registered = called.registered(name);
        if (registered !== undefined) return call(called, registered);
        throw new Error(`the ClusterClass names the handler ${name}, which the project does not have`);
      }),
    );
    if (answer === undefined) throw unanswered(`the handler ${name} has not answered yet`);
    return answer;
  }

  /** Discovery is made once for each process; one that fails is made again. */
  async #calling(serving: readonly ProgramHooks[]): Promise<Called> {
    const called = (this.#called ??= calledOf(serving));
    try {
      return await called;
    } catch (error) {
      if (this.#called === called) this.#called = undefined;
      throw error;
    }
  }

  /** The programs that serve hooks. Throws `client/timeout` while one is not ready. */
  #ready(): readonly ProgramHooks[] {
    const serving = this.#serving();
    if (serving.length > 0 && !serving.every(({ isReady }) => isReady)) throw unanswered("the project is not ready");
    return serving;
  }

  #serving(): readonly ProgramHooks[] {
    return this.#extensions.filter(({ hasHooks }) => hasHooks);
  }

  /** A failure that stays is one line, also when calls of other handlers are answered meanwhile, and for all Clusters. */
  async #reported<T>({ about }: CallPlace, call: () => Promise<T>): Promise<T> {
    try {
      const answer = await call();
      this.#failures.delete(about);
      return answer;
    } catch (error) {
      const { message } = errorFrom(error);
      if (!this.#failures.has(message)) this.#note(oneLine(message));
      this.#failures.set(about, message);
      throw error;
    }
  }
}

/** What the simulated core takes as "not yet". */
function unanswered(message: string): CapstanError {
  return new CapstanError("client/timeout", message);
}

/** An answer is for one state of the Cluster. */
function placeOf(hook: string, request: object): CallPlace {
  const [uid, generation] = ["uid", "generation"].map((field) => getAt(request, ["cluster", "metadata", field]));
  return { about: `${hook} ${String(uid)}`, version: String(generation) };
}

/** A patch of a class, and the templates of one Cluster. */
interface PatchCall {
  readonly patch: ExternalPatchDefinition;
  readonly request: TemplatesToPatch;
  readonly of: PatchOfCluster;
}

/** Answers are for the templates of one Cluster as they are, after the patches before. */
function placeOfPatch(
  hook: { readonly name: string },
  { patch, request, of: { cluster, name } }: PatchCall,
): CallPlace {
  const about = JSON.stringify([hook.name, cluster, name]);
  const version = createHash("sha256")
    .update(JSON.stringify([patch, request]))
    .digest("base64");
  return { about, version, row: cluster };
}

/** A caller of programs, which are loaded when the first hook is called. The simulated core waits by itself after a failure. */
async function calledOf(serving: readonly ProgramHooks[]): Promise<Called> {
  const [{ createExtensionCaller, createExtensionRegistry }, { topologyHooks }] = await Promise.all([
    import("@capstan/extension-kit/caller"),
    import("@capstan/extension-kit/testing"),
  ]);
  const registry = createExtensionRegistry();
  const caller = createExtensionCaller({ registry, namespaceLabels: () => ({}), pauses: false });
  try {
    registry.warmUp(await Promise.all(serving.map((program) => program.config(caller))));
    const registered = (name: string): string | undefined => registeredName(name, registry, serving);
    return { caller, hooks: topologyHooks(caller), registered };
  } catch (error) {
    caller.close();
    throw error;
  }
}

/** The variables that the handler of a patch declares; undefined where the project does not have it. */
async function declaredBy(
  { hooks, registered }: Called,
  patch: ExternalPatchDefinition,
  of: PatchOfClass,
): Promise<ReadonlySet<string> | undefined> {
  const discoverVariablesExtension = registered(patch.discoverVariablesExtension ?? "");
  return discoverVariablesExtension === undefined
    ? undefined
    : hooks.declared({ ...patch, discoverVariablesExtension }, of);
}

/** The name by which a handler is registered: that of an extension with the name in the ClusterClass, if there is one, or of any. */
function registeredName(
  name: string,
  registry: ExtensionRegistry,
  serving: readonly ProgramHooks[],
): string | undefined {
  const [handler, extension] = name.split(".");
  const named = serving.filter((program) => program.name === extension);
  const candidates = (named.length > 0 ? named : serving).map((program) => `${handler}.${program.configName}`);
  return candidates.find((candidate) => registry.get(candidate) !== undefined);
}
