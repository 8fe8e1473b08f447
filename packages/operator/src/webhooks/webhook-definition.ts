// Webhooks as values: which requests they get, and the author's functions for them. Nothing is served before a manager runs.
import type { AdmissionDeclaration, KubeObject, Resource, ServedWebhook, WebhookSettings } from "@capstan/kube";
import type { Logger } from "@capstan/process";
import type { BodyLimits, ServeRequest, ServeResponse } from "@capstan/serve";
import { operatorError } from "../operator-errors.ts";
import type { AdmissionResult } from "./admission-result.ts";
import type { ImmutablePaths } from "./immutable-path.ts";

/** The second argument of every function of a webhook. */
export interface WebhookContext {
  /** Aborts when the API server no longer waits for the answer: shortly before `timeoutSeconds` are over, or when it has left. Pass it to everything that waits. */
  readonly signal: AbortSignal;
  /** Writes log lines with the webhook, the object and the uid of the request. */
  readonly log: Logger;
}

/** Who sent the request. */
export interface ReviewUser {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
}

/** What all requests have in common. */
export interface ReviewInfo {
  /** The request's own uid, as in the audit log of the API server. */
  readonly uid: string;
  /** Empty while an object with `generateName` is created. */
  readonly name: string;
  /** Empty for kinds without namespaces. */
  readonly namespace: string;
  /** Nothing will be stored: do nothing outside of the object. */
  readonly dryRun: boolean;
  readonly user: ReviewUser;
}

/** An object that is created. */
export interface CreateReview<T extends KubeObject> extends ReviewInfo {
  readonly operation: "CREATE";
  readonly object: T;
}

/** An object that is changed. Changes of the status are not sent to webhooks. */
export interface UpdateReview<T extends KubeObject> extends ReviewInfo {
  readonly operation: "UPDATE";
  /** As it will be. */
  readonly object: T;
  /** As it is. */
  readonly old: T;
}

/** An object that is deleted. */
export interface DeleteReview<T extends KubeObject> extends ReviewInfo {
  readonly operation: "DELETE";
  /** The object as it is. */
  readonly object: T;
}

// `void`: a function without a `return` admits.
// oxlint-disable-next-line typescript/no-invalid-void-type
type Answered = AdmissionResult | undefined | void;

/** A function of a webhook. */
export type WebhookFunction<R, C> = (review: R, context: C) => Answered | Promise<Answered>;

/** The functions of a validating webhook. Only operations with a function are sent to it. */
export interface ValidationFunctions<T extends KubeObject, C> {
  readonly create?: WebhookFunction<CreateReview<T>, C>;
  readonly update?: WebhookFunction<UpdateReview<T>, C>;
  readonly delete?: WebhookFunction<DeleteReview<T>, C>;
}

/** Where an admission webhook is served. */
export interface WebhookPlace {
  /** Its path on the port of the webhooks, for example "/validate-website". No other webhook has it. Default: "/validate/<plural>.<group>/<version>", and "/default/..." of a mutating one. */
  readonly path?: `/${string}`;
}

/** The options of a validating webhook. */
export interface ValidationOptions<T extends KubeObject, C, P extends readonly string[]>
  extends ValidationFunctions<T, C>, Omit<WebhookSettings, "reinvocationPolicy">, WebhookPlace {
  /**
   * Fields that keep the value that they are created with, also when they were created without one. It holds for this kind, not for its template. Each must be a
   * field of the kind; a path ends at a list or a map, which is compared as a whole.
   */
  readonly immutable?: ImmutablePaths<T, P>;
}

/** The functions of a mutating webhook. They change `object`, which is a copy, and what they changed becomes the patch. */
export interface DefaultingOptions<T extends KubeObject, C> extends WebhookSettings, WebhookPlace {
  readonly create?: WebhookFunction<CreateReview<T>, C>;
  readonly update?: WebhookFunction<UpdateReview<T>, C>;
}

/** The options of a handler. */
export interface HandlerOptions<C> {
  /** Default: "POST". */
  readonly method?: "POST" | "GET" | "PUT";
  /** After it, the signal aborts and the caller gets 500. From 1 to 30. Default: 10. */
  readonly timeoutSeconds?: number;
  /** Limits of bodies, where they differ from those of the server. */
  readonly limits?: Partial<BodyLimits>;
  /** Answers a request. Anyone who reaches the port can send one. */
  readonly handle: (request: ServeRequest, context: C) => ServeResponse | Promise<ServeResponse>;
}

/** The operations that webhooks of authors can get. */
export type ReviewOperation = "CREATE" | "UPDATE" | "DELETE";

/** A webhook that gets AdmissionReviews of one kind. */
export interface AdmissionDefinition<in C = WebhookContext> {
  readonly type: "validating" | "mutating";
  /** The name in the webhook configuration. */
  readonly name: string;
  readonly path: string;
  readonly resource: Resource;
  readonly operations: readonly ReviewOperation[];
  readonly settings: WebhookSettings;
  readonly immutable: readonly string[];
  readonly functions: Readonly<Partial<Record<ReviewOperation, WebhookFunction<AnyReview, C>>>>;
}

/** A review of any kind and operation. */
export type AnyReview = CreateReview<KubeObject> | UpdateReview<KubeObject> | DeleteReview<KubeObject>;

/** A path on the port of the webhooks. */
export interface HandlerDefinition<in C = WebhookContext> {
  readonly type: "custom";
  readonly name: string;
  readonly path: string;
  readonly method: string;
  readonly settings: Pick<WebhookSettings, "timeoutSeconds">;
  readonly limits: Partial<BodyLimits>;
  readonly handle: (request: ServeRequest, context: C) => ServeResponse | Promise<ServeResponse>;
}

/** A webhook whose functions get a context C. */
export type WebhookDefinition<C = WebhookContext> = AdmissionDefinition<C> | HandlerDefinition<C>;

/**
 * Defines the validating webhook of a kind: its functions are called before an object is stored, and can reject it. A kind has one at most.
 *
 * A function that throws, returns something else or does not answer in time fails the request with 500, and is logged; `failurePolicy: "Ignore"` lets
 * such requests pass. Throws `operator/webhook-empty` when there is nothing to check, `operator/webhook-timeout` for a wrong `timeoutSeconds`, and `operator/webhook-path` for a `path` that does not begin with "/", or has a query.
 *
 * @example
 * const validation = defineValidation(Website, {
 *   immutable: ["spec.host"],
 *   create({ object }) {
 *     if (object.spec.host === "localhost") return rejected([{ path: "spec.host", type: "Forbidden", detail: "it has no certificate" }]);
 *   },
 * });
 */
export function defineValidation<T extends KubeObject, C = WebhookContext, const P extends readonly string[] = []>(
  resource: Resource<T>,
  options: ValidationOptions<T, C, P>,
): AdmissionDefinition<C> {
  const { create, update, delete: remove, immutable = [], path, ...settings } = options;
  const fields: readonly string[] = immutable;
  const functions = { CREATE: create, UPDATE: update, DELETE: remove };
  const operations = operationsOf(functions, fields.length > 0 ? ["UPDATE"] : []);
  return { ...admission("validating", resource, { operations, settings, functions, path }), immutable: fields };
}

/**
 * Defines the mutating webhook of a kind: its functions change an object before the API server checks and stores it. A kind has one at most.
 * They may be called again with what they have returned, so they set what is missing and leave the rest.
 *
 * @example
 * const defaulting = defineDefaulting(Website, {
 *   create({ object }) {
 *     object.spec.replicas ??= 2;
 *   },
 * });
 */
export function defineDefaulting<T extends KubeObject, C = WebhookContext>(
  resource: Resource<T>,
  { create, update, path, ...settings }: DefaultingOptions<T, C>,
): AdmissionDefinition<C> {
  const functions = { CREATE: create, UPDATE: update };
  return admission("mutating", resource, { operations: operationsOf(functions), settings, functions, path });
}

/**
 * Defines a path on the port of the webhooks, for what is not a review of one kind.
 * Throws `operator/webhook-path` for a path that does not begin with "/", or has a query.
 *
 * @example
 * const hello = defineHandler("/hello", { method: "GET", handle: () => textResponse(200, "hello\n") });
 */
export function defineHandler<C = WebhookContext>(
  path: `/${string}`,
  options: HandlerOptions<C>,
): HandlerDefinition<C> {
  checkPath(path);
  const { method = "POST", timeoutSeconds, limits = {} } = options;
  const settings = timeoutSeconds === undefined ? {} : { timeoutSeconds };
  checkTimeout(path, settings);
  return { type: "custom", name: path, path, method, settings, limits, handle: options.handle.bind(options) };
}

/** Paths are compared as they are sent. */
function checkPath(path: string): void {
  if (!path.startsWith("/") || /[?#\s]/.test(path)) throw operatorError("operator/webhook-path", { path });
}

interface AdmissionParts<C> {
  readonly path: string | undefined;
  readonly operations: readonly ReviewOperation[];
  readonly settings: WebhookSettings;
  readonly functions: AdmissionDefinition<C>["functions"] | object;
}

function admission<C>(
  type: AdmissionDefinition["type"],
  resource: Resource,
  {
    operations,
    settings,
    functions,
    path = `/${verbOf[type]}/${nameOf(resource)}/${resource.version}`,
  }: AdmissionParts<C>,
): AdmissionDefinition<C> {
  const name = `${verbOf[type]}.${nameOf(resource)}`;
  if (operations.length === 0) throw operatorError("operator/webhook-empty", { webhook: name });
  checkTimeout(name, settings);
  checkPath(path);
  return {
    type,
    name,
    path,
    resource,
    operations,
    settings,
    immutable: [],
    // The route calls them with reviews of this kind and operation only.
    functions: functions as AdmissionDefinition<C>["functions"],
  };
}

/** What webhooks of a type do, in their names and paths. */
const verbOf: Readonly<Record<AdmissionDefinition["type"], string>> = {
  validating: "validate",
  mutating: "default",
};

/** The API server demands a name of three parts, with the verb before. */
function nameOf({ group, plural }: Resource): string {
  return `${plural}.${group === "" ? "core" : group}`;
}

function operationsOf(
  functions: Readonly<Partial<Record<ReviewOperation, unknown>>>,
  always: readonly ReviewOperation[] = [],
): readonly ReviewOperation[] {
  const all: readonly ReviewOperation[] = ["CREATE", "UPDATE", "DELETE"];
  return all.filter((operation) => functions[operation] !== undefined || always.includes(operation));
}

/** The bounds of the API server. */
function checkTimeout(webhook: string, { timeoutSeconds = 10 }: WebhookSettings): void {
  if (!Number.isInteger(timeoutSeconds) || timeoutSeconds < 1 || timeoutSeconds > 30)
    throw operatorError("operator/webhook-timeout", { webhook, seconds: String(timeoutSeconds) });
}

/** What `--describe` prints of a webhook: an API server calls it at its path, unless it is of type `custom`. */
export interface DescribedDefinition extends ServedWebhook {
  readonly type: WebhookDefinition["type"];
}

/** The description of a webhook. */
export function describeDefinition(webhook: WebhookDefinition<never>): DescribedDefinition {
  const { type, name, path } = webhook;
  if (type === "custom") return { type, name, path, groups: [], versions: [], resources: [] };
  return { type, path, ...declarationOf(webhook) };
}

/** The declaration of a webhook to an API server. */
function declarationOf({ name, resource, operations, settings }: AdmissionDefinition<never>): AdmissionDeclaration {
  const { group, version, plural } = resource;
  return { ...settings, name, groups: [group], versions: [version], resources: [plural], operations };
}
