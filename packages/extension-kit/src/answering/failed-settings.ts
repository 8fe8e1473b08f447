// Calls that fail because of their settings. Core calls again and again until somebody changes the settings, and all handlers get those of one
// ExtensionConfig: the log has one error for each value, and another one when the value comes back after calls that worked.
import type { CapstanError } from "@capstan/kube";
import { errorFields, type Logger } from "@capstan/process";
import type { Extension, RegisteredHandler } from "../authoring/define-extension.ts";
import { digestOf, Seldom } from "../seldom.ts";

/** Settings that an extension does not accept. It never leaves a call. */
export class SettingsFault extends Error {
  readonly error: CapstanError;
  readonly sent: SentSettings;

  constructor(error: CapstanError, sent: SentSettings) {
    super(error.message);
    this.error = error;
    this.sent = sent;
  }
}

/** Whom settings were sent to. */
interface CalledHandler {
  readonly extension: Extension;
  readonly handler: RegisteredHandler;
}

/** Settings of a call that fails. */
export interface SentSettings {
  readonly settings: unknown;
  /** The name of the Cluster of the call, "" where it has none. */
  readonly cluster: string;
  /** What is wrong with them, in words that do not name the hook. */
  readonly problem: string;
}

/** Settings that the log has an error of, and when a call with them has last failed. */
interface FailingValue {
  readonly value: string;
  readonly at: number;
}

/** The calls of an extension whose settings fail. */
interface FailingCalls {
  /** By handler and Cluster, while they fail; the one that has not failed for the longest time is first. */
  readonly byCaller: Map<string, FailingValue>;
  readonly logged: Seldom;
}

const known = new WeakMap<Extension, FailingCalls>();

/** A caller chooses the Clusters. */
const mostCallers = 1000;
/** Two patches of one ClusterClass may call a handler in turn, one with settings that work: no value is logged more often. */
const againMs = 60_000;
/** Nobody calls for a Cluster that was deleted. Others are called for more often than this. */
const longestMs = 3_600_000;

/** Logs that a call fails by its settings: as an error if that is new, otherwise for who debugs. */
export function logSettingsFault(called: CalledHandler, { error, sent }: SettingsFault, log: Logger): void {
  if (isNewValue(called, sent)) log.error("Calls with these settings fail; this is logged once", errorFields(error));
  else log.debug("Call failed", errorFields(error));
}

/** The settings of a call of a Cluster are accepted. */
export function settingsWork(called: CalledHandler, cluster: string): void {
  known.get(called.extension)?.byCaller.delete(callerOf(called, cluster));
}

function isNewValue(called: CalledHandler, sent: SentSettings): boolean {
  const { byCaller, logged } = known.get(called.extension) ?? { byCaller: new Map(), logged: new Seldom(againMs) };
  known.set(called.extension, { byCaller, logged });
  const now = performance.now();
  forgetOld(byCaller, now);
  const value = valueOf(sent);
  const isKnown = [...byCaller.values()].some((failing) => failing.value === value);
  if (!isKnown && !logged.isDue(value)) return false;
  const caller = callerOf(called, sent.cluster);
  byCaller.delete(caller);
  if (byCaller.size < mostCallers) byCaller.set(caller, { value, at: now });
  return !isKnown;
}

function forgetOld(byCaller: FailingCalls["byCaller"], now: number): void {
  for (const [caller, { at }] of byCaller) {
    if (now - at < longestMs) break;
    byCaller.delete(caller);
  }
}

/** A ClusterClass can have other settings for each of its patches. A caller chooses the name of the Cluster, which can be long. */
function callerOf({ handler }: CalledHandler, cluster: string): string {
  return digestOf([handler.hook.name, handler.name, cluster]);
}

/** Stands for the problem and the settings: they can be secret, and long. */
function valueOf({ problem, settings }: SentSettings): string {
  return digestOf([problem, settings]);
}
