// The webhooks of a provider's author: the functions of the kit that define them, and what their functions get.
import {
  defineDefaulting,
  defineHandler,
  defineValidation,
  type AdmissionDefinition,
  type DefaultingOptions,
  type HandlerDefinition,
  type HandlerOptions,
  type ValidationOptions,
  type WebhookContext,
  type WebhookDefinition,
} from "@capstan/operator";
import type { KubeObject, Resource } from "@capstan/kube";

/** The second argument of every function of a webhook of a provider with services S. */
export interface ProviderWebhookContext<S> extends WebhookContext {
  /** What the `services` function of `run` returned. */
  readonly services: S;
}

/** A webhook of a provider that needs the services S. */
export type ProviderWebhook<S = never> = WebhookDefinition<ProviderWebhookContext<S>>;

/** The functions of the kit for webhooks. */
export interface WebhookKit<S> {
  /**
   * Creates the validating webhook of a kind: its functions are called before an object is created, changed or deleted, and may reject that. Add it to `webhooks`
   * of the provider; the release, `capstan dev` and tests then have it.
   *
   * `immutable` names fields that cannot change. It holds for this kind and not for its template, which `templates` of the provider keeps immutable. A
   * function that throws or is too slow fails the request with 500, or lets it pass with `failurePolicy: "Ignore"`.
   *
   * @example
   * export const fooMachineChecks: ProviderWebhook<Services> = kit.validate(FooMachine, {
   *   immutable: ["spec.zone"],
   *   async create({ object }, ctx) {
   *     const zones = await ctx.services.cloud.zones({ signal: ctx.signal });
   *     if (zones.includes(object.spec.zone)) return admitted();
   *     return rejected([{ path: "spec.zone", type: "NotSupported", value: object.spec.zone, supported: zones }]);
   *   },
   * });
   */
  validate<T extends KubeObject, const P extends readonly string[] = []>(
    resource: Resource<T>,
    options: ValidationOptions<T, ProviderWebhookContext<S>, P>,
  ): AdmissionDefinition<ProviderWebhookContext<S>>;
  /**
   * Creates the mutating webhook of a kind: its functions change `object`, and what they changed is stored. Defaults that never depend on anything are better
   * in the type (`@default`).
   *
   * @example
   * export const fooMachineDefaults: ProviderWebhook<Services> = kit.default(FooMachine, {
   *   create: ({ object }) => void (object.spec.image ??= "foo-" + (object.spec.size ?? "small")),
   * });
   */
  default<T extends KubeObject>(
    resource: Resource<T>,
    options: DefaultingOptions<T, ProviderWebhookContext<S>>,
  ): AdmissionDefinition<ProviderWebhookContext<S>>;
  /**
   * Creates a path of the author's own on the port of the webhooks. Anyone who reaches the port can call it.
   *
   * @example
   * export const prices: ProviderWebhook<Services> = kit.handler("/prices", {
   *   method: "GET",
   *   handle: async (_, ctx) => jsonResponse(200, await ctx.services.cloud.prices()),
   * });
   */
  handler(
    path: `/${string}`,
    options: HandlerOptions<ProviderWebhookContext<S>>,
  ): HandlerDefinition<ProviderWebhookContext<S>>;
}

/** Creates these functions. */
export function webhookKit<S>(): WebhookKit<S> {
  return { validate: defineValidation, default: defineDefaulting, handler: defineHandler };
}
