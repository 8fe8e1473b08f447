// Defines a Runtime Extension: a value that says which hooks are answered, by which functions, under which names. Mistakes that
// Cluster API would report only after deployment are thrown here.
import type { Hook } from "@capstan/api";
import type { PolicyRule } from "@capstan/contract/description";
import { isJsonObject, millisecondsOf } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { extensionError } from "../errors.ts";
import { type Release, oldestRelease } from "./cluster-api-range.ts";
import type { HookContext } from "./context.ts";
import type { CustomHandler, Handler, Handlers, HandlerWithOptions } from "./handlers.ts";
import { defaultName, hooksByKey, isDnsLabel, keyOfHook } from "./hook-keys.ts";
import { answeredVersions, type CatalogHook, conversionBetween, isSameHook } from "./hook-versions.ts";
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
  /**
   * CRDs of templates that handlers of GeneratePatches patch: what a patch makes wrong, and fields that the CRD does not have, fail the call with
   * `extension/patch-invalid`. Default: results of patches are not checked by schemas.
   */
  readonly crds?: readonly CustomResourceDefinition[];
}

/** A handler with its hook, and with every option derived or defaulted. */
export interface RegisteredHandler {
  /** The hook, in the version that its function is written for. */
  readonly hook: Hook;
  /** The versions of the hook that it answers, the newest first. Requests of others than its own are converted. */
  readonly versions: readonly Hook[];
  readonly name: string;
  readonly timeoutSeconds: number;
  readonly failurePolicy: "Fail" | "Ignore";
  /** Whether the hook is one that a provider declared, and not Cluster API. */
  readonly custom: boolean;
  /** The variables whose values are secret. */
  readonly secrets?: readonly string[];
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
  readonly crds: readonly CustomResourceDefinition[];
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
 * - `extension/handler-form`: something else than a function, or than functions by name, for hooks that can have several.
 * - `extension/custom-hook`: a hook of Cluster API is in `custom`.
 * - `extension/hook-missing`, `extension/unchecked-hook`, `extension/no-conversion`: a hook in `custom` that is not there, that has no schemas, or that
 *   has a version from which requests cannot be converted.
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
  handlers: Handlers<Settings<NoInfer<D>>>,
  options: ExtensionOptions<D> = {},
): Extension {
  const clusterApi = options.clusterApi ?? ">=1.14";
  const oldest = oldestRelease(clusterApi);
  const { custom = [], ...byHook } = handlers;
  const registered = [
    ...Object.entries<HookHandlers | undefined>(byHook).flatMap(([key, given]) => registerKey(key, given)),
    ...registerCustoms(custom),
  ];
  checkHandlers(registered);
  return {
    name: options.name ?? "extension",
    clusterApi,
    oldest,
    handlers: registered.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
    settings: options.settings ?? {},
    rules: options.rules ?? [],
    crds: options.crds ?? [],
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
  if (typeof given === "function" && hook.handlers === "named") throw wrongForm(hook);
  if (!isNamed(given, hook)) return [register(hook, given)];
  return Object.entries(given).map(([name, handler]) => register(hook, { ...optionsOf(handler), name }));
}

/**
 * Whether handlers are given by name. Where both forms are possible, one function under "handle" is a handler with options: a handler that is alone
 * needs no name.
 */
function isNamed(given: HookHandlers, hook: Hook): given is AnyNamedHandlers {
  if (hook.handlers !== "all" || typeof given === "function") return hook.handlers === "named";
  const { handle, ...others } = given;
  return typeof handle !== "function" || Object.values(others).some((value) => !isOption(value));
}

function isOption(value: unknown): boolean {
  return value === undefined || typeof value === "string" || Array.isArray(value);
}

/** The handlers of own hooks, each with the versions that it answers. */
function registerCustoms(custom: readonly CustomHandler<never>[]): RegisteredHandler[] {
  return withAnsweredVersions(custom.map((given) => registerCustom(given)));
}

/** The handlers, those of own hooks with the versions that each answers beside the others. Throws `extension/no-conversion`. */
export function withAnsweredVersions(registered: readonly RegisteredHandler[]): RegisteredHandler[] {
  return registered.map((handler) => {
    if (!handler.custom) return handler;
    const versions = answeredVersions(handler, registered);
    checkConversions(handler.hook, versions);
    return { ...handler, versions };
  });
}

/** That each version can be converted to the one that the handler is written for. */
function checkConversions(hook: CatalogHook, versions: readonly Hook[]): void {
  const lacking = versions.find(
    ({ version }) => version !== hook.version && conversionBetween(hook, version, hook.version) === undefined,
  );
  if (lacking === undefined) return;
  const { name, group, version: to } = hook;
  throw extensionError("extension/no-conversion", { hook: name, group, from: lacking.version, to });
}

function registerCustom({ hook, handler, unchecked }: CustomHandler<never>): RegisteredHandler {
  // A catalog has no entry of a version that was removed, and JavaScript does not say so.
  if (!isHook(hook)) throw extensionError("extension/hook-missing");
  checkKnown(hook, unchecked);
  return { ...register(hook, handler), custom: true };
}

function isHook(hook: unknown): boolean {
  return isJsonObject(hook) && typeof hook["name"] === "string";
}

function checkKnown(hook: CatalogHook, unchecked: boolean): void {
  const own = hooksByKey[keyOfHook(hook)];
  if (own?.apiVersion === hook.apiVersion) {
    throw extensionError("extension/custom-hook", {
      hook: hook.name,
      apiVersion: hook.apiVersion,
      key: keyOfHook(hook),
    });
  }
  if (hook.schemas === undefined && !unchecked)
    throw extensionError("extension/unchecked-hook", { hook: hook.name, apiVersion: hook.apiVersion });
}

function optionsOf(handler: AnyHandler): HandlerWithOptions<never, HookResult, never> {
  return typeof handler === "function" ? { handle: handler } : handler;
}

function register(hook: Hook, given: AnyHandler): RegisteredHandler {
  const { handle, name = defaultName(hook), timeout = "10s", failurePolicy = "Fail", secrets } = optionsOf(given);
  if (typeof handle !== "function") throw wrongForm(hook);
  if (!isDnsLabel(name)) throw extensionError("extension/handler-name", { name, hook: hook.name });
  if (failurePolicy !== "Fail" && failurePolicy !== "Ignore") {
    throw extensionError("extension/failure-policy", { name, policy: String(failurePolicy) });
  }
  const options = { timeoutSeconds: secondsOf(name, timeout), failurePolicy, ...(secrets && { secrets }) };
  return { hook, versions: [hook], name, ...options, custom: false, handle };
}

/** What is given for a hook, by which of its handlers the caller calls. */
const forms: Readonly<Record<Hook["handlers"], string>> = {
  all: "a function, a function with options, or such handlers by name",
  named: "functions by name",
  one: "one function, or one with options: its caller calls one handler",
};

function wrongForm(hook: Hook): Error {
  return extensionError("extension/handler-form", { hook: hook.name, form: forms[hook.handlers] });
}

function secondsOf(name: string, timeout: string): number {
  const seconds = (millisecondsOf(timeout) ?? 0) / 1000;
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 30) {
    throw extensionError("extension/timeout", { name, timeout });
  }
  return seconds;
}

/** That handlers can be those of one extension; throws what `defineExtension` throws. */
export function checkHandlers(handlers: readonly RegisteredHandler[]): void {
  checkNames(handlers);
  checkSingles(handlers);
}

function checkNames(handlers: readonly RegisteredHandler[]): void {
  const seen = new Map<string, RegisteredHandler>();
  for (const handler of handlers) {
    const { name, hook } = handler;
    const first = seen.get(name);
    if (first !== undefined && !areVersions(first.hook, hook)) {
      throw extensionError("extension/duplicate-handler-name", { name, first: first.hook.name, second: hook.name });
    }
    seen.set(name, handler);
  }
}

/** One handler may have a function for each version. */
function areVersions(a: Hook, b: Hook): boolean {
  return isSameHook(a, b) && a.version !== b.version;
}

function checkSingles(handlers: readonly RegisteredHandler[]): void {
  const seen = new Set<string>();
  for (const { hook } of handlers.filter(
    ({ hook: { handlers: called, singleton } }) => called === "one" || singleton,
  )) {
    const id = `${hook.apiVersion}/${hook.name}`;
    if (seen.has(id))
      throw extensionError("extension/duplicate-handler", { hook: hook.name, apiVersion: hook.apiVersion });
    seen.add(id);
  }
}
