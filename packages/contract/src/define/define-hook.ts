// Defines a Runtime Hook: a call that Cluster API's core, or another caller, makes to a Runtime Extension.
import { parseApiVersion } from "@capstan/kube";
import type { hookRules } from "../rules/kind-rules.ts";
import type { ProblemText } from "../contracts/kind-contract.ts";
import type { Line } from "../rules/contract-problem.ts";
import type { Field } from "../types/type-functions.ts";
import type { Unless } from "./checked-contract.ts";

/** That a version of a hook will be removed, and what is used in its place. */
export interface HookDeprecation {
  /** The first release of the caller in which the version is deprecated, for example `1.3`. */
  readonly since: string;
  /** The version of the same hook that replaces it, for example `v1beta1`; or another hook, as `<group>/<version>/<name>`. */
  readonly replacement: string;
  /** The first release of the caller that may be without the version, for example `1.6`. */
  readonly removal: string;
}

/** The descriptions and switches of a hook, as the OpenAPI document and the catalog show them. */
export interface HookOptions {
  /** `<group>/<version>`, for example `hooks.runtime.cluster.x-k8s.io/v1alpha1`. */
  readonly apiVersion: string;
  /** One line for lists of hooks. */
  readonly summary: string;
  /** When the hook is called and what the answer does. */
  readonly description: string;
  /** Groups of hooks in documents, for example `Lifecycle Hooks`. */
  readonly tags?: readonly string[];
  /** Marks the version as deprecated: `true` where nothing else is known. It is still called. */
  readonly deprecated?: boolean | HookDeprecation;
  /** Whether an extension has one handler of it at most, so that its path has no handler name. */
  readonly singleton?: boolean;
  /** Which handlers the caller calls: all registered handlers (the default), the one that it names, or the only one. */
  readonly handlers?: HookHandlers;
  /** The first release of the caller that calls the hook, as `major.minor`; older releases reject an extension that offers it. */
  readonly since?: string;
}

/** Which of the registered handlers of a hook its caller calls. */
export type HookHandlers = "all" | "named" | "one";

/** A hook: data at run time, the types of request and response at compile time. */
export interface Hook<out Request extends object = object, out Response extends object = object> {
  readonly apiVersion: string;
  readonly group: string;
  readonly version: string;
  readonly name: string;
  readonly requestKind: string;
  readonly responseKind: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Whether the answer may make the caller wait with `retryAfterSeconds`. */
  readonly blocking: boolean;
  readonly deprecated: boolean;
  /** When it was deprecated, what replaces it, and when it may be removed, where that is known. */
  readonly deprecation?: HookDeprecation;
  readonly singleton: boolean;
  readonly handlers: HookHandlers;
  readonly since: string | undefined;
  /** Carries the types for inference only; never set. */
  readonly "~request"?: Request;
  readonly "~response"?: Response;
}

/** The request type of a hook. */
export type RequestOf<H extends Hook> = H extends Hook<infer Request, object> ? Request : never;
/** The response type of a hook. */
export type ResponseOf<H extends Hook> = H extends Hook<object, infer Response> ? Response : never;

type HookText<R> = R extends ProblemText & { readonly rule: infer Id extends string } ? Line<Id, R> : never;
type Lacks<T, K extends string, Rule extends keyof typeof hookRules> = [Field<T, K>] extends [never]
  ? HookText<(typeof hookRules)[Rule]>
  : never;

/** The name, or the message of the first rule that the annotated types break. */
type CheckedName<Response, Name> = object extends Response
  ? HookText<(typeof hookRules)["annotation"]>
  : Unless<Lacks<Response, "status", "status">, Name>;

/** `true` if the response has a field for the delay, otherwise the error message. */
type CheckedBlocking<Response, Blocking> = Blocking extends true
  ? Unless<Lacks<Response, "retryAfterSeconds", "blocking">, Blocking>
  : Blocking;

/**
 * Defines a Runtime Hook. Returns it as data, from which catalogs, OpenAPI documents and extensions are built.
 *
 * Annotate the constant with `Hook<BeforeFooRequest, BeforeFooResponse>`. The kinds of request and response are the hook's
 * name followed by `Request` and `Response`. A response without a status, or a blocking hook whose response has no
 * `retryAfterSeconds`, is a compile error. Has no side effects.
 *
 * @example
 * export const BeforeFoo: Hook<BeforeFooRequest, BeforeFooResponse> = defineHook({
 *   apiVersion: "hooks.example.com/v1",
 *   name: "BeforeFoo",
 *   summary: "Called before a Foo is created",
 *   description: "A failure stops the creation.",
 * });
 */
export function defineHook<
  Request extends object,
  Response extends object,
  Name extends string,
  Blocking extends boolean = false,
>(
  options: HookOptions & {
    /** The hook's name, for example `BeforeClusterCreate`. */
    readonly name: Name extends Name ? CheckedName<Response, Name> : Name;
    /** Whether the answer may make the caller wait with `retryAfterSeconds`. */
    readonly blocking?: Blocking extends Blocking ? CheckedBlocking<Response, Blocking> : Blocking;
  },
): Hook<Request, Response> {
  // The parameter's type is the check; what it checked is the plain input.
  return describeHook(options as unknown as HookInput);
}

/** A hook's options as data, once the compiler has checked them. */
export interface HookInput extends HookOptions {
  readonly name: string;
  readonly blocking?: boolean;
}

/** A hook from its options, which `defineHook` has as values and generators read from source. */
export function describeHook(input: HookInput): Hook<never, never> {
  return {
    apiVersion: input.apiVersion,
    ...parseApiVersion(input.apiVersion),
    name: input.name,
    requestKind: `${input.name}Request`,
    responseKind: `${input.name}Response`,
    summary: input.summary,
    description: input.description,
    tags: input.tags ?? [],
    blocking: input.blocking ?? false,
    deprecated: (input.deprecated ?? false) !== false,
    ...(typeof input.deprecated === "object" ? { deprecation: input.deprecated } : {}),
    singleton: input.singleton ?? false,
    handlers: input.handlers ?? "all",
    since: input.since,
  };
}
