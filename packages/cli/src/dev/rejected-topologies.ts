// The Clusters under `capstan dev` whose topology fails or has a version or a class that Cluster API rejects, and what has a number or a version of machines or limits of a rollout that it rejects, as problems of the run.
import { diagnose, type Diagnostic, formatKey, getAt, keyOf, type KubeObject, type ObjectKey } from "@capstan/kube";
import {
  rejectedClassOf,
  rejectedReplicasOf,
  rejectedRolloutOf,
  rejectedTemplatesOf,
  rejectedVersionOf,
  topologyFailureOf,
} from "../tree/object-versions.ts";
import { inOneLine } from "../tree/short-words.ts";
import { devDiagnostics } from "./dev-diagnostics.ts";

/** A change of an object. */
interface ObjectChange {
  readonly type: string;
  readonly kind: string;
  readonly key: ObjectKey;
  readonly object: KubeObject;
}

/** What is followed, and who gets to know of all that is rejected, and of what was not known before. */
export interface FollowedTopologies {
  readonly changes: (changed: (change: ObjectChange) => void) => () => void;
  readonly found: (all: readonly Diagnostic[], added: readonly Diagnostic[]) => void;
}

/** Reports what several parts find as one: each of them reports all that it finds. What two of them find is reported once. */
export function foundInParts(found: FollowedTopologies["found"]): (part: string) => FollowedTopologies["found"] {
  const parts = new Map<string, readonly Diagnostic[]>();
  return (part) => (all, added) => {
    parts.delete(part);
    const others = new Set([...parts.values()].flat().map(({ message }) => message));
    parts.set(part, all);
    const different = new Map([...parts.values()].flat().map((problem) => [problem.message, problem]));
    found(
      [...different.values()],
      added.filter(({ message }) => !others.has(message)),
    );
  };
}

const kinds: ReadonlySet<string> = new Set([
  "Cluster",
  "KubeadmControlPlane",
  "MachineDeployment",
  "MachineSet",
  "MachinePool",
  "Machine",
]);

/** Reports what is wrong with objects, each while it has that problem. Ends with the function that is returned. */
export function followObjects(
  { changes, found }: FollowedTopologies,
  problemOf: (name: string, object: KubeObject) => Diagnostic | undefined,
): () => void {
  const problems = new Map<string, Diagnostic>();
  return changes(({ type, kind, key, object }) => {
    const name = `${kind} ${formatKey(key)}`;
    const known = problems.get(name);
    const now = type === "DELETED" ? undefined : problemOf(name, object);
    if (known?.message === now?.message) return;
    if (now === undefined) problems.delete(name);
    else problems.set(name, now);
    found([...problems.values()], now === undefined ? [] : [now]);
  });
}

/** Ends with the function that is returned. */
export function followRejected(followed: FollowedTopologies): () => void {
  return followObjects(followed, (name, object) => (kinds.has(object.kind) ? rejectionOf(name, object) : undefined));
}

/** A Cluster that has several has a condition of one of them. */
function rejectionOf(object: string, stored: KubeObject): Diagnostic | undefined {
  const version = rejectedVersionOf(stored);
  if (version !== undefined)
    return diagnose(devDiagnostics, "dev/version-rejected", {
      values: { object, problem: version, help: helpFor(version, versionHelps) },
    });
  const replicas = rejectedReplicasOf(stored);
  if (replicas !== undefined)
    return diagnose(devDiagnostics, "dev/replicas-rejected", { values: { object, problem: replicas } });
  const rollout = rejectedRolloutOf(stored);
  if (rollout !== undefined)
    return diagnose(devDiagnostics, "dev/rollout-rejected", { values: { object, problem: rollout } });
  const failure = topologyFailureOf(stored);
  if (failure === undefined) return rejectionOfClass(stored) ?? rejectionOfTemplates(object, stored);
  const problem = inOneLine(failure);
  return diagnose(devDiagnostics, "dev/topology-failed", {
    values: { object, problem, help: helpFor(problem, failureHelps) },
  });
}

/** The name of its ClusterClass in messages: all Clusters of the class have the same problem. */
function classOf(cluster: KubeObject): string {
  const at = (field: string): string | undefined => {
    const value = getAt(cluster, ["spec", "topology", "classRef", field]);
    return typeof value === "string" ? value : undefined;
  };
  return `ClusterClass ${formatKey({ namespace: at("namespace") ?? keyOf(cluster).namespace, name: at("name") ?? "" })}`;
}

/** The class is as it was before, so that it is no reason of a failure. */
function rejectionOfClass(stored: KubeObject): Diagnostic | undefined {
  const problem = rejectedClassOf(stored);
  return problem === undefined
    ? undefined
    : diagnose(devDiagnostics, "dev/class-rejected", { values: { object: classOf(stored), problem } });
}

/** The templates are as they were before, so that they are no reason of a failure. */
function rejectionOfTemplates(object: string, stored: KubeObject): Diagnostic | undefined {
  const problem = rejectedTemplatesOf(stored);
  return problem === undefined
    ? undefined
    : diagnose(devDiagnostics, "dev/template-rejected", { values: { object, problem } });
}

/** What to do about problems, by their messages: the first that fits. */
type Helps = readonly (readonly [message: RegExp, help: string])[];

const rejected = "Cluster API would have rejected";

const versionHelps: Helps = [
  [/versions defined in the ClusterClass$/, `set one of the versions of the ClusterClass: ${rejected} this one`],
  [/valid semantic version$/, `set a version such as v1.36.0: ${rejected} this one`],
  [
    /hook is still blocking$|completing a previous upgrade|was not propagated/,
    "the upgrade before has not ended and goes on: TopologyReconciled and the MachineDeployments say what it waits for. dev takes this version afterwards, and for Cluster API the change is to be made again then",
  ],
  [/(?:)/, `set the version that it had before: ${rejected} the change to this one`],
];

const webhook = "with Cluster API, a webhook rejects such a Cluster";

const failureHelps: Helps = [
  [/names the handler \S+ which the project does not have/, "name a handler of the project in the ClusterClass"],
  [/^(?:failed to apply patches: )?validation of patch /, "change what the handler of ValidateTopology rejects"],
  [/ failed to generate patches for patch /, "correct the handler of GeneratePatches, or what it rejects"],
  [/: calling \w+ of \S+ failed: /, "correct the handler of the hook, or what it rejects"],
  [/spec\.topology\.variables/, `correct the variable in the Cluster, or its schema in the ClusterClass: ${webhook}`],
  [/^MachineDeployment class .* not found/, `name a class of workers that the ClusterClass has: ${webhook}`],
  [/^metadata\.annotations\./, `correct the annotation: ${webhook}`],
  [
    /unknown field|field not declared in schema/,
    "set only fields that the schema of the kind has, in patches and in templates: no webhook of Cluster API finds others, and its topology fails, too",
  ],
  [
    /admission webhook "[^"]*" denied the request/,
    "have the webhook that the message names allow what Cluster API writes, or change what it denies",
  ],
  [/does not exist/, "create what does not exist, or name what does"],
];

function helpFor(problem: string, helps: Helps): string {
  return helps.find(([message]) => message.test(problem))?.[1] ?? "correct what the message names";
}
