// The client an author gets: it knows which kinds the controller declared, so reading or writing another one does not
// compile. Reads of watched kinds come from the cache, all others and all writes go to the API server.
import type { DeepPartial, KubeObject, ObjectKey, Resource } from "@capstan/kube";
import type { Watch } from "./watch.ts";

/** Every kind that the watches declare. */
export type Readable<W extends readonly Watch[]> = W[number] extends infer X
  ? X extends Watch<infer T>
    ? T
    : never
  : never;

/** The kinds among them that may be written. */
export type Writable<W extends readonly Watch[]> = W[number] extends infer X
  ? X extends Watch<infer T, "owns" | "writes">
    ? T
    : never
  : never;

/** The resource itself when its kind is declared, else the line the compiler prints. */
export type DeclaredFor<T extends KubeObject, R extends KubeObject> = T["kind"] extends R["kind"]
  ? Resource<T>
  : `rbac/undeclared: ${T["kind"]} is not watched here; add reads(${T["kind"]}) to watches`;

/** The resource itself when its kind may be written, else the line the compiler prints. */
export type WritableFor<T extends KubeObject, W extends KubeObject> = T["kind"] extends W["kind"]
  ? Resource<T>
  : `rbac/undeclared: ${T["kind"]} is not written here; add owns(${T["kind"]}) or writes(${T["kind"]}) to watches`;

/** Which objects to list. */
export interface ListOptions {
  readonly namespace?: string;
  /** Labels the objects must carry. */
  readonly labels?: Readonly<Record<string, string>>;
}

// `T extends T ? ... : Resource<T>`: the compiler infers T from the second branch and checks against the first.

/** Reads of the declared kinds R. */
export interface Reader<R extends KubeObject> {
  /** The object, or undefined when there is none. */
  get<T extends KubeObject>(
    resource: T extends T ? DeclaredFor<T, R> : Resource<T>,
    key: ObjectKey,
  ): Promise<T | undefined>;
  /** All objects that fit. */
  list<T extends KubeObject>(
    resource: T extends T ? DeclaredFor<T, R> : Resource<T>,
    options?: ListOptions,
  ): Promise<readonly T[]>;
}

/** Reads of the declared kinds R and writes of the kinds W among them. */
export interface TypedClient<R extends KubeObject, W extends KubeObject> extends Reader<R> {
  /** Creates the object; fails when it exists already. */
  create<T extends KubeObject>(resource: T extends T ? WritableFor<T, W> : Resource<T>, object: NoInfer<T>): Promise<T>;
  /** Creates the object, or changes what differs from it in the one that exists. Fields not named are left alone. */
  ensure<T extends KubeObject>(resource: T extends T ? WritableFor<T, W> : Resource<T>, object: NoInfer<T>): Promise<T>;
  /** Changes the named fields of an object that exists. */
  patch<T extends KubeObject>(
    resource: T extends T ? WritableFor<T, W> : Resource<T>,
    key: ObjectKey,
    change: DeepPartial<NoInfer<T>>,
  ): Promise<T>;
  /** Deletes the object; one that is gone already counts as deleted. */
  delete<T extends KubeObject>(resource: T extends T ? WritableFor<T, W> : Resource<T>, key: ObjectKey): Promise<void>;
}
