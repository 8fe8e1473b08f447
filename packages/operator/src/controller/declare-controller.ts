// Declares a controller whose client has the calls that the controller declares, and no others.
import type { Client } from "@capstan/client";
import type { KubeObject, ObjectKey, Resource } from "@capstan/kube";
import type {
  ControllerCall,
  ControllerOptions,
  ControllerRead,
  ControllerWatch,
  ReconcileContext,
  ReconcileResult,
} from "./controller-options.ts";
import type { DeclaredCalls, OperatorClient } from "./operator-client.ts";

/** The name of the kind of a resource, also of one in `watches` or `reads`. */
type KindIn<R> = R extends { readonly resource: Resource<infer T> }
  ? T["kind"]
  : R extends Resource<infer T>
    ? T["kind"]
    : never;

/** What a reconcile of a controller with these declarations may use. */
export interface DeclaredContext<D extends DeclaredCalls> extends Omit<ReconcileContext, "client"> {
  /** The client of the manager, as `ReconcileContext.client` is, with the calls that the controller declares. */
  readonly client: OperatorClient<D>;
}

/** The options of `declareController`: those of a controller, whose `reconcile` has a client that knows `for`, `watches`, `reads` and `calls`. */
export interface DeclaredController<
  T extends KubeObject,
  W extends readonly ControllerWatch[],
  R extends readonly (Resource | ControllerRead)[],
  C extends readonly ControllerCall[],
> extends Omit<ControllerOptions<NoInfer<T>>, "for" | "watches" | "reads" | "calls" | "reconcile" | "abandoned"> {
  readonly for: Resource<T>;
  readonly watches?: W;
  readonly reads?: R;
  readonly calls?: C;
  reconcile(
    key: ObjectKey,
    context: DeclaredContext<{ readonly cached: T["kind"] | KindIn<W[number]> | KindIn<R[number]>; readonly calls: C }>,
  ): Promise<ReconcileResult | undefined | void>;
  abandoned?(
    key: ObjectKey,
    context: DeclaredContext<{ readonly cached: T["kind"] | KindIn<W[number]> | KindIn<R[number]>; readonly calls: C }>,
    error: Error,
  ): Promise<void>;
}

/**
 * Declares a controller for `Manager.addController` and `controllerRights`. A call of `client` that `calls` does not list, on a kind that the controller does not cache, does not compile: the API server would reject it, as
 * `controllerRights` gives no right for it. Give `watches`, `reads` and `calls` before `reconcile`, as the compiler reads them in this order.
 *
 * @example
 * const websites = declareController({
 *   name: "website",
 *   for: Website,
 *   calls: [{ resource: Secret, verbs: ["get"] }],
 *   async reconcile(key, { client }) {
 *     await client.find(Secret, key);
 *   },
 * });
 */
export function declareController<
  T extends KubeObject,
  const W extends readonly ControllerWatch[] = readonly [],
  const R extends readonly (Resource | ControllerRead)[] = readonly [],
  const C extends readonly ControllerCall[] = readonly [],
>(options: DeclaredController<T, W, R, C>): ControllerOptions<T>;
export function declareController(options: unknown): unknown {
  return options;
}

/**
 * The client of a reconcile without the checks of `declareController`, for functions that take a `Client`, such as `ensure` and `modify`. Declare in `calls` what they do: get, create and patch.
 *
 * @example
 * await ensure(untypedClient(client), Secret, secret);
 */
export function untypedClient<D extends DeclaredCalls>(client: OperatorClient<D>): Client;
export function untypedClient(client: unknown): unknown {
  return client;
}
