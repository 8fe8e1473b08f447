// The hooks of a project under `capstan dev`, called by the simulated core through the caller of extension-kit: discovery first, then as Cluster API calls them.
import type { HookEntry } from "@capstan/api/codegen/v1";
import type { ExternalPatchDefinition } from "@capstan/api/core/v1beta2";
import { hookCatalog } from "@capstan/api/catalog";
import type { HookDelay, LifecycleAnswer, TemplatesToPatch, TopologyHooks } from "@capstan/core-sim";
import type {
  CallTarget,
  DiscoveredHandler,
  ExtensionAddress,
  ExtensionConnection,
} from "@capstan/extension-kit/caller";
import { errorFrom, type KubeObject, oneLine } from "@capstan/kube";

/** Where the project serves its hooks, and who gets lines about calls that fail. */
export interface DevHooksOptions extends Pick<ExtensionAddress, "url" | "caBundle"> {
  readonly note: (line: string) => void;
}

/** The project's process as an extension. */
interface Discovered {
  readonly connection: ExtensionConnection;
  readonly handlers: readonly DiscoveredHandler[];
}

/** Until the process is ready, a Cluster waits for so many seconds before it is tried again. */
const untilReady: HookDelay = { retryAfterSeconds: 1, message: "the project is not ready" };

/** Calls the hooks of the process that runs now. */
export class DevHooks implements TopologyHooks {
  readonly #options: DevHooksOptions;
  #hasHooks = false;
  #isReady = false;
  #extension: Promise<Discovered> | undefined;
  #problem = "";

  constructor(options: DevHooksOptions) {
    this.#options = options;
  }

  /** Whether the project that starts next has hooks. */
  describe(hasHooks: boolean): void {
    this.#hasHooks = hasHooks;
  }

  /** The process has another state. A new one may have other handlers. */
  async process(isReady: boolean): Promise<void> {
    const before = this.#extension;
    this.#extension = undefined;
    this.#isReady = isReady;
    const extension = await before?.catch(() => undefined);
    extension?.connection.close();
  }

  async call<Request extends object>(
    hook: HookEntry<Request, LifecycleAnswer>,
    request: Omit<Request, "apiVersion" | "kind">,
  ): Promise<HookDelay> {
    if (!this.#hasHooks) return { retryAfterSeconds: 0, message: "" };
    if (!this.#isReady) return untilReady;
    return this.#reported(async () => {
      const [{ callAll }, targets] = await Promise.all([import("@capstan/extension-kit/caller"), this.#targets()]);
      return callAll(hook, targets, request);
    });
  }

  async patch(
    patch: ExternalPatchDefinition,
    { templates, variables }: TemplatesToPatch,
  ): Promise<readonly KubeObject[]> {
    const { generatePatchesExtension: name = "", settings } = patch;
    const [{ callHandler }, { patchedTemplates, requestItems, requestVariables }] = await Promise.all([
      import("@capstan/extension-kit/caller"),
      import("@capstan/extension-kit/testing"),
    ]);
    return this.#reported(async () => {
      const targets = await this.#targets();
      const target = targets.find(({ handler }) => handler.name === name.split(".")[0]);
      if (target === undefined)
        throw new Error(`the ClusterClass names the handler ${name}, which the project does not have`);
      const items = requestItems(templates);
      const given = { ...target, ...(settings !== undefined && { settings }) };
      const request = { items, variables: requestVariables(variables) };
      return patchedTemplates(items, await callHandler(hookCatalog.GeneratePatches, given, request));
    });
  }

  /** Discovery is made once for each process; one that fails is made again. */
  async #targets(): Promise<readonly CallTarget[]> {
    this.#extension ??= discovered(this.#options);
    try {
      const { connection, handlers } = await this.#extension;
      return handlers.map((handler) => ({ connection, handler }));
    } catch (error) {
      this.#extension = undefined;
      throw error;
    }
  }

  /** A failure that stays is one line. */
  async #reported<T>(call: () => Promise<T>): Promise<T> {
    try {
      const answer = await call();
      this.#problem = "";
      return answer;
    } catch (error) {
      const { message } = errorFrom(error);
      if (message !== this.#problem) this.#options.note(oneLine(message));
      this.#problem = message;
      throw error;
    }
  }
}

async function discovered({ url, caBundle }: DevHooksOptions): Promise<Discovered> {
  const { connectExtension, discover } = await import("@capstan/extension-kit/caller");
  const connection = connectExtension({ url, ...(caBundle !== undefined && { caBundle }) });
  try {
    return { connection, handlers: await discover(connection) };
  } catch (error) {
    connection.close();
    throw error;
  }
}
