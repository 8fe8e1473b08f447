// The handlers of an extension as its author writes them: a record from hooks to functions. Hooks whose handler a
// ClusterClass names take a record of names, since those names are public; the others take one handler.
import type { Hook } from "@capstan/api";
import type { ClusterClassVariable } from "@capstan/api/core/v1beta2";
import type * as hooks from "@capstan/api/hooks/v1alpha1";
import type { HookContext } from "./context.ts";
import type { MachinePatches, MachineSetPatches, TemplatePatches } from "./patches.ts";
import type { Fail, Proceed, RetryAfter } from "./results.ts";

/** The function of a handler: the request, then everything else. */
export type HandlerFunction<Request, Answer, Settings> = (
  request: Request,
  ctx: HookContext<Settings>,
) => Answer | Promise<Answer>;

/** A handler with what discovery says about it. */
export interface HandlerWithOptions<Request, Answer, Settings> {
  readonly handle: HandlerFunction<Request, Answer, Settings>;
  /** The name in discovery; the hook's name with dashes unless given. Handlers that ClusterClasses name have theirs as key. */
  readonly name?: string;
  /** How long a call may take, "1s" to "30s"; "10s" unless given. */
  readonly timeout?: string;
  /** What a call means that did not come through: an error (`Fail`, the default) or success. */
  readonly failurePolicy?: "Fail" | "Ignore";
}

/** A handler of a hook. */
export type Handler<Request, Answer, Settings> =
  | HandlerFunction<Request, Answer, Settings>
  | HandlerWithOptions<Request, Answer, Settings>;

/** What a hook may answer that can hold its caller. */
export type BlockingAnswer = Proceed | RetryAfter | Fail;
/** What a hook may answer that cannot. */
export type PlainAnswer = Proceed | Fail;
/** What a hook may answer whose response carries a payload. */
export type AnswerWith<Body extends object> = Proceed<Body> | Fail;

/** A handler that may hold its caller. */
export type BlockingHandler<Request, S> = Handler<Request, BlockingAnswer, S>;
/** Handlers by the name that ClusterClasses refer to. */
export type NamedHandlers<Request, Answer, S> = Readonly<Record<string, Handler<Request, Answer, S>>>;

/** The payload of DiscoverVariables. */
export interface DiscoveredVariables {
  readonly variables: readonly ClusterClassVariable[];
}
/** The payload of GenerateUpgradePlan. */
export interface UpgradePlan {
  readonly controlPlaneUpgrades?: readonly hooks.UpgradeStep[];
  readonly workersUpgrades?: readonly hooks.UpgradeStep[];
}

/** A handler of a hook that a provider declared, paired with the hook by `handle`. */
export interface CustomHandler {
  readonly hook: Hook;
  readonly handler: HandlerWithOptions<never, Proceed<object> | RetryAfter | Fail, never>;
}

/** The handlers of an extension. */
export interface Handlers<S = Readonly<Record<string, string>>> {
  readonly beforeClusterCreate?: BlockingHandler<hooks.BeforeClusterCreateRequest, S>;
  readonly afterControlPlaneInitialized?: Handler<hooks.AfterControlPlaneInitializedRequest, PlainAnswer, S>;
  readonly beforeClusterUpgrade?: BlockingHandler<hooks.BeforeClusterUpgradeRequest, S>;
  readonly beforeControlPlaneUpgrade?: BlockingHandler<hooks.BeforeControlPlaneUpgradeRequest, S>;
  readonly afterControlPlaneUpgrade?: BlockingHandler<hooks.AfterControlPlaneUpgradeRequest, S>;
  readonly beforeWorkersUpgrade?: BlockingHandler<hooks.BeforeWorkersUpgradeRequest, S>;
  readonly afterWorkersUpgrade?: BlockingHandler<hooks.AfterWorkersUpgradeRequest, S>;
  readonly afterClusterUpgrade?: BlockingHandler<hooks.AfterClusterUpgradeRequest, S>;
  readonly beforeClusterDelete?: BlockingHandler<hooks.BeforeClusterDeleteRequest, S>;
  readonly generatePatches?: NamedHandlers<hooks.GeneratePatchesRequest, AnswerWith<TemplatePatches>, S>;
  readonly validateTopology?: NamedHandlers<hooks.ValidateTopologyRequest, PlainAnswer, S>;
  readonly discoverVariables?: NamedHandlers<hooks.DiscoverVariablesRequest, AnswerWith<DiscoveredVariables>, S>;
  readonly generateUpgradePlan?: NamedHandlers<hooks.GenerateUpgradePlanRequest, AnswerWith<UpgradePlan>, S>;
  readonly canUpdateMachine?: Handler<hooks.CanUpdateMachineRequest, AnswerWith<MachinePatches>, S>;
  readonly canUpdateMachineSet?: Handler<hooks.CanUpdateMachineSetRequest, AnswerWith<MachineSetPatches>, S>;
  readonly updateMachine?: BlockingHandler<hooks.UpdateMachineRequest, S>;
  /** Handlers of hooks that providers declare with `defineHook`; Cluster API's discovery does not list them. */
  readonly custom?: readonly CustomHandler[];
}

/** The keys of `Handlers` that stand for hooks of Cluster API. */
export type HookKey = Exclude<keyof Handlers, "custom">;

type PayloadOf<Response> = Omit<Response, "kind" | "apiVersion" | "status" | "message" | "retryAfterSeconds">;
type CustomAnswer<Response> =
  | Proceed<PayloadOf<Response>>
  | Fail
  | ("retryAfterSeconds" extends keyof Response ? RetryAfter : never);

/** Pairs a handler with a hook that a provider declared; the hook's types are those of the handler. */
export function handle<Request extends object, Response extends object>(
  hook: Hook<Request, Response>,
  handler: Handler<Request, CustomAnswer<Response>, Readonly<Record<string, string>>>,
): CustomHandler {
  const withOptions = typeof handler === "function" ? { handle: handler } : handler;
  return { hook, handler: withOptions as CustomHandler["handler"] };
}
