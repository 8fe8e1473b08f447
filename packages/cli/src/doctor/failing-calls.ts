// Calls of handlers that fail, as the conditions say it in which Cluster API writes their errors; and what can be done about an error.
import { diagnose, type Diagnostic, excerpt, oneLine } from "@capstan/kube";
import { doctorDiagnostics } from "./doctor-diagnostics.ts";

/** An object in whose condition an error is: a Cluster, or a ClusterClass. */
export interface FailedObject {
  readonly kind: "Cluster" | "ClusterClass";
  /** With its namespace. */
  readonly name: string;
  /** The message of the condition. */
  readonly message: string;
}

/** A call that failed. */
interface FailedCall extends FailedObject {
  readonly handler: string;
  readonly problem: string;
}

/** One for each handler, with how many objects it is about. */
export function failingCalls(objects: readonly FailedObject[]): readonly Diagnostic[] {
  const calls = Map.groupBy(objects.flatMap(callsIn), ({ handler }) => handler);
  return [...calls].map(([handler, failed]) => {
    const problem = failed[0]?.problem ?? "";
    const values = { handler, clusters: namesOf(failed), problem: shortError(problem), advice: adviceOn(problem) };
    return diagnose(doctorDiagnostics, "doctor/extension-fails", { values });
  });
}

/** Whether a message has the error of a call. */
export function hasFailedCall(object: FailedObject): boolean {
  return callsIn(object).length > 0;
}

const plurals = { Cluster: "Clusters", ClusterClass: "ClusterClasses" } as const;

function namesOf(failed: readonly FailedCall[]): string {
  const kind = failed[0]?.kind ?? "Cluster";
  const names = new Set(failed.map(({ name }) => name));
  const [first = ""] = names;
  return names.size === 1 ? `${kind} ${first}` : `${names.size} ${plurals[kind]}, ${first} the first`;
}

/** How core begins what it writes of a call; the name of the handler follows, with that of its ExtensionConfig. */
const beginning = 'failed to call extension handler "';
/** What stands before each call of DiscoverVariables, of which a ClusterClass can have several. */
const next = ", failed to call DiscoverVariables for patch ";

function callsIn(object: FailedObject): readonly FailedCall[] {
  const [before = "", ...calls] = object.message.split(beginning);
  const isList = before.includes(": [");
  return calls.flatMap((call, index) => {
    const end = call.indexOf('": ');
    if (end === -1) return [];
    const [error = ""] = call.slice(end + 3).split(next);
    const isLast = index === calls.length - 1;
    const problem = isList && isLast && error.endsWith("]") ? error.slice(0, -1) : error;
    return [{ ...object, handler: call.slice(0, end), problem }];
  });
}

const failed = "http call failed: ";
/** How core begins the address that it called, and ends it. */
const address = { begin: 'Post "', end: '": ' } as const;

/** The error without what stands before it: that a call failed, and at which address. */
export function shortError(problem: string): string {
  const error = problem.slice(Math.max(0, problem.indexOf(failed))).replace(failed, "");
  const end = error.startsWith(address.begin) ? error.indexOf(address.end) : -1;
  return oneLine(excerpt(end === -1 ? error : error.slice(end + address.end.length)));
}

/** What to do, by what the error has. */
const advice: readonly (readonly [sign: string, advice: string])[] = [
  ["got failure response", "the handler itself failed: read the log of the extension"],
  [
    "namespaceSelector did not match",
    "label the namespace as spec.namespaceSelector of its ExtensionConfig wants it, or correct the selector",
  ],
  ["certificate has expired", "renew its certificate; with cert-manager, look at its Certificate"],
  [
    "unknown authority",
    "caBundle of its ExtensionConfig is not that of its certificate: set the annotation runtime.cluster.x-k8s.io/inject-ca-from-secret",
  ],
  [
    "failed to decode response",
    "what answers there is not the extension, or one for another version of the hooks: compare the Service of its ExtensionConfig",
  ],
  [
    "deadline exceeded",
    "it does not answer in time: look for a call that waits in its log, or for a process that is stopped",
  ],
  [
    "timeout expired",
    "it does not answer in time: look for a call that waits in its log, or for a process that is stopped",
  ],
  ["connection refused", "it does not run, or its Service does not lead to it"],
  ["EOF", "it ended during the call: read the log of its last run"],
];

/** What to do about an error. */
export function adviceOn(problem: string): string {
  return advice.find(([sign]) => problem.includes(sign))?.[1] ?? "read its log, and that of Cluster API's core manager";
}
