// The client of a controller that is made with `declareController`: the compiler knows which calls the controller declares, so another call does not compile.
import type {
  Applied,
  ApplyOptions,
  CallOptions,
  Client,
  DeleteAllOptions,
  DeleteOptions,
  ListOptions,
  PatchOf,
  SubresourceOptions,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from "@capstan/client";
import type { KubeList, KubeObject, ObjectKey, Resource } from "@capstan/kube";
import type { CallVerb, ControllerCall } from "./controller-options.ts";

/** What a controller declares: the names of the kinds that it caches, which it may read, and its `calls`. */
export interface DeclaredCalls {
  readonly cached: string;
  readonly calls: readonly ControllerCall[];
}

/** What the verbs of a call allow: `apply` gives the rights to create and to patch. */
type Allowed<V> = V extends "apply" ? "apply" | "create" | "patch" : V;

/** The subresource of a call or of its options: "" is the object itself. */
export type SubresourceOf<O> = O extends { readonly subresource: infer S extends string } ? S : "";

/** The verbs that a controller may use on a kind, or on its subresource. */
export type VerbsOn<D extends DeclaredCalls, K extends string, S extends string> =
  | (S extends "" ? (K extends D["cached"] ? "get" | "list" | "watch" : never) : never)
  | (D["calls"][number] extends infer C
      ? C extends { readonly resource: Resource<infer T>; readonly verbs: readonly (infer V)[] }
        ? K extends T["kind"]
          ? SubresourceOf<C> extends S
            ? Allowed<V>
            : never
          : never
        : never
      : never);

/** The resource itself when the controller declares the call, otherwise the line that the compiler prints. */
export type CallOn<T extends KubeObject, D extends DeclaredCalls, V extends CallVerb, S extends string = ""> =
  V extends VerbsOn<D, T["kind"], S>
    ? Resource<T>
    : S extends ""
      ? `operator/undeclared-call: ${V} of ${T["kind"]} is not declared: add { resource: ${T["kind"]}, verbs: ["${V}"] } to \`calls\``
      : `operator/undeclared-call: ${V} of ${T["kind"]} is not declared: add { resource: ${T["kind"]}, subresource: "${S}", verbs: ["${V}"] } to \`calls\``;

// `T extends T ? ... : Resource<T>`: the compiler infers T from the second branch and checks against the first.

/**
 * The client of a reconcile whose controller is made with `declareController`. Its methods are those of `Client`, for what the controller declares: reads of the kinds of `for`, `watches` and `reads`, and what `calls` lists.
 * Another call is a compile error that names what is missing. `untypedClient` gives the client without these checks.
 */
export interface OperatorClient<D extends DeclaredCalls> extends Pick<Client, "server" | "namespace" | "resourceFor"> {
  get<T extends KubeObject>(
    resource: T extends T ? CallOn<T, D, "get"> : Resource<T>,
    key: ObjectKey,
    options?: CallOptions,
  ): Promise<T>;
  find<T extends KubeObject>(
    resource: T extends T ? CallOn<T, D, "get"> : Resource<T>,
    key: ObjectKey,
    options?: CallOptions,
  ): Promise<T | undefined>;
  list<T extends KubeObject>(
    resource: T extends T ? CallOn<T, D, "list"> : Resource<T>,
    options?: ListOptions,
  ): Promise<KubeList<T>>;
  listAll<T extends KubeObject>(
    resource: T extends T ? CallOn<T, D, "list"> : Resource<T>,
    options?: ListOptions,
  ): Promise<KubeList<T>>;
  create<T extends KubeObject>(
    resource: T extends T ? CallOn<T, D, "create"> : Resource<T>,
    object: NoInfer<T>,
    options?: WriteOptions,
  ): Promise<T>;
  update<T extends KubeObject, const O extends SubresourceOptions = {}>(
    resource: T extends T ? CallOn<T, D, "update", SubresourceOf<O>> : Resource<T>,
    object: NoInfer<T>,
    options?: O,
  ): Promise<T>;
  updateStatus<T extends KubeObject>(
    resource: T extends T ? CallOn<T, D, "update", "status"> : Resource<T>,
    object: NoInfer<T>,
    options?: WriteOptions,
  ): Promise<T>;
  patch<T extends KubeObject, const S extends string = "">(
    resource: T extends T ? CallOn<T, D, "patch", S> : Resource<T>,
    key: ObjectKey,
    patch: PatchOf<NoInfer<T>, S> & { readonly subresource?: S },
  ): Promise<T>;
  apply<T extends KubeObject, const O extends ApplyOptions>(
    resource: T extends T ? CallOn<T, D, "apply", SubresourceOf<O>> : Resource<T>,
    object: Applied<NoInfer<T>>,
    options: O,
  ): Promise<T>;
  delete<T extends KubeObject>(
    resource: T extends T ? CallOn<T, D, "delete"> : Resource<T>,
    key: ObjectKey,
    options?: DeleteOptions,
  ): Promise<boolean>;
  deleteAllOf<T extends KubeObject>(
    resource: T extends T ? CallOn<T, D, "deletecollection"> : Resource<T>,
    options: DeleteAllOptions,
  ): Promise<readonly KubeObject[]>;
  watch<T extends KubeObject>(
    resource: T extends T ? CallOn<T, D, "watch"> : Resource<T>,
    options?: WatchOptions,
  ): AsyncIterable<WatchEvent<T>>;
}
