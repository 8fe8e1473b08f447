// The handlers of an extension as its author writes them: a record from hooks to functions. Hooks whose handler a
// ClusterClass names take a record of names, since those names are public; life-cycle hooks take one handler or such a record; the others take one.
import type { Hook } from "@capstan/api";
import type { HookEntry } from "@capstan/api/codegen/v1";
import type { ClusterClassVariable } from "@capstan/api/core/v1beta2";
import type * as hooks from "@capstan/api/hooks/v1alpha1";
import type { DurationString } from "@capstan/kube";
import type { HookContext } from "./context.ts";
import type { MachinePatches, MachineSetPatches, TemplatePatches } from "./patches.ts";
import type { Fail, HookResult, Proceed, RetryAfter } from "./results.ts";
import type { SettingDeclarations, Settings } from "./settings.ts";

/**
 * The function of a handler: the request first, everything else second.
 *
 * Called once for each call of Cluster API, also at the same time for several Clusters, and again for the same Cluster until
 * it returns `proceed`: it must be safe to repeat. The request was validated; the Cluster in it is v1beta2 without its
 * status, whatever release of Cluster API calls.
 *
 * - `proceed`, `retryAfter` and `fail` say how the caller goes on.
 * - An error that it throws is a `Failure` with the name of the error; its message and stack are logged and not sent.
 * - When it takes longer than its timeout, `ctx.signal` aborts, and the caller gets a delay of 10 s on hooks that can block
 *   and a `Failure` on others.
 */
export type HandlerFunction<Request, Returned, Settings> = (
  request: Request,
  ctx: HookContext<Settings>,
) => Returned | Promise<Returned>;

/** A handler with the options that discovery lists. */
export interface HandlerWithOptions<Request, Returned, Settings> {
  readonly handle: HandlerFunction<Request, Returned, Settings>;
  /**
   * The name in discovery, a DNS label. Default: the hook's name with dashes, for example "before-cluster-create".
   * Handlers that ClusterClasses name have their key as name instead.
   */
  readonly name?: string;
  /** How long Cluster API waits for a call, in whole seconds from "1s" to "30s". Default: "10s". */
  readonly timeout?: DurationString;
  /**
   * What a call that does not reach the extension means for Cluster API: an error that stops the Cluster's reconcile
   * (`Fail`), or success (`Ignore`). A `Failure` that the handler returned is an error in both cases. Default: `Fail`.
   */
  readonly failurePolicy?: "Fail" | "Ignore";
  /** The variables whose values are secret: a tape has masks in their place. Handlers that read variables of `defineVariables` have those that are declared so. Default: none. */
  readonly secrets?: readonly string[];
}

/** A handler of a hook: a function, or a function with options. */
export type Handler<Request, Returned, Settings> =
  | HandlerFunction<Request, Returned, Settings>
  | HandlerWithOptions<Request, Returned, Settings>;

/** What a handler returns for a hook that can block. */
export type BlockingResult = Proceed | RetryAfter | Fail;
/** What a handler returns for a hook that cannot block. */
export type PlainResult = Proceed | Fail;
/** What a handler returns for a hook whose response has a payload. */
export type ResultWith<Payload extends object> = Proceed<Payload> | Fail;

/** A handler of a hook that can block. */
export type BlockingHandler<Request, S> = Handler<Request, BlockingResult, S>;
/** Handlers by their names in discovery, for some hooks those that ClusterClasses refer to. */
export type NamedHandlers<Request, Returned, S> = Readonly<Record<string, Handler<Request, Returned, S>>>;
/**
 * The handlers of a hook of which Cluster API calls every one: one handler, or several by name. It calls them in no fixed order, waits for the shortest
 * delay that one of them asks for, and goes on when none does.
 */
export type LifecycleHandlers<Request, Returned, S> =
  | Handler<Request, Returned, S>
  | NamedHandlers<Request, Returned, S>;
/** The handlers of a life-cycle hook that can block. */
export type BlockingHandlers<Request, S> = LifecycleHandlers<Request, BlockingResult, S>;

/** The payload of DiscoverVariables. */
export interface DiscoveredVariables {
  readonly variables: readonly ClusterClassVariable[];
}
/** The payload of GenerateUpgradePlan. */
export interface UpgradePlan {
  readonly controlPlaneUpgrades?: readonly hooks.UpgradeStep[];
  readonly workersUpgrades?: readonly hooks.UpgradeStep[];
}

/** A handler of a hook that a provider declared, created by `handle`. `S` are the settings that it reads. */
export interface CustomHandler<S = Readonly<Record<string, string>>> {
  readonly hook: Hook;
  readonly handler: HandlerWithOptions<never, HookResult, S>;
  /** Whether nothing of it is validated. */
  readonly unchecked: boolean;
}

/** The handlers of an extension, by hook. Hooks that an extension does not answer are left out. */
export interface Handlers<S = Readonly<Record<string, string>>> {
  readonly beforeClusterCreate?: BlockingHandlers<hooks.BeforeClusterCreateRequest, S>;
  readonly afterControlPlaneInitialized?: LifecycleHandlers<hooks.AfterControlPlaneInitializedRequest, PlainResult, S>;
  readonly beforeClusterUpgrade?: BlockingHandlers<hooks.BeforeClusterUpgradeRequest, S>;
  readonly beforeControlPlaneUpgrade?: BlockingHandlers<hooks.BeforeControlPlaneUpgradeRequest, S>;
  readonly afterControlPlaneUpgrade?: BlockingHandlers<hooks.AfterControlPlaneUpgradeRequest, S>;
  readonly beforeWorkersUpgrade?: BlockingHandlers<hooks.BeforeWorkersUpgradeRequest, S>;
  readonly afterWorkersUpgrade?: BlockingHandlers<hooks.AfterWorkersUpgradeRequest, S>;
  readonly afterClusterUpgrade?: BlockingHandlers<hooks.AfterClusterUpgradeRequest, S>;
  readonly beforeClusterDelete?: BlockingHandlers<hooks.BeforeClusterDeleteRequest, S>;
  readonly generatePatches?: NamedHandlers<hooks.GeneratePatchesRequest, ResultWith<TemplatePatches>, S>;
  readonly validateTopology?: NamedHandlers<hooks.ValidateTopologyRequest, PlainResult, S>;
  readonly discoverVariables?: NamedHandlers<hooks.DiscoverVariablesRequest, ResultWith<DiscoveredVariables>, S>;
  readonly generateUpgradePlan?: NamedHandlers<hooks.GenerateUpgradePlanRequest, ResultWith<UpgradePlan>, S>;
  readonly canUpdateMachine?: Handler<hooks.CanUpdateMachineRequest, ResultWith<MachinePatches>, S>;
  readonly canUpdateMachineSet?: Handler<hooks.CanUpdateMachineSetRequest, ResultWith<MachineSetPatches>, S>;
  readonly updateMachine?: BlockingHandler<hooks.UpdateMachineRequest, S>;
  /** Handlers of hooks that providers declare with `defineHook`. Discovery lists them for callers that ask for their group, not for Cluster API. */
  readonly custom?: readonly CustomHandler<S>[];
}

type PayloadOf<Response> = Omit<Response, "kind" | "apiVersion" | "status" | "message" | "retryAfterSeconds">;
type CustomResult<Response> =
  | Proceed<PayloadOf<Response>>
  | Fail
  | ("retryAfterSeconds" extends keyof Response ? RetryAfter : never);

/** Options of a handler of a provider's own hook. */
export interface CustomHandlerOptions<D extends SettingDeclarations> {
  /** The settings of the extension, as `defineExtension` is given them: they type `ctx.settings`. */
  readonly settings?: D;
}

/** That nothing of a hook's calls is validated. */
export interface UncheckedCalls {
  readonly unchecked: true;
}

/**
 * Pairs a handler with a hook that a provider declared with `defineHook`; the hook's types are those of the handler. The
 * result is an element of `custom`.
 *
 * The hook is an entry of the catalog that `capstan generate` writes: requests and responses are validated by its schemas, as those of Cluster API's
 * hooks are, and the handler answers every version of the hook in the catalog. Requests of other versions are converted to the version of the entry,
 * and responses back, by the conversions that are declared with `defineConversion`.
 *
 * Two handlers with one name and of different versions of a hook answer each its own version, so that nothing is converted between these.
 *
 * With `{ settings }`, those of the extension, `ctx.settings` has their names and no others, and an extension that does not declare them does not compile.
 *
 * A hook without a catalog, as `defineHook` returns it, needs `{ unchecked: true }`: the handler gets whatever its caller sends, and what it returns is
 * sent as it is.
 *
 * @example
 * defineExtension({ custom: [handle(hookCatalog.BeforeFooResize, ({ size }) => proceed({ allowed: size !== "huge" }))] });
 */
export function handle<
  Request extends object,
  Response extends object,
  const D extends SettingDeclarations = SettingDeclarations,
>(
  hook: HookEntry<Request, Response>,
  handler: Handler<Request, CustomResult<Response>, Settings<D>>,
  options?: CustomHandlerOptions<D>,
): CustomHandler<Settings<D>>;
export function handle<
  Request extends object,
  Response extends object,
  const D extends SettingDeclarations = SettingDeclarations,
>(
  hook: Hook<Request, Response>,
  handler: Handler<Request, CustomResult<Response>, Settings<D>>,
  options: CustomHandlerOptions<D> & UncheckedCalls,
): CustomHandler<Settings<D>>;
export function handle<Request extends object, Response extends object, const D extends SettingDeclarations>(
  hook: Hook<Request, Response>,
  handler: Handler<Request, CustomResult<Response>, Settings<D>>,
  options: CustomHandlerOptions<D> & Partial<UncheckedCalls> = {},
): CustomHandler<Settings<D>> {
  const unchecked = options.unchecked === true;
  return { hook, handler: typeof handler === "function" ? { handle: handler } : handler, unchecked };
}
