// A provider as a value: controllers, conversions and templates under a name. src/run/ runs it, describe.ts describes it.
import type { Converter } from "@capstan/api/codegen/v1";
import type { ProviderType } from "@capstan/contract";
import { errorOf, sameKind, type Resource } from "@capstan/kube";
import { kitErrors } from "../kit-errors.ts";
import type { ControllerDefinition } from "./controller-definition.ts";

/** What a provider is to clusterctl. */
export type KitProviderType = Exclude<ProviderType, "runtime-extension">;

/** What a provider is made of. */
export interface ProviderOptions<S> {
  /** Its name as in `clusterctl init --infrastructure <name>`. */
  readonly name: string;
  readonly type: KitProviderType;
  readonly controllers: readonly ControllerDefinition<S>[];
  /** Template kinds; each gets the admission webhook that keeps it immutable and lets topology dry runs pass. */
  readonly templates?: readonly Resource[];
  /** The generated converters of kinds with several versions; each gets a conversion webhook. */
  readonly conversions?: readonly Converter[];
}

/** A provider that needs the services S. */
export interface Provider<in S = never> {
  readonly name: string;
  readonly type: KitProviderType;
  readonly controllers: readonly ControllerDefinition<S>[];
  readonly templates: readonly Resource[];
  readonly conversions: readonly Converter[];
}

const nameForm = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

/** The provider of these options; refuses what could never run. */
export function defineProvider<S>(options: ProviderOptions<S>): Provider<S> {
  const { name, type, controllers, templates = [], conversions = [] } = options;
  if (!nameForm.test(name)) {
    throw errorOf(kitErrors, "provider/name", { values: { name } });
  }
  const twice = controllers.find(
    (one, index) => controllers.findIndex((other) => sameKind(one.resource, other.resource)) !== index,
  );
  if (twice !== undefined) {
    throw errorOf(kitErrors, "provider/two-controllers", { values: { name, kind: twice.resource.kind } });
  }
  return { name, type, controllers, templates, conversions };
}
