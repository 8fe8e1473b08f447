// Defines a Runtime Extension: a value that says which hooks are answered, by which functions, under which names. Mistakes that
// Cluster API would report only after deployment are thrown here.
import type { Hook } from "@capstan/api";
import type { PolicyRule } from "@capstan/contract/description";
import { millisecondsOf } from "@capstan/kube";
import { extensionError } from "../errors.ts";
import { type Release, oldestRelease } from "./cluster-api-range.ts";
import type { HookContext } from "./context.ts";
import type { Handler, Handlers, HandlerWithOptions } from "./handlers.ts";
import { defaultName, hooksByKey, keyOfHook } from "./hook-keys.ts";
import type { HookResult } from "./results.ts";
import type { SettingDeclarations, Settings } from "./settings.ts";

/** What is true of a whole extension. */
export interface ExtensionOptions<D extends SettingDeclarations = SettingDeclarations> {
  /** The name in log lines and in `--describe`. Default: "extension". */
  readonly name?: string;
  /**
   * The releases of Cluster API to be served, for example ">=1.12". Discovery leaves out the hooks that the oldest of them
   * does not know, because one unknown hook makes Cluster API reject all. Default: ">=1.14".
   */
  readonly clusterApi?: string;
  /** The settings that calls have, with their defaults; they type `ctx.settings`. A setting without a default is required. */
  readonly settings?: D;
  /**
   * What the extension reads and writes in the management cluster through `ctx.client()`, in all namespaces. A release of the
   * extension gets exactly these rights. Default: none, and no client.
   */
  readonly rules?: readonly PolicyRule[];
}

/** A handler with its hook, and with every option derived or defaulted. */
export interface RegisteredHandler {
  readonly hook: Hook;
  readonly name: string;
  readonly timeoutSeconds: number;
  readonly failurePolicy: "Fail" | "Ignore";
  /** Whether the hook is one that a provider declared, and not Cluster API. */
  readonly custom: boolean;
  /** A method, so that a function of any hook's request fits: requests are validated by the hook's schema before. */
  handle(request: object, ctx: HookContext): HookResult | Promise<HookResult>;
}

/** A Runtime Extension, defined and not running. */
export interface Extension {
  readonly name: string;
  readonly clusterApi: string;
  /** The oldest release of Cluster API to be served. */
  readonly oldest: Release;
  /** By name. */
  readonly handlers: readonly RegisteredHandler[];
  readonly settings: SettingDeclarations;
  readonly rules: readonly PolicyRule[];
}

/**
 * Defines a Runtime Extension: which hooks it answers, and how.
 *
 * The result is a value without side effects: `run` and `serveExtension` serve it, tests call its handlers with
 * `callInProcess`, and `capstan bundle` makes a release from it. Discovery is derived from it.
 *
 * Throws a CapstanError for what Cluster API would reject, so that it fails in the first test and not in a cluster:
 * - `extension/unknown-hook`: a key is not a hook.
 * - `extension/handler-name`, `extension/duplicate-handler-name`: a name is not a DNS label, or not unique in the extension.
 * - `extension/timeout`, `extension/failure-policy`: an option has a value that Cluster API does not accept.
 * - `extension/duplicate-handler`: two handlers of a hook that can have one.
 * - `extension/custom-hook`: a hook of Cluster API is in `custom`.
 * - `extension/cluster-api-range`: `clusterApi` is not a range of releases.
 *
 * @example
 * export const extension: Extension = defineExtension(
 *   {
 *     beforeClusterUpgrade: async ({ cluster }, { settings }) =>
 *       (await hasQuota(cluster, settings.region)) ? proceed() : retryAfter("30s", "the quota is used up"),
 *     validateTopology: { "sizes-v1": { handle: checkSizes, timeout: "5s", failurePolicy: "Ignore" } },
 *   },
 *   { name: "quota", clusterApi: ">=1.12", settings: { region: { default: "eu" } } },
 * );
 */
export function defineExtension<const D extends SettingDeclarations = {}>(
  handlers: Handlers<Settings<D>>,
  options: ExtensionOptions<D> = {},
): Extension {
  const clusterApi = options.clusterApi ?? ">=1.14";
  const oldest = oldestRelease(clusterApi);
  const { custom = [], ...byHook } = handlers;
  const registered = [
    ...Object.entries<HookHandlers | undefined>(byHook).flatMap(([key, given]) => registerKey(key, given)),
    ...custom.map(({ hook, handler }) => registerCustom(hook, handler)),
  ];
  checkNames(registered);
  checkSingles(registered);
  return {
    name: options.name ?? "extension",
    clusterApi,
    oldest,
    handlers: registered.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    settings: options.settings ?? {},
    rules: options.rules ?? [],
  };
}

type AnyHandler = Handler<never, HookResult, never>;
type AnyNamedHandlers = Readonly<Record<string, AnyHandler>>;
/** What a key of `Handlers` may have. */
type HookHandlers = AnyHandler | AnyNamedHandlers;

function registerKey(key: string, given: HookHandlers | undefined): readonly RegisteredHandler[] {
  const hook = hooksByKey[key];
  if (hook === undefined) {
    throw extensionError("extension/unknown-hook", { hook: key, known: Object.keys(hooksByKey).join(", ") });
  }
  if (given === undefined) return [];
  if (!isNamed(given, hook)) return [register(hook, given)];
  return Object.entries(given).map(([name, handler]) => register(hook, { ...optionsOf(handler), name }));
}

/** By the hook, not by its form: a handler with options and a record with the name "handle" look the same. */
function isNamed(_given: HookHandlers, hook: Hook): _given is AnyNamedHandlers {
  return hook.handlers === "named";
}

function registerCustom(hook: Hook, handler: AnyHandler): RegisteredHandler {
  const own = hooksByKey[keyOfHook(hook)];
  if (own?.apiVersion === hook.apiVersion) {
    throw extensionError("extension/custom-hook", {
      hook: hook.name,
      apiVersion: hook.apiVersion,
      key: keyOfHook(hook),
    });
  }
  return { ...register(hook, handler), custom: true };
}

function optionsOf(handler: AnyHandler): HandlerWithOptions<never, HookResult, never> {
  return typeof handler === "function" ? { handle: handler } : handler;
}

const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

function register(hook: Hook, given: AnyHandler): RegisteredHandler {
  const { handle, name = defaultName(hook), timeout = "10s", failurePolicy = "Fail" } = optionsOf(given);
  if (!label.test(name)) throw extensionError("extension/handler-name", { name, hook: hook.name });
  if (failurePolicy !== "Fail" && failurePolicy !== "Ignore") {
    throw extensionError("extension/failure-policy", { name, policy: String(failurePolicy) });
  }
  return { hook, name, timeoutSeconds: secondsOf(name, timeout), failurePolicy, custom: false, handle };
}

function secondsOf(name: string, timeout: string): number {
  const seconds = (millisecondsOf(timeout) ?? 0) / 1000;
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 30) {
    throw extensionError("extension/timeout", { name, timeout });
  }
  return seconds;
}

function checkNames(handlers: readonly RegisteredHandler[]): void {
  const seen = new Map<string, RegisteredHandler>();
  for (const handler of handlers) {
    const { name, hook } = handler;
    const first = seen.get(name);
    if (first !== undefined) {
      throw extensionError("extension/duplicate-handler-name", { name, first: first.hook.name, second: hook.name });
    }
    seen.set(name, handler);
  }
}

function checkSingles(handlers: readonly RegisteredHandler[]): void {
  const seen = new Set<string>();
  for (const { hook } of handlers.filter((handler) => handler.hook.handlers === "one")) {
    const id = `${hook.apiVersion}/${hook.name}`;
    if (seen.has(id))
      throw extensionError("extension/duplicate-handler", { hook: hook.name, apiVersion: hook.apiVersion });
    seen.add(id);
  }
}
