// The hooks of the programs of a project under `capstan dev`, called by the simulated core through the caller of extension-kit: discovery first, then as Cluster API calls them.
import { createHash } from "node:crypto";
import type { HookEntry } from "@capstan/api/codegen/v1";
import type { ExternalPatchDefinition } from "@capstan/api/core/v1beta2";
import { hookCatalog } from "@capstan/api/catalog";
import type { HookDelay, LifecycleAnswer, PatchOfCluster, TemplatesToPatch, TopologyHooks } from "@capstan/core-sim";
import type {
  CallTarget,
  DiscoveredHandler,
  ExtensionAddress,
  ExtensionConnection,
} from "@capstan/extension-kit/caller";
import { CapstanError, type Diagnostic, errorFrom, getAt, type KubeObject, oneLine } from "@capstan/kube";
import type { MemberDescriptions } from "../project/describe-project.ts";
import { type CallPlace, LateAnswers } from "./late-answers.ts";
import { RecentEntries } from "./recent-entries.ts";
import { SteadyPatches } from "./unsteady-patches.ts";

/** Where a program serves its hooks. */
export type HookAddress = Pick<ExtensionAddress, "url" | "caBundle">;

/** Where the programs of the project serve hooks, and who gets lines about calls that fail. */
export interface DevHooksOptions {
  readonly addresses: readonly HookAddress[];
  readonly note: (line: string) => void;
  /** Gets all handlers whose patches differ for the same request, and those that were not known before. */
  readonly unsteady?: (all: readonly Diagnostic[], added: readonly Diagnostic[]) => void;
  /** How long a step of the simulated core waits for an answer. Default: a moment. */
  readonly patienceMs?: number;
}

/** A handler as a ClusterClass names it. */
interface NamedHandler {
  readonly name: string;
  readonly settings: ExternalPatchDefinition["settings"] | undefined;
}

/** The process of a program as an extension. */
interface Discovered {
  readonly connection: ExtensionConnection;
  readonly handlers: readonly DiscoveredHandler[];
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
  readonly #extensions: readonly ProgramHooks[];
  readonly #unsteady: NonNullable<DevHooksOptions["unsteady"]>;
  #steady = new SteadyPatches();
  #unsteadyOnes: readonly Diagnostic[] = [];
  /** The failures that stay, by what the calls are about. */
  readonly #failures = new RecentEntries<string>();

  constructor({ addresses, note, patienceMs, unsteady = () => undefined }: DevHooksOptions) {
    this.#note = note;
    this.#unsteady = unsteady;
    this.#answers = new LateAnswers(patienceMs);
    this.#patches = new LateAnswers(patienceMs);
    this.#extensions = addresses.map((address) => new ProgramHooks(address));
  }

  /** What the programs are that start next. */
  describe(descriptions: MemberDescriptions): void {
    for (const [part, extension] of this.#extensions.entries()) extension.describe(descriptions[part]);
  }

  /** The process of a program has another state. A new one may have other handlers. */
  async process(part: number, isReady: boolean): Promise<void> {
    this.#answers.forget();
    this.#patches.forget();
    this.#failures.clear();
    this.#steady = new SteadyPatches();
    if (this.#unsteadyOnes.length > 0) this.#unsteady((this.#unsteadyOnes = []), []);
    await this.#extensions[part]?.process(isReady);
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    for (const extension of this.#extensions) await extension.process(false);
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
      this.#reported(place, async () => {
        const [{ callAll }, targets] = await Promise.all([import("@capstan/extension-kit/caller"), targetsOf(serving)]);
        return callAll(hook, targets, request);
      });
    return (await this.#answers.of(place, call)) ?? notYet;
  }

  async patch(
    patch: ExternalPatchDefinition,
    request: TemplatesToPatch,
    of: PatchOfCluster,
  ): Promise<readonly KubeObject[]> {
    const handler = { name: patch.generatePatchesExtension ?? "", settings: patch.settings };
    const place = placeOfPatch(hookCatalog.GeneratePatches, { patch, request, of });
    const steady = this.#steady;
    return this.#answer(handler, place, async (target) => {
      const { callHandler, items, variables, patchedTemplates } = await requestOf(request);
      const answer = await callHandler(hookCatalog.GeneratePatches, target, { items, variables });
      const patched = patchedTemplates(items, answer);
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
    const handler = { name: patch.validateTopologyExtension ?? "", settings: patch.settings };
    const place = placeOfPatch(hookCatalog.ValidateTopology, { patch, request, of });
    await this.#answer(handler, place, async (target) => {
      const { callHandler, items, variables } = await requestOf(request);
      await callHandler(hookCatalog.ValidateTopology, target, { items, variables });
      return [];
    });
  }

  endPatches(cluster: string): void {
    this.#patches.end(cluster);
  }

  /** The answer of a handler about templates. Throws `client/timeout` while there is none. */
  async #answer(
    { name, settings }: NamedHandler,
    place: CallPlace,
    call: (target: CallTarget) => Promise<readonly KubeObject[]>,
  ): Promise<readonly KubeObject[]> {
    const serving = this.#serving();
    if (serving.length > 0 && !serving.every(({ isReady }) => isReady)) throw unanswered("the project is not ready");
    const answer = await this.#patches.of(place, () =>
      this.#reported(place, async () => {
        const [handlerName, extensionName] = name.split(".");
        const targets = await targetsOf(named(extensionName, serving));
        const target = targets.find(({ handler }) => handler.name === handlerName);
        if (target === undefined)
          throw new Error(`the ClusterClass names the handler ${name}, which the project does not have`);
        return call({ ...target, ...(settings !== undefined && { settings }) });
      }),
    );
    if (answer === undefined) throw unanswered(`the handler ${name} has not answered yet`);
    return answer;
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

/** What a call about templates is made with. */
async function requestOf({ templates, variables }: TemplatesToPatch) {
  const [{ callHandler }, { patchedTemplates, requestItems, requestVariables }] = await Promise.all([
    import("@capstan/extension-kit/caller"),
    import("@capstan/extension-kit/testing"),
  ]);
  return { callHandler, patchedTemplates, items: requestItems(templates), variables: requestVariables(variables) };
}

/** The hooks of one program. */
class ProgramHooks {
  isReady = false;
  /** Whether it has hooks, or may have: until it says what it is, Clusters wait. */
  hasHooks = true;
  name: string | undefined;
  readonly #address: HookAddress;
  #extension: Promise<Discovered> | undefined;

  constructor(address: HookAddress) {
    this.#address = address;
  }

  describe(description: MemberDescriptions[number]): void {
    this.name = description?.name;
    this.hasHooks = description === undefined || ("hooks" in description && description.hooks.length > 0);
  }

  async process(isReady: boolean): Promise<void> {
    const before = this.#extension;
    this.#extension = undefined;
    this.isReady = isReady;
    const extension = await before?.catch(() => undefined);
    extension?.connection.close();
  }

  /** Discovery is made once for each process; one that fails is made again. */
  async targets(): Promise<readonly CallTarget[]> {
    this.#extension ??= discovered(this.#address);
    try {
      const { connection, handlers } = await this.#extension;
      return handlers.map((handler) => ({ connection, handler }));
    } catch (error) {
      this.#extension = undefined;
      throw error;
    }
  }
}

async function targetsOf(extensions: readonly ProgramHooks[]): Promise<readonly CallTarget[]> {
  return (await Promise.all(extensions.map((extension) => extension.targets()))).flat();
}

/** Those with that name, if there are some: handlers of several extensions may have one name. */
function named(name: string | undefined, extensions: readonly ProgramHooks[]): readonly ProgramHooks[] {
  const found = extensions.filter((extension) => extension.name === name);
  return found.length > 0 ? found : extensions;
}

async function discovered({ url, caBundle }: HookAddress): Promise<Discovered> {
  const { connectExtension, discover } = await import("@capstan/extension-kit/caller");
  const connection = connectExtension({ url, ...(caBundle !== undefined && { caBundle }) });
  try {
    return { connection, handlers: await discover(connection) };
  } catch (error) {
    connection.close();
    throw error;
  }
}
