// Calls that fail because of their settings. Core calls again and again until somebody changes the settings: the log has one error for each handler
// and value, and another one when the value comes back after calls that worked.
import { createHash } from "node:crypto";
import type { CapstanError } from "@capstan/kube";
import { errorFields, type Logger } from "@capstan/process";
import type { RegisteredHandler } from "../authoring/define-extension.ts";
import { Seldom } from "../seldom.ts";

/** Settings that an extension does not accept. It never leaves a call. */
export class SettingsFault extends Error {
  readonly error: CapstanError;
  readonly settings: unknown;
  /** The name of the Cluster of the call, "" where it has none. */
  readonly cluster: string;

  constructor(error: CapstanError, settings: unknown, cluster: string) {
    super(error.message);
    this.error = error;
    this.settings = settings;
    this.cluster = cluster;
  }
}

/** The calls of a handler whose settings fail. */
interface FailingCalls {
  /** The value of the last settings of each Cluster, while they fail. */
  readonly byCluster: Map<string, string>;
  readonly logged: Seldom;
}

const known = new WeakMap<RegisteredHandler, FailingCalls>();

/** A caller chooses the Clusters. */
const mostClusters = 1000;
/** Two patches of one ClusterClass may call a handler in turn, one with settings that work: no value is logged more often. */
const againMs = 60_000;

/** Logs that a call fails by its settings: as an error if that is new, otherwise for who debugs. */
export function logSettingsFault(handler: RegisteredHandler, fault: SettingsFault, log: Logger): void {
  const { error, settings, cluster } = fault;
  if (isNewValue(handler, cluster, valueOf(error, settings)))
    log.error("Calls with these settings fail; this is logged once", errorFields(error));
  else log.debug("Call failed", errorFields(error));
}

/** The settings of a call of a Cluster are accepted. */
export function settingsWork(handler: RegisteredHandler, cluster: string): void {
  known.get(handler)?.byCluster.delete(cluster);
}

function isNewValue(handler: RegisteredHandler, cluster: string, value: string): boolean {
  const { byCluster, logged } = known.get(handler) ?? { byCluster: new Map(), logged: new Seldom(againMs) };
  known.set(handler, { byCluster, logged });
  const isKnown = [...byCluster.values()].includes(value);
  if (byCluster.size < mostClusters || byCluster.has(cluster)) byCluster.set(cluster, value);
  return !isKnown && logged.isDue(value);
}

/** Stands for the problem and the settings: they can be secret, and long. */
function valueOf({ message }: CapstanError, settings: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([message, settings]))
    .digest("base64");
}
