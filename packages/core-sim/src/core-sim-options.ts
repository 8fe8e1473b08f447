// The options of the simulation.
import type { Client } from "@capstan/client";
import type { PlayOptions } from "./play/play-options.ts";

/** What to simulate. */
export interface CoreSimOptions {
  /** A client of the management cluster with full access. */
  readonly client: Client;
  /** Reconcile only this namespace. Default: all namespaces. */
  readonly namespace?: string;
  /**
   * Whether Nodes are looked up in workload clusters, through the Secret `<cluster>-kubeconfig`. Default: true. With false no
   * Machine ever gets the phase Running, and a MachinePool does not wait for its workload cluster.
   */
  readonly workloads?: boolean;
  /** The roles beside core that are played too. Default: none. */
  readonly play?: PlayOptions;
  /**
   * Whether steps return at once while nothing changes, by watches of what they read; for simulations that run for long. A step then reconciles only what has changed or is due, a part of
   * many at a time, and sends what it changes of machines when it ends. Changes reach a step
   * some milliseconds after they were made, so a step that writes nothing does not prove that there is nothing to do. Default: false.
   */
  readonly watch?: boolean;
  /** The clock, in milliseconds since 1970: of what is waited for (played provisioning, delays of hooks, repetitions), and of the times that are written. It may jump forward. Default: `Date.now`. */
  readonly now?: () => number;
  /**
   * Called with each error that would make a step reject, and what was reconciled; the other objects are then reconciled all the same. For
   * simulations that outlive mistakes of a project.
   */
  readonly onError?: (error: Error, reconciled: string) => void;
}
