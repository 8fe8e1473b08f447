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

/** What is wrong with the variables of a ClusterClass themselves: core writes it before the first call that fails. */
export function beforeCalls(message: string): string {
  const problem = message.replace("VariableDiscovery failed: ", "");
  const end = problem.indexOf(discovery);
  if (end === -1) return problem;
  const begin = problem.startsWith("[") ? 1 : 0;
  const before = problem.slice(begin, end);
  return before.endsWith(separator) ? before.slice(0, -separator.length) : before;
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
/** What stands before each call of DiscoverVariables, of which a ClusterClass can have several, and between errors. */
const discovery = "failed to call DiscoverVariables for patch ";
const separator = ", ";

function callsIn(object: FailedObject): readonly FailedCall[] {
  const [before, ...calls] = partsOf(object);
  const isList = before.includes(": [");
  return calls.flatMap((call, index) => {
    const isLast = index === calls.length - 1;
    const error = isList && isLast && call.endsWith("]") ? call.slice(0, -1) : call;
    const end = error.indexOf('": ');
    if (end !== -1) return [{ ...object, handler: error.slice(0, end), problem: error.slice(end + 3) }];
    return error.endsWith('"') ? [{ ...object, handler: error.slice(0, -1), problem: "no cause is given" }] : [];
  });
}

/** What stands before the first call, and each call from the name of its handler on. The message of a handler is in it, and can have anything. */
function partsOf({ kind, message }: FailedObject): readonly [before: string, ...calls: readonly string[]] {
  const first = message.indexOf(kind === "ClusterClass" ? discovery : beginning);
  if (first === -1) return [message];
  const errors = kind === "ClusterClass" ? message.slice(first).split(separator + discovery) : [message.slice(first)];
  const calls = errors.flatMap((error) => {
    const begin = error.indexOf(beginning);
    return begin === -1 ? [] : [error.slice(begin + beginning.length)];
  });
  return [message.slice(0, first), ...calls];
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
  [
    "has not been registered",
    "no discovered ExtensionConfig has this handler: install it, or correct the name in the ClusterClass",
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
