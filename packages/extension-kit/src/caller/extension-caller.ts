// Calls the handlers of a registry as Cluster API's core does: by name, or all of a hook, for the namespaces that their ExtensionConfigs select.
import { hookCatalog } from "@capstan/api/catalog";
import type { HookEntry } from "@capstan/api/codegen/v1";
import type { ExtensionConfig, ExtensionHandler } from "@capstan/api/runtime/v1beta2";
import { systemClock } from "@capstan/client";
import { type DurationString, isJsonObject, type KubeObject, parseDuration, selectorMatches } from "@capstan/kube";
import type { Logger } from "@capstan/process";
import { Seldom } from "../seldom.ts";
import { extensionError } from "../errors.ts";
import { HeldAnswers, KeptAnswers } from "./answer-caches.ts";
import { aggregate, type Aggregated, type HookAnswer } from "./call-all.ts";
import { callHandler, type CallOutcome, type RequestBody } from "./call-handler.ts";
import { CallPauses, type CallPauseOptions } from "./call-pauses.ts";
import type { ExtensionAddress, ExtensionConnection, RawAnswer } from "./connection.ts";
import { discover } from "./discover.ts";
import type { ExtensionRegistry } from "./extension-registry.ts";
import { addressOfExtension, type HandlerRegistration } from "./handler-registration.ts";
import { SharedConnections } from "./shared-connections.ts";

/** The object that a hook is called for: a Cluster, a ClusterClass, a Machine. */
export type CalledFor = Pick<KubeObject, "metadata">;

/** The handler that is called by name, and for what. */
export interface NamedCall {
  /** `<handler>.<extensionConfig>`, as a ClusterClass names it. */
  readonly name: string;
  /** Its namespace must be one that the ExtensionConfig selects. */
  readonly object: CalledFor;
  /** How long an answer counts for further calls, as Cluster API keeps those of DiscoverVariables for 10 minutes. Default: not at all. */
  readonly keep?: DurationString;
  /** What an answer that is kept is for, beside the handler, its ExtensionConfig and its settings. Default: the whole request. */
  readonly keepFor?: string;
}

/** A call that has ended, for metrics. */
export interface FinishedCall extends CallOutcome {
  readonly hook: Pick<HookEntry, "group" | "version" | "name">;
  /** Host and port of the extension. */
  readonly host: string;
}

/** What a caller is made of. */
export interface ExtensionCallerOptions {
  readonly registry: ExtensionRegistry;
  /** The labels of a namespace; undefined when there is no such namespace. It is called for ExtensionConfigs that select some namespaces. */
  readonly namespaceLabels: (
    namespace: string,
  ) => Readonly<Record<string, string>> | undefined | Promise<Readonly<Record<string, string>> | undefined>;
  /** The hooks that the caller knows. Default: those of Cluster API 1.14. */
  readonly hooks?: readonly HookEntry[];
  /** The certificate that the caller shows now, if it has one: it is called for each call, so that a new one is used at once. */
  readonly certificate?: () => ExtensionAddress["certificate"];
  /** How much extensions may send, and whether TLS 1.3 is used. */
  readonly connection?: Pick<ExtensionAddress, "limits" | "tls13">;
  /** When a handler that fails is left alone. False: never, as in Cluster API. Default: after three failures for 1 to 30 seconds. */
  readonly pauses?: CallPauseOptions | false;
  /** Gets each call when it has ended, also the discoveries, with what the extension warns of. */
  readonly onCall?: (call: FinishedCall) => void;
  /** Has what extensions warn of, such as that a version of a hook is deprecated, once for each handler of an ExtensionConfig and hour. Default: nothing is logged. */
  readonly log?: Logger;
  /** The time in milliseconds since an arbitrary point. Default: one that a change of the computer's clock does not move. */
  readonly now?: () => number;
}

const hourMs = 3_600_000;

/** Calls extensions. Create it with `createExtensionCaller`. */
export interface ExtensionCaller {
  /** The names of the handlers of a hook that are for the namespace of an object, in order. Rejects with `extension/handler-not-registered` when the namespace does not exist. */
  handlersFor(hook: HookEntry, object: CalledFor): Promise<readonly string[]>;
  /**
   * Calls all handlers of a hook that are for the namespace of an object, one after the other, in the order of their names. Resolves with what their answers mean together (`aggregate`); without handlers that
   * is a success. Rejects with the first error of `callExtension`, and then calls no more handlers.
   */
  callAllExtensions<Request extends object>(
    hook: HookEntry<Request, HookAnswer>,
    object: CalledFor,
    request: RequestBody<Request>,
  ): Promise<Aggregated>;
  /**
   * The same for a hook that can block: an answer that delays is given again, with what is left of the delay, until it is over, and no handler is called meanwhile. Cluster API calls the hooks of the life of
   * Clusters and UpdateMachine so. Answers are kept in memory, for one hook and one object (namespace, name and UID).
   */
  callBlocking<Request extends object>(
    hook: HookEntry<Request, HookAnswer>,
    object: CalledFor,
    request: RequestBody<Request>,
  ): Promise<Aggregated>;
  /**
   * Calls one handler by its name. Its settings are those of the ExtensionConfig with those of the request, which win, over them.
   *
   * Rejects with `extension/handler-not-registered` when there is no handler with this name, when it is one of another hook, and when it is not for the namespace of the object; and with `extension/call-failed` as `callHandler`, by the
   * failure policy of the handler, also while it is paused.
   */
  callExtension<Request extends object, Response extends object>(
    hook: HookEntry<Request, Response>,
    call: NamedCall,
    request: RequestBody<Request>,
  ): Promise<Response>;
  /** Discovers the handlers of an ExtensionConfig, for its status. Rejects with `extension/config-invalid` and with `extension/discovery-invalid` as `discover`. */
  discover(config: ExtensionConfig): Promise<ExtensionHandler[]>;
  /** Ends the connections; calls that run end first. */
  close(): void;
}

/**
 * Creates a caller of the handlers of a registry.
 *
 * @example
 * const registry = createExtensionRegistry();
 * registry.warmUp([]);
 * const caller = createExtensionCaller({ registry, namespaceLabels: () => ({}) });
 * const { retryAfterSeconds } = await caller.callBlocking(hookCatalog.BeforeClusterCreate, cluster, { cluster });
 */
export function createExtensionCaller(options: ExtensionCallerOptions): ExtensionCaller {
  return new Caller(options);
}

class Caller implements ExtensionCaller {
  readonly #options: ExtensionCallerOptions;
  readonly #hooks: readonly HookEntry[];
  readonly #connections = new SharedConnections();
  readonly #pauses: CallPauses | undefined;
  readonly #held: HeldAnswers;
  readonly #kept: KeptAnswers<RawAnswer>;
  readonly #warned = new Seldom(hourMs);

  constructor(options: ExtensionCallerOptions) {
    const { pauses = {}, hooks = Object.values(hookCatalog), now = () => systemClock.now() } = options;
    this.#options = options;
    this.#hooks = hooks;
    this.#pauses = pauses === false ? undefined : new CallPauses(pauses, now);
    this.#held = new HeldAnswers(now);
    this.#kept = new KeptAnswers(now);
  }

  async handlersFor(hook: HookEntry, object: CalledFor): Promise<readonly string[]> {
    const names: string[] = [];
    for (const registration of this.#options.registry.list(hook))
      if (await this.#isFor(registration, hook, object)) names.push(registration.name);
    return names;
  }

  async callAllExtensions<Request extends object>(
    hook: HookEntry<Request, HookAnswer>,
    object: CalledFor,
    request: RequestBody<Request>,
  ): Promise<Aggregated> {
    const answers: HookAnswer[] = [];
    for (const name of await this.handlersFor(hook, object))
      answers.push(await this.callExtension(hook, { name, object }, request));
    return aggregate(answers);
  }

  async callBlocking<Request extends object>(
    hook: HookEntry<Request, HookAnswer>,
    object: CalledFor,
    request: RequestBody<Request>,
  ): Promise<Aggregated> {
    // Without handlers nothing holds the object any more.
    if ((await this.handlersFor(hook, object)).length === 0) return aggregate([]);
    const { namespace, name, uid } = object.metadata;
    const key = JSON.stringify([hook.group, hook.name, namespace, name, uid]);
    const held = this.#held.get(key);
    if (held !== undefined) return held;
    const answer = await this.callAllExtensions(hook, object, request);
    this.#held.set(key, answer);
    return answer;
  }

  async callExtension<Request extends object, Response extends object>(
    hook: HookEntry<Request, Response>,
    call: NamedCall,
    request: RequestBody<Request>,
  ): Promise<Response> {
    const { name, object } = call;
    const registration = this.#registration(hook, name);
    if (!(await this.#isFor(registration, hook, object)))
      throw notRegistered(hook, name, `its namespaceSelector does not select the namespace ${namespaceOf(object)}`);
    return await this.#call(hook, { registration, kept: keptFor(hook, { registration, ...call }, request) }, request);
  }

  async discover(config: ExtensionConfig): Promise<ExtensionHandler[]> {
    const { name = "" } = config.metadata;
    const address = this.#address(addressOfExtension(name, config.spec.clientConfig));
    const handlers = await this.#connections.use(address, async (connection) => {
      const started = performance.now();
      let answered: Partial<RawAnswer> = {};
      const post = async (...sent: Parameters<ExtensionConnection["post"]>): Promise<RawAnswer> =>
        (answered = await connection.post(...sent));
      try {
        return await discover({ ...connection, post }, this.#hooks);
      } finally {
        const seconds = (performance.now() - started) / 1000;
        const { status: code, body } = answered;
        const status = code === 200 ? statusIn(body) : undefined;
        this.#report(hookCatalog.Discovery, address, { code, status, seconds, error: undefined });
      }
    });
    return handlers.map((handler) => ({
      name: `${handler.name}.${name}`,
      requestHook: { apiVersion: handler.hook.apiVersion, hook: handler.hook.name },
      timeoutSeconds: handler.timeoutSeconds,
      failurePolicy: handler.failurePolicy,
    }));
  }

  close(): void {
    this.#connections.close();
  }

  #registration(hook: HookEntry, name: string): HandlerRegistration {
    const registration = this.#options.registry.get(name);
    if (registration === undefined) throw notRegistered(hook, name, "no ExtensionConfig has it");
    if (registration.hook.group !== hook.group || registration.hook.name !== hook.name)
      throw notRegistered(hook, name, `it is a handler of ${registration.hook.name} of ${registration.hook.group}`);
    return registration;
  }

  async #isFor({ name, namespaceSelector }: HandlerRegistration, hook: HookEntry, object: CalledFor): Promise<boolean> {
    if (namespaceSelector === undefined) return false;
    const { matchLabels = {}, matchExpressions = [] } = namespaceSelector;
    // Most select all, and that must not cost a read.
    if (Object.keys(matchLabels).length === 0 && matchExpressions.length === 0) return true;
    const labels = await this.#options.namespaceLabels(namespaceOf(object));
    if (labels === undefined) throw notRegistered(hook, name, `the namespace ${namespaceOf(object)} does not exist`);
    return selectorMatches(namespaceSelector, labels);
  }

  async #call<Request extends object, Response extends object>(
    hook: HookEntry<Request, Response>,
    { registration, kept }: RegisteredCall,
    request: RequestBody<Request>,
  ): Promise<Response> {
    const { apiVersion } = registration.hook;
    const known = this.#hooks.find((entry) => entry.apiVersion === apiVersion && entry.name === hook.name);
    if (known === undefined) throw notRegistered(hook, registration.name, `its version ${apiVersion} is not known`);
    const { handler: name, timeoutSeconds, failurePolicy, settings } = registration;
    const address = this.#address(registration.address);
    return await this.#connections.use(address, async (connection) => {
      const stand = this.#standIn(registration, kept);
      let last: RawAnswer | undefined;
      const post = async (...sent: Parameters<ExtensionConnection["post"]>): Promise<RawAnswer> =>
        (last = await connection.post(...sent));
      const target = {
        connection: { ...connection, post: stand ?? post },
        handler: { name, hook: known, timeoutSeconds, failurePolicy },
        observe: (outcome: CallOutcome) => {
          if (stand !== undefined) return;
          this.#pauses?.ended(registration, outcome.error);
          this.#warnOf(registration, outcome);
          this.#report(hook, address, outcome);
          if (outcome.status === "Success" && kept !== undefined && last !== undefined)
            this.#kept.set(kept.key, last, kept.milliseconds);
        },
        ...(settings !== undefined && { settings }),
      };
      return await callHandler(hook, target, request);
    });
  }

  /** What answers in the extension's place: an answer that is kept, or the pause of the handler, to which its failure policy applies. */
  #standIn(registration: HandlerRegistration, kept: RegisteredCall["kept"]): (() => Promise<RawAnswer>) | undefined {
    const answer = kept === undefined ? undefined : this.#kept.get(kept.key)?.answer;
    if (answer !== undefined) return () => Promise.resolve(answer);
    const error = this.#pauses?.errorOf(registration);
    return error && (() => Promise.reject(pausedCall(error)));
  }

  #warnOf({ name, hook, extensionConfig }: HandlerRegistration, { warnings }: CallOutcome): void {
    if (warnings === undefined || !this.#warned.isDue(name)) return;
    const { apiVersion, name: called } = hook;
    const fields = { extension: extensionConfig.name, handler: name, hook: called, apiVersion, warnings };
    this.#options.log?.warn("An extension warns of its answer", fields);
  }

  #report(hook: FinishedCall["hook"], { url }: ExtensionAddress, outcome: CallOutcome): void {
    this.#options.onCall?.({ ...outcome, hook, host: new URL(url).host });
  }

  #address(address: HandlerRegistration["address"]): ExtensionAddress {
    const certificate = this.#options.certificate?.();
    return { ...address, ...this.#options.connection, ...(certificate !== undefined && { certificate }) };
  }
}

/** A call of a handler, and for how long its answer counts. */
interface RegisteredCall {
  readonly registration: HandlerRegistration;
  readonly kept: { readonly key: string; readonly milliseconds: number } | undefined;
}

/** The error of a call that was not made. It has no times or counts: it may be in the conditions of many Clusters. */
function pausedCall(cause: Error): Error {
  const reason = `it has failed several times and is not called for a moment; the last reason: ${cause.message}`;
  return new Error(reason, { cause });
}

/** The status in an answer, whatever else is wrong with it: core counts it so. */
function statusIn(body = ""): string | undefined {
  try {
    const answer: unknown = JSON.parse(body);
    return isJsonObject(answer) && typeof answer["status"] === "string" ? answer["status"] : undefined;
  } catch {
    return undefined;
  }
}

function namespaceOf({ metadata }: CalledFor): string {
  return metadata.namespace ?? "";
}

function notRegistered(hook: HookEntry, name: string, problem: string): Error {
  return extensionError("extension/handler-not-registered", { name, hook: hook.name, problem });
}

/** Another state of the ExtensionConfig, or other settings, have other answers. */
function keptFor(
  hook: HookEntry,
  { registration, keep, keepFor }: NamedCall & Pick<RegisteredCall, "registration">,
  request: object,
): RegisteredCall["kept"] {
  if (keep === undefined) return undefined;
  const { name, extensionConfig, settings } = registration;
  const own = "settings" in request ? request.settings : undefined;
  const parts = [hook.apiVersion, hook.name, name, extensionConfig.resourceVersion, settings, own, keepFor ?? request];
  return { key: canonical(parts), milliseconds: parseDuration(keep) };
}

/** JSON with the fields of objects in the order of their names. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isJsonObject(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
