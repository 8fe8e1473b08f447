// A row of the table of faults: what is done to managers at work, and what is demanded of them after it.
import type { LogDemand } from "./checks/log-lines.ts";
import type { Rig } from "./rig.ts";

/** How the first manager may end. */
export interface Ending {
  readonly code?: number;
  readonly signal?: NodeJS.Signals;
  /** What its log says: the code of an error. */
  readonly reason?: string;
}

/** One fault. After each, no object is lost, no key was reconciled twice at the same time, no one wrote without leadership, and memory and files are bounded. */
export interface Fault {
  /** What `--fault` selects. */
  readonly name: string;
  /** What is done. */
  readonly does: string;
  /** What is demanded in addition. */
  readonly demands: string;
  /** One of the faults that `--sample` takes: those that broke version 0.1. */
  readonly inSample?: true;
  /** What it measures would say nothing beside another fault. Default: it runs beside others, each on a control plane of its own. */
  readonly alone?: true;
  /** Two managers with a leader election; the first one leads. Default: one without. */
  readonly elected?: true;
  /** Managers reach the API server through the proxy. Default: without it. */
  readonly proxied?: true;
  /** Flags of the managers. */
  readonly flags?: readonly string[];
  /** How many objects, the first ones, are written by the fault alone. */
  readonly keeps?: number;
  /** Does it, while objects are written; resolves when it is over. Rejects when the managers have not met it. */
  readonly happen: (rig: Rig) => Promise<void>;
  /** Further problems, looked for when all objects are reconciled. */
  readonly check?: (rig: Rig) => Promise<readonly string[]> | readonly string[];
  /** What the log of the first manager must have. */
  readonly logs?: readonly LogDemand[];
  /** Default: it works until the run tells it to stop, and ends with 0. */
  readonly ends?: readonly Ending[];
  /** The most memory of a process. */
  readonly megabytes?: number;
  /** The most processor time of a turn of a process's event loop. */
  readonly turnMs?: number;
  /** It stops the process of the leader: two processes may then be in a reconcile of the same object, of which only one may write. */
  readonly stopsLeader?: true;
  /** It deletes objects. Else a reconcile that does not find its object is wrong. */
  readonly deletes?: true;
}
