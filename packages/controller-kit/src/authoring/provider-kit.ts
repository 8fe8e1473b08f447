// The functions that create controllers and the provider, bound once to the provider's services, so that `ctx.services` is typed in every
// controller.
import { IPAddressClaim } from "@capstan/api/ipam/v1beta2";
import type { KindContracts, KitKind } from "@capstan/contract/rules";
import type { KubeObject, Resource } from "@capstan/kube";
import type { BootstrapConfigOptions } from "./bootstrap-config.ts";
import type { ConditionTypes, NoConditions } from "./conditions.ts";
import { defineController, type ControllerDefinition } from "./controller-definition.ts";
import type { InfraClusterOptions } from "./infra-cluster.ts";
import type { InfraMachineOptions } from "./infra-machine.ts";
import type { InfraMachinePoolOptions } from "./infra-machine-pool.ts";
import type { IPPoolOptions } from "./ip-pool.ts";
import type { PlainOptions } from "./plain.ts";
import { defineProvider, type Provider, type ProviderOptions } from "./provider.ts";
import { removed } from "./result.ts";
import { checkedResource, type ResourceForRole } from "./role-resource.ts";
import type { Watch } from "./watch.ts";
import { type WebhookKit, webhookKit } from "./webhooks.ts";

/** The functions that the records of the kinds name: a kind whose function is missing here is a compile error of `initProvider`. */
type KindFunctions = Readonly<Record<KindContracts[KitKind]["workflow"]["kit"], unknown>>;

/** Creates controllers, webhooks and the provider for services S. Definitions are values: nothing starts before `run`. */
export interface ProviderKit<S> extends KindFunctions, WebhookKit<S> {
  /**
   * Creates the controller of an InfraCluster kind. A kind of another role does not compile where its name shows that; this and the next four
   * functions throw `provider/role` for one that was defined for another role. The kit runs the workflow of the contract around the author's functions: externally managed
   * objects are left alone, the owner and the finalizer are set before the first call, a pause stops everything but the Paused condition, and the
   * result is written in at most three requests.
   *
   * @example
   * export const fooCluster: ControllerDefinition<Services> = kit.infraCluster(FooCluster, {
   *   conditions: { NetworkReady: ["Provisioning", "Available"] },
   *   async reconcile({ object }, ctx) {
   *     const network = await ctx.services.cloud.ensureNetwork(object.metadata.name);
   *     if (!network.ready) return waiting("NetworkReady", "Provisioning", network.progress, { requeueAfter: "15s" });
   *     return provisioned({ endpoint: { host: network.host, port: 6443 } });
   *   },
   *   async delete({ object }, ctx) {
   *     const deleted = await ctx.services.cloud.deleteNetwork(object.metadata.name);
   *     return deleted ? removed() : requeueAfter("10s");
   *   },
   * });
   */
  infraCluster<
    T extends KubeObject,
    const C extends ConditionTypes = NoConditions,
    const W extends readonly Watch[] = [],
  >(
    resource: ResourceForRole<T, "InfraCluster">,
    options: InfraClusterOptions<T, C, W, S>,
  ): ControllerDefinition<S>;
  /**
   * Creates the controller of an InfraMachine kind. In addition to the workflow of `infraCluster`, `reconcile` is called only when the
   * infrastructure of the Cluster and the bootstrap data exist.
   *
   * @example
   * export const fooMachine: ControllerDefinition<Services> = kit.infraMachine(FooMachine, {
   *   cluster: FooCluster,
   *   async reconcile({ object, bootstrap }, ctx) {
   *     const { value } = await bootstrap.read();
   *     const server = await ctx.services.cloud.ensureServer(object.metadata.name, value);
   *     return provisioned({ providerID: `foo://${server.id}` });
   *   },
   *   async delete({ object }, ctx) {
   *     const deleted = await ctx.services.cloud.deleteServer(object.metadata.name);
   *     return deleted ? removed() : requeueAfter("10s");
   *   },
   * });
   */
  infraMachine<
    T extends KubeObject,
    I extends KubeObject,
    const C extends ConditionTypes = NoConditions,
    const W extends readonly Watch[] = [],
  >(
    resource: ResourceForRole<T, "InfraMachine">,
    options: InfraMachineOptions<T, I, C, W, S>,
  ): ControllerDefinition<S>;
  /**
   * Creates the controller of an InfraMachinePool kind: the infrastructure of a MachinePool, a group of machines that the cloud scales as one.
   *
   * @example
   * export const fooMachinePool: ControllerDefinition<Services> = kit.infraMachinePool(FooMachinePool, {
   *   cluster: FooCluster,
   *   async reconcile({ object, machinePool, bootstrap }, ctx) {
   *     const { value } = await bootstrap.read();
   *     const group = await ctx.services.cloud.ensureGroup(object.metadata.name, { size: machinePool.spec.replicas ?? 1, userData: value });
   *     return provisioned({ providerIDs: group.servers.map(({ id }) => `foo://${id}`) }, { requeueAfter: "30s" });
   *   },
   *   async delete({ object }, ctx) {
   *     const deleted = await ctx.services.cloud.deleteGroup(object.metadata.name);
   *     return deleted ? removed() : requeueAfter("10s");
   *   },
   * });
   */
  infraMachinePool<
    T extends KubeObject,
    I extends KubeObject,
    const C extends ConditionTypes = NoConditions,
    const W extends readonly Watch[] = [],
  >(
    resource: ResourceForRole<T, "InfraMachinePool">,
    options: InfraMachinePoolOptions<T, I, C, W, S>,
  ): ControllerDefinition<S>;
  /**
   * Creates the controller of a BootstrapConfig kind: what makes a machine a Node. The author returns the data, and the kit keeps the Secret.
   *
   * @example
   * export const fooConfig: ControllerDefinition<Services> = kit.bootstrapConfig(FooConfig, {
   *   async reconcile({ object, cluster, controlPlane }, ctx) {
   *     const token = await ctx.services.tokens.create(cluster);
   *     return dataCreated({ value: cloudInit(object.spec, { token, controlPlane }), renewAfter: "12h" });
   *   },
   * });
   */
  bootstrapConfig<
    T extends KubeObject,
    const C extends ConditionTypes = NoConditions,
    const W extends readonly Watch[] = [],
  >(
    resource: ResourceForRole<T, "BootstrapConfig">,
    options: BootstrapConfigOptions<T, C, W, S>,
  ): ControllerDefinition<S>;
  /**
   * Creates the controller that answers the IPAddressClaims of a kind of pool. The kit keeps the IPAddresses, their owners and finalizers; claims of other
   * pools are left alone. The pool's own conditions are set by a `kit.controller` of the pool.
   *
   * @example
   * export const fooIPPool: ControllerDefinition<Services> = kit.ipPool(FooIPPool, {
   *   async allocate({ pool, reserve }) {
   *     const { ranges = [], prefix = 24, gateway } = pool.spec ?? {};
   *     const address = await reserve(addressesIn(ranges, { exclude: gateway === undefined ? [] : [gateway] }));
   *     return address === undefined ? exhausted("all addresses are in use") : allocated({ address, prefix, gateway });
   *   },
   * });
   */
  ipPool<T extends KubeObject, const C extends ConditionTypes = NoConditions, const W extends readonly Watch[] = []>(
    pool: Resource<T>,
    options: IPPoolOptions<T, C, W, S>,
  ): ControllerDefinition<S>;
  /**
   * Creates the controller of a kind without a contract, for example a disk that machines share. The workflow is the same without owners,
   * gates and contract fields: pause, finalizer (only with a `delete` function), conditions and the patch at the end.
   *
   * @example
   * export const fooDisk: ControllerDefinition<Services> = kit.controller(FooDisk, {
   *   conditions: { Formatted: ["Formatting", "Formatted"] },
   *   reconcile: async ({ object }, ctx) => {
   *     await ctx.services.cloud.ensureDisk(object.metadata.name);
   *     return done({ requeueAfter: "10m" });
   *   },
   * });
   */
  controller<
    T extends KubeObject,
    const C extends ConditionTypes = NoConditions,
    const W extends readonly Watch[] = [],
  >(
    resource: Resource<T>,
    options: PlainOptions<T, C, W, S>,
  ): ControllerDefinition<S>;
  /**
   * Creates the provider: its controllers, conversions and templates as one value for `run`, `capstan bundle` and tests.
   * Throws `provider/name` for a name that is not a DNS label, `provider/duplicate-controller` for two controllers of one kind,
   * `provider/machine-version` for a pool with a version that the conversion of the kind of its machines does not have,
   * `operator/webhook-duplicate` for two webhooks of one kind and type, and `provider/rule` for a rule that allows nothing.
   *
   * @example
   * export const provider: Provider<Services> = kit.provider({
   *   name: "foo",
   *   type: "infrastructure",
   *   controllers: [fooCluster, fooMachine],
   *   templates: [FooMachineTemplate],
   * });
   */
  provider(options: ProviderOptions<S>): Provider<S>;
}

/**
 * Creates the kit of a provider. S is the type of its services: everything that its controllers need in addition to the API server, for
 * example the client of a cloud. `run` creates the services once; every controller receives them as `ctx.services`.
 *
 * Call it once, in a module that all controllers import, and annotate the constant. It opens nothing.
 *
 * @example
 * export const kit: ProviderKit<{ cloud: Cloud }> = initProvider();
 */
export function initProvider<S>(): ProviderKit<S> {
  return {
    ...webhookKit<S>(),
    infraCluster: (resource, options) =>
      defineController({ role: "InfraCluster", resource: checkedResource(resource), options }),
    infraMachine: (resource, options) =>
      defineController({
        role: "InfraMachine",
        resource: checkedResource(resource),
        infraCluster: options.cluster,
        options,
      }),
    infraMachinePool: (resource, options) =>
      defineController({
        role: "InfraMachinePool",
        resource: checkedResource(resource),
        infraCluster: options.cluster,
        machines: options.machines,
        options,
      }),
    bootstrapConfig: (resource, options) =>
      defineController({ role: "BootstrapConfig", resource: checkedResource(resource), options }),
    ipPool: (pool, options) =>
      defineController({
        role: "IPPool",
        resource: IPAddressClaim,
        pool,
        options: {
          ...options,
          reconcile: options.allocate.bind(options),
          delete: options.release?.bind(options) ?? (async () => removed()),
        },
      }),
    controller: (resource, options) => defineController({ role: "plain", resource, options }),
    provider: defineProvider,
  };
}
