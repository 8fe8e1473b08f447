// Defines a Runtime Extension: a value that says which hooks are answered, by which functions, under which names. It has no
// side effects; run() and serveExtension() serve it, the cli and tests import it. Mistakes that Cluster API would only
// report after deployment are thrown here.
import type { Hook } from "@capstan/api";
import type { PolicyRule } from "@capstan/contract";
import { parseDuration } from "@capstan/kube";
import { extensionError } from "../errors.ts";
import { type Release, oldestRelease } from "./cluster-api-range.ts";
import type { HookContext } from "./context.ts";
import type { Handlers, HandlerWithOptions } from "./handlers.ts";
import { defaultName, hooksByKey, keyOfHook } from "./hook-keys.ts";
import type { Result } from "./results.ts";
import type { SettingDeclarations, Settings } from "./settings.ts";

/** What an extension says besides its handlers. */
export interface ExtensionOptions<D extends SettingDeclarations = SettingDeclarations> {
  /** The name in logs and in `--describe`; "extension" unless given. */
  readonly name?: string;
  /** The releases of Cluster API to be served, for example ">=1.12"; hooks the oldest one lacks are not advertised. Default: ">=1.14". */
  readonly clusterApi?: string;
  /** The settings that calls carry, with their defaults; they type `ctx.settings`. */
  readonly settings?: D;
  /** What the extension reads and writes in the management cluster through `ctx.client()`: least rights, cluster-wide. */
  readonly rules?: readonly PolicyRule[];
}

/** A handler with everything that was derived or defaulted. */
export interface RegisteredHandler {
  readonly hook: Hook;
  readonly name: string;
  readonly timeoutSeconds: number;
  readonly failurePolicy: "Fail" | "Ignore";
  /** Whether Cluster API itself calls the hook. */
  readonly custom: boolean;
  readonly handle: (request: never, ctx: HookContext<never>) => Result | Promise<Result>;
}

/** A Runtime Extension, defined and not yet running. */
export interface Extension {
  readonly name: string;
  readonly clusterApi: string;
  /** The oldest release of Cluster API to be served. */
  readonly oldest: Release;
  readonly handlers: readonly RegisteredHandler[];
  readonly settings: SettingDeclarations;
  readonly rules: readonly PolicyRule[];
}

/** Defines an extension; throws a CapstanError for a name, timeout, policy, hook or range that Cluster API would refuse. */
export function defineExtension<const D extends SettingDeclarations = {}>(
  handlers: Handlers<Settings<D>>,
  options: ExtensionOptions<D> = {},
): Extension {
  const clusterApi = options.clusterApi ?? ">=1.14";
  const oldest = oldestRelease(clusterApi);
  const registered = collect(handlers as unknown as Handlers<never>);
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

type AnyHandler = RegisteredHandler["handle"] | HandlerWithOptions<never, Result, never>;

function collect(handlers: Handlers<never>): RegisteredHandler[] {
  const { custom = [], ...own } = handlers;
  const ofCore = Object.entries(own).flatMap(([key, given]) => {
    const hook = hooksByKey[key];
    if (hook === undefined) {
      throw extensionError("extension/unknown-hook", { hook: key, known: Object.keys(hooksByKey).join(", ") });
    }
    return given === undefined ? [] : registerAll(hook, given as AnyHandler | Readonly<Record<string, AnyHandler>>);
  });
  return [...ofCore, ...custom.map(({ hook, handler }) => registerCustom(hook, handler))];
}

function registerAll(hook: Hook, given: AnyHandler | Readonly<Record<string, AnyHandler>>): RegisteredHandler[] {
  if (hook.handlers !== "named") return [register(hook, given as AnyHandler)];
  return Object.entries(given).map(([name, handler]) => register(hook, { ...optionsOf(handler), name }));
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

function optionsOf(handler: AnyHandler): HandlerWithOptions<never, Result, never> {
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
  const seconds = parseDuration(timeout) / 1000;
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
      throw extensionError("extension/handler-name-twice", { name, first: first.hook.name, second: hook.name });
    }
    seen.set(name, handler);
  }
}

function checkSingles(handlers: readonly RegisteredHandler[]): void {
  const seen = new Set<string>();
  for (const { hook } of handlers.filter((handler) => handler.hook.handlers === "one")) {
    const id = `${hook.apiVersion}/${hook.name}`;
    if (seen.has(id)) throw extensionError("extension/one-handler", { hook: hook.name, apiVersion: hook.apiVersion });
    seen.add(id);
  }
}
