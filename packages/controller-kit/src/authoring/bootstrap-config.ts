// The types of a BootstrapConfig controller. The kit writes the Secret with the data, so authors return a string and never hold it longer.
import type { Cluster, Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { parseDuration, type DurationString, type KubeObject } from "@capstan/kube";
import type { ConditionTypes } from "./conditions.ts";
import type { CommonOptions, ContextOf, Deleted, ReasonOf, OwnKindOptions } from "./options.ts";
import type { Result } from "./result.ts";
import type { Watch } from "./watch.ts";

/** What `dataCreated` stores in the Secret of the config. */
export interface NewBootstrapData {
  /** What the machine runs when it boots. It is stored in the Secret and nowhere else. */
  readonly value: string;
  /** The format of `value`, for example "ignition". Default: "cloud-config". */
  readonly format?: string;
  /**
   * When `reconcile` is called again to create new data, for example before a join token in it expires. A machine that exists has read its data, so it
   * is renewed until then; that of a MachinePool is renewed for ever. Default: never.
   */
  readonly renewAfter?: DurationString;
  /**
   * When the certificates that the data has, or makes, expire. Core shows it on a control plane Machine, and its owner replaces the Machine in time. Leave
   * it out for workers.
   */
  readonly certificatesExpiry?: Date;
}

/** What the kit reports for a BootstrapConfig. */
export interface WrittenData {
  readonly dataSecretName: string;
  /** As core reads it: in RFC 3339. */
  readonly certificatesExpiry: string | undefined;
}

/** The data of a pass over a BootstrapConfig. */
export interface BootstrapPass<T extends KubeObject> {
  /** A private copy. What the pass changes in it is written at its end. */
  readonly object: T;
  readonly cluster: Cluster;
  /** The Machine that will read the data; undefined when a MachinePool will. */
  readonly machine: Machine | undefined;
  /** The MachinePool whose machines will read the data; undefined when a Machine will. */
  readonly machinePool: MachinePool | undefined;
  /** Whether the machine is part of the control plane. */
  readonly controlPlane: boolean;
}

/** The results of `reconcile` of a BootstrapConfig. */
export type BootstrapReconciled<C extends ConditionTypes> =
  | Result<"dataCreated", NewBootstrapData>
  | Result<"requeueAfter">
  | Result<"waiting" | "stalled", ReasonOf<C>>;

/** The options of `kit.bootstrapConfig`. */
export interface BootstrapConfigOptions<T extends KubeObject, C extends ConditionTypes, W extends readonly Watch[], S>
  extends CommonOptions<C, W, S, "Cluster" | "Machine" | "MachinePool">, OwnKindOptions<NoInfer<T>> {
  /**
   * Creates the bootstrap data and returns it with `dataCreated`.
   *
   * It is called only while data is needed: the infrastructure of the Cluster is provisioned, and the Secret of the config does not exist or its
   * `renewAfter` has passed. It is not called for a machine that exists, and not when the owner names a Secret of its own. A change of the spec after
   * that changes nothing: machines are replaced, not changed. Errors are handled as for an InfraCluster.
   */
  reconcile(
    pass: BootstrapPass<T>,
    ctx: ContextOf<T | Machine | MachinePool, C, W, S>,
  ): Promise<BootstrapReconciled<NoInfer<C>>>;
  /**
   * Deletes what `reconcile` created outside of the cluster. With this function the config gets a finalizer, which is removed when it returns
   * `removed()`. The Secret needs none: the API server deletes it with the config.
   */
  delete?(pass: BootstrapPass<T>, ctx: ContextOf<T | Machine | MachinePool, C, W, S>): Promise<Deleted<NoInfer<C>>>;
}

/**
 * The bootstrap data exists. Return it from `reconcile` of a BootstrapConfig.
 *
 * The kit writes the data into a Secret with the name of the config, in its namespace, with the label of the cluster and the config as its controller;
 * then it sets the contract's flag (`status.initialization.dataSecretCreated`, or `status.ready` in contract v1beta1) and `status.dataSecretName`.
 * Declared conditions that the pass did not set become True with their last reason. Throws for a `renewAfter` that is not a duration, and for a
 * `certificatesExpiry` that is no date.
 *
 * @example
 * return dataCreated({ value: cloudInit({ token }), renewAfter: "12h" });
 */
export function dataCreated(data: NewBootstrapData): Result<"dataCreated", NewBootstrapData> {
  if (data.renewAfter !== undefined) parseDuration(data.renewAfter);
  data.certificatesExpiry?.toISOString();
  return { result: "dataCreated", payload: data };
}
