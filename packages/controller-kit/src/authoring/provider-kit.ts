// The builder authors write with: bound once to the provider's services, so that every controller's `ctx.services` is
// typed without saying so. Lives in the author's `src/kit.ts`; making one starts nothing.
import type { KubeObject, Resource } from "@capstan/kube";
import type { ConditionTypes, NoConditions } from "./conditions.ts";
import { defineController, type ControllerDefinition } from "./controller-definition.ts";
import type { InfraClusterOptions } from "./infra-cluster.ts";
import type { InfraMachineOptions } from "./infra-machine.ts";
import type { PlainOptions } from "./plain.ts";
import { defineProvider, type Provider, type ProviderOptions } from "./provider.ts";
import type { Watch } from "./watch.ts";

/** Builds controllers and the provider for services S. */
export interface ProviderKit<S> {
  /** The controller of an InfraCluster kind, with the workflow of its contract. */
  infraCluster<
    T extends KubeObject,
    const C extends ConditionTypes = NoConditions,
    const W extends readonly Watch[] = [],
  >(
    resource: Resource<T>,
    options: InfraClusterOptions<T, C, W, S>,
  ): ControllerDefinition<S>;
  /** The controller of an InfraMachine kind, with the workflow of its contract. */
  infraMachine<
    T extends KubeObject,
    I extends KubeObject,
    const C extends ConditionTypes = NoConditions,
    const W extends readonly Watch[] = [],
  >(
    resource: Resource<T>,
    options: InfraMachineOptions<T, I, C, W, S>,
  ): ControllerDefinition<S>;
  /** The controller of a kind without a contract: pause, finalizer, conditions and the exit patch, no contract fields. */
  controller<
    T extends KubeObject,
    const C extends ConditionTypes = NoConditions,
    const W extends readonly Watch[] = [],
  >(
    resource: Resource<T>,
    options: PlainOptions<T, C, W, S>,
  ): ControllerDefinition<S>;
  /** The provider: its controllers, conversions and templates as one value for `run`, `bundle` and tests. */
  provider(options: ProviderOptions<S>): Provider<S>;
}

/** The builder. Annotate the constant: `export const kit: ProviderKit<{ cloud: Cloud }> = initProvider();` */
export function initProvider<S>(): ProviderKit<S> {
  return {
    infraCluster: (resource, options) => defineController({ role: "InfraCluster", resource, options }),
    infraMachine: (resource, options) =>
      defineController({ role: "InfraMachine", resource, infraCluster: options.cluster, options }),
    controller: (resource, options) => defineController({ role: "plain", resource, options }),
    provider: defineProvider,
  };
}
