// A provider as a value: controllers, conversions and templates under a name.
import type { Converter } from "@capstan/api/codegen/v1";
import type { ProviderType } from "@capstan/contract/description";
import { errorOf, isFirstOfKind, type Resource } from "@capstan/kube";
import { checkWebhooks } from "@capstan/operator/webhooks";
import { kitErrors } from "../kit-errors.ts";
import type { ControllerDefinition } from "./controller-definition.ts";
import { checkPoolVersions } from "./pool-versions.ts";
import { checkProviderRules, type ProviderRules } from "./provider-rules.ts";
import type { ProviderRunnable } from "./runnable.ts";
import type { ProviderWebhook } from "./webhooks.ts";

/** The provider types of clusterctl that this kit supports. */
export type KitProviderType = Exclude<ProviderType, "runtime-extension">;

/** The options of `kit.provider`. */
export interface ProviderOptions<S> {
  /** The name, as in `clusterctl init --infrastructure <name>`: lower-case letters, digits and dashes. */
  readonly name: string;
  /** The type by which clusterctl installs it: `clusterctl init --infrastructure` for "infrastructure". It is part of the names of a release. */
  readonly type: KitProviderType;
  /** At most one for each kind. */
  readonly controllers: readonly ControllerDefinition<S>[];
  /** Template kinds. Each gets an admission webhook that keeps `spec.template` immutable and accepts the dry runs of topologies. */
  readonly templates?: readonly Resource[];
  /** The generated converters of kinds with several versions. They are served by a conversion webhook. */
  readonly conversions?: readonly Converter[];
  /** Webhooks of the author's own, from `kit.validate`, `kit.default` and `kit.handler`. */
  readonly webhooks?: readonly ProviderWebhook<S>[];
  /** Tasks that run as long as the provider does, in the leader or in every replica. */
  readonly runnables?: readonly ProviderRunnable<S>[];
  /** Rights for calls of the author's own that `watches` do not name. Default: none. */
  readonly rules?: ProviderRules;
  /**
   * The apiVersion for a kind that a newer version's reference names by group and kind alone. Conversions to an older version call it for every
   * such reference, so it answers at once, from what the provider has at hand; undefined lets the form `reference` choose.
   */
  readonly apiVersionOf?: ApiVersionOf;
}

/** Looks up the apiVersion of a kind. */
export type ApiVersionOf = (group: string, kind: string) => string | undefined;

/** A provider that needs the services S. Create it with `kit.provider`; pass it to `run`, or to `startProvider` in tests. */
export interface Provider<in S = never> {
  /** The name, as clusterctl knows it. */
  readonly name: string;
  /** The type by which clusterctl installs it. */
  readonly type: KitProviderType;
  /** One for each kind that is reconciled. */
  readonly controllers: readonly ControllerDefinition<S>[];
  /** The template kinds whose `spec.template` a webhook keeps immutable. */
  readonly templates: readonly Resource[];
  /** The converters that the conversion webhook serves. */
  readonly conversions: readonly Converter[];
  /** The webhooks of the author's own. */
  readonly webhooks: readonly ProviderWebhook<S>[];
  /** The tasks of the author's own. */
  readonly runnables: readonly ProviderRunnable<S>[];
  /** The rights for calls of the author's own. */
  readonly rules: ProviderRules;
  /** What conversions ask for the apiVersion of a kind. */
  readonly apiVersionOf?: ApiVersionOf;
}

/** A DNS label: at most 63 characters. */
const nameForm = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

/** Creates a provider; throws `provider/name`, `provider/duplicate-controller`, `provider/machine-version` or `provider/rule` for options that could never run. */
export function defineProvider<S>(options: ProviderOptions<S>): Provider<S> {
  const {
    name,
    type,
    controllers,
    templates = [],
    conversions = [],
    webhooks = [],
    runnables = [],
    rules = {},
    apiVersionOf,
  } = options;
  if (!nameForm.test(name)) {
    throw errorOf(kitErrors, "provider/name", { values: { name } });
  }
  // Claims of two kinds of pool are different objects, and a pool has a controller of its own beside the one of its claims.
  const ofObjects = controllers.filter(({ pool }) => pool === undefined).map(({ resource }) => resource);
  const ofClaims = controllers.flatMap(({ pool }) => (pool === undefined ? [] : [pool]));
  const duplicate = [ofObjects, ofClaims]
    .flatMap((kinds) => kinds.filter((_, index) => !isFirstOfKind(kinds, index)))
    .at(0);
  if (duplicate !== undefined) {
    throw errorOf(kitErrors, "provider/duplicate-controller", { values: { name, kind: duplicate.kind } });
  }
  checkPoolVersions({ name, controllers, conversions });
  checkWebhooks(webhooks);
  checkProviderRules(name, rules);
  const given = { name, type, controllers, templates, conversions, webhooks, runnables, rules };
  return { ...given, ...(apiVersionOf === undefined ? {} : { apiVersionOf }) };
}
