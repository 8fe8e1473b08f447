// The client that authors receive. It knows which kinds the controller declared, so reading or writing another kind does not
// compile.
import type { AllowedNamespaces } from "@capstan/contract";
import type {
  Applied,
  ApplyOptions,
  CallOptions,
  DeleteAllOptions,
  DeleteOptions,
  Ensured,
  WriteOptions,
} from "@capstan/client";
import type { KubeObject, MergePatch, ObjectKey, Resource } from "@capstan/kube";
import type { FieldIndex } from "@capstan/operator";
import type { ListReadOptions, ReadOptions } from "./map-reader.ts";
import type { ClientVerb, Use, Watch } from "./watch.ts";

/** The names of the kinds that the watches W allow a verb with. */
export type KindsWith<W extends readonly Watch[], V extends ClientVerb> = W[number] extends infer X
  ? X extends Watch<infer T, Use, infer Given>
    ? V extends Given
      ? T["kind"]
      : never
    : never
  : never;

/** The verbs that the watches W allow with a kind. */
export type VerbsWith<W extends readonly Watch[], K extends string> = W[number] extends infer X
  ? X extends Watch<infer T, Use, infer Given>
    ? K extends T["kind"]
      ? Given
      : never
    : never
  : never;

/** The resource itself when its kind is declared, otherwise the line that the compiler prints. */
export type DeclaredFor<T extends KubeObject, Kinds extends string> = T["kind"] extends Kinds
  ? Resource<T>
  : `rbac/undeclared: ${T["kind"]} is not declared in \`watches\`: add gets(${T["kind"]}) or reads(${T["kind"]})`;

/** The resource itself when its kind may be listed, otherwise the line that the compiler prints. */
export type ListableFor<T extends KubeObject, Kinds extends string> = T["kind"] extends Kinds
  ? Resource<T>
  : `rbac/undeclared: ${T["kind"]} is not declared for lists in \`watches\`: add reads(${T["kind"]})`;

/** The index itself when its kind may be listed, otherwise the line that the compiler prints. */
export type IndexFor<T extends KubeObject, Kinds extends string> = T["kind"] extends Kinds
  ? FieldIndex<T>
  : `rbac/undeclared: ${T["kind"]} is not declared for lists in \`watches\`: add reads(${T["kind"]})`;

/** The resource itself when the watches W allow the verbs V with its kind, otherwise the line that the compiler prints. */
export type WritableFor<T extends KubeObject, W extends readonly Watch[], V extends ClientVerb> = [V] extends [
  VerbsWith<W, T["kind"]>,
]
  ? Resource<T>
  : `rbac/undeclared: ${T["kind"]} is not declared for ${Exclude<V, VerbsWith<W, T["kind"]>>} in \`watches\`: add owns(${T["kind"]}) or writes(${T["kind"]}) with this verb`;

/** What holds for every call of a client. */
export interface CallSettings extends Pick<CallOptions, "signal">, Pick<WriteOptions, "dryRun"> {}

/**
 * Writes the status of objects of other kinds, where it is a subresource, and nothing else: `ctx.client.status`. It needs the verb `status`, which `owns` and `writes` have only where it is listed. The status of the controller's own
 * kind is written by the pass.
 */
export interface StatusClient<W extends readonly Watch[]> {
  /** Changes the given fields of the status of an existing object; null removes a field, and a list is replaced as a whole. */
  patch<T extends KubeObject>(
    resource: T extends T ? WritableFor<T, W, "status"> : Resource<T>,
    key: ObjectKey,
    change: MergePatch<NoInfer<T>>,
  ): Promise<T>;
  /** Changes the status as a function says, like `modify` of the client: again on the newest object when somebody else was first. It needs the verb get, too. */
  modify<T extends KubeObject>(
    resource: T extends T ? WritableFor<T, W, "get" | "status"> : Resource<T>,
    key: ObjectKey,
    change: (draft: NoInfer<T>) => unknown,
  ): Promise<Ensured<T>>;
  /** Applies the status on the API server, of an object that exists. */
  apply<T extends KubeObject>(
    resource: T extends T ? WritableFor<T, W, "status"> : Resource<T>,
    object: Applied<NoInfer<T>>,
    options: Pick<ApplyOptions, "fieldManager" | "force">,
  ): Promise<T>;
}

// `T extends T ? ... : Resource<T>`: the compiler infers T from the second branch and checks against the first.

/**
 * The client of a pass: `ctx.client`. R are the kinds that the controller may read without a declaration, W are its `watches`.
 * A kind or a verb that they do not declare is a compile error that names the missing declaration. Every method rejects with the ApiError of the API server.
 *
 * Kinds of `owns`, `reads` and `maps`, the controller's own kind and core's kinds are read from the cache; kinds of `gets` and `writes`, Secrets and
 * ConfigMaps are read from the API server. All writes go to the API server. The next pass over the same object starts when the cache has seen them.
 *
 * @example
 * const { object: disk } = await ctx.client.ensure(FooDisk, { ...diskOf(object), spec: { size: "10Gi" } });
 */
export interface TypedClient<R extends KubeObject, W extends readonly Watch[]> {
  /** The object, or undefined when it does not exist. */
  get<T extends KubeObject>(
    resource: T extends T ? DeclaredFor<T, R["kind"] | KindsWith<W, "get">> : Resource<T>,
    key: ObjectKey,
  ): Promise<T | undefined>;
  /** All objects that match. */
  list<T extends KubeObject>(
    resource: T extends T ? ListableFor<T, R["kind"] | KindsWith<W, "list">> : Resource<T>,
    options?: ListReadOptions,
  ): Promise<readonly T[]>;
  /** The cached objects that an index files under a value, without a scan. The index is declared in `indexes` of a controller; otherwise it rejects with `operator/no-such-index`. */
  listBy<T extends KubeObject>(
    index: T extends T ? IndexFor<T, R["kind"] | KindsWith<W, "list">> : FieldIndex<T>,
    value: string,
    options?: ReadOptions,
  ): Promise<readonly T[]>;
  /** Creates the object. Rejects when it exists already; prefer `ensure` in a reconcile. */
  create<T extends KubeObject>(
    resource: T extends T ? WritableFor<T, W, "create"> : Resource<T>,
    object: NoInfer<T>,
  ): Promise<T>;
  /**
   * Creates the object, or changes the given fields of the existing one. Fields that are not given stay as they are, a field that is null is removed, and a list is replaced as a whole: except owner
   * references and finalizers, where the given entries are added or changed and those of others stay. Nothing is sent when the stored object has what is given. `outcome` says what was done.
   *
   * Rejects with `kube/other-controller` when the given object has a controller and the stored one has another.
   */
  ensure<T extends KubeObject>(
    resource: T extends T ? WritableFor<T, W, "create" | "get" | "patch"> : Resource<T>,
    object: NoInfer<T>,
  ): Promise<Ensured<T>>;
  /**
   * Changes an existing object as a function says: the difference is sent, with the version that it was made from. When somebody else has written the object in between, the function is called again with the object as it
   * is then, five times at most; so an owner or a finalizer that it adds removes nobody else's. Nothing is sent when it changes nothing. Rejects with `client/not-found` when the object does not exist.
   *
   * It needs the verbs get and patch.
   *
   * @example
   * await ctx.client.modify(Secret, key, (secret) => ensureOwner(secret, ownerReferenceTo(object)));
   */
  modify<T extends KubeObject>(
    resource: T extends T ? WritableFor<T, W, "get" | "patch"> : Resource<T>,
    key: ObjectKey,
    change: (draft: NoInfer<T>) => unknown,
  ): Promise<Ensured<T>>;
  /** Changes the given fields of an existing object; null removes a field. A list is replaced as a whole, also owner references and finalizers: use `modify` for one entry. */
  patch<T extends KubeObject>(
    resource: T extends T ? WritableFor<T, W, "patch"> : Resource<T>,
    key: ObjectKey,
    change: MergePatch<NoInfer<T>>,
  ): Promise<T>;
  /**
   * Applies the object on the API server (server-side apply): creates it, or changes the given fields and owns them. Fields that this manager applied before and that are missing now are removed, and
   * fields of others stay, also in lists whose elements have keys. Rejects with `client/field-conflict` when another manager has given a field another value and `force` is not set.
   *
   * It needs the verb `apply`, which `owns` and `writes` have without a list of verbs. The embedded API server of tests has no apply.
   *
   * @example
   * await ctx.client.apply(FooDisk, diskOf(object), { fieldManager: "foo-cluster", force: true });
   */
  apply<T extends KubeObject>(
    resource: T extends T ? WritableFor<T, W, "apply"> : Resource<T>,
    object: Applied<NoInfer<T>>,
    options: Pick<ApplyOptions, "fieldManager" | "force">,
  ): Promise<T>;
  /**
   * Deletes the object. Resolves also when it does not exist. With `preconditions` it deletes only an object with this uid and version, and rejects with a conflict when there is another one.
   *
   * @example
   * await ctx.client.delete(FooDisk, key, { preconditions: { uid: disk.metadata.uid }, propagationPolicy: "Foreground" });
   */
  delete<T extends KubeObject>(
    resource: T extends T ? WritableFor<T, W, "delete"> : Resource<T>,
    key: ObjectKey,
    options?: Pick<DeleteOptions, "gracePeriodSeconds" | "preconditions" | "propagationPolicy">,
  ): Promise<void>;
  /**
   * Deletes the objects that selectors match, in one namespace, with one call. Those with finalizers stay until they are removed. Without a selector it needs `all: true`.
   *
   * It needs the verb `deletecollection`, which only a list of verbs has.
   *
   * @example
   * await ctx.client.deleteAllOf(FooDisk, { namespace, labelSelector: `cluster=${name}` });
   */
  deleteAllOf<T extends KubeObject>(
    resource: T extends T ? WritableFor<T, W, "deletecollection"> : Resource<T>,
    options: Omit<DeleteAllOptions, keyof CallOptions | "dryRun">,
  ): Promise<void>;
  /** Writes the status of objects of other kinds. */
  readonly status: StatusClient<W>;
  /**
   * The same client with settings for all its calls: a `signal` that ends them before the pass ends, or `dryRun`, with which the API server checks writes and stores nothing.
   *
   * @example
   * const stored = await ctx.client.with({ dryRun: true }).create(FooDisk, disk); // rejects what the API server would reject
   */
  with(settings: CallSettings): TypedClient<R, W>;
}

/** A kind of identity: an object of the whole cluster that names credentials, and the namespaces that may use them. */
export interface IdentityObject extends KubeObject {
  readonly spec?: { readonly allowedNamespaces?: AllowedNamespaces };
}

/** An identity that may be used, or why it may not, for a condition. */
export type IdentityAccess<T> =
  | { readonly allowed: true; readonly identity: T }
  | {
      readonly allowed: false;
      readonly reason: "IdentityNotFound" | "NamespaceNotAllowed";
      readonly message: string;
    };

/** The resource itself when its kind and Namespace are declared, otherwise the line that the compiler prints. */
export type IdentityFor<T extends KubeObject, Kinds extends string> = "Namespace" extends Kinds
  ? DeclaredFor<T, Kinds>
  : "rbac/undeclared: Namespace is not declared in `watches`: add gets(Namespace)";
