// Where a declared conversion and upstream's functions may differ, and why. Everything else is a defect of one of them.
import { isJsonObject } from "@capstan/kube";

type Fields = Record<string, unknown>;

/** The ways of an object: to v1beta2, to v1beta1, and from what upstream wrote for v1beta1 back to v1beta2. */
export type Way = "up" | "down" | "back";

/** A difference that is known, with its reason. */
export interface KnownDifference {
  /** What it is called in the table. */
  readonly name: string;
  readonly kinds: readonly string[];
  readonly ways: readonly Way[];
  readonly reason: string;
  /** Changes a result in place: both results no longer differ in this, and in everything else as before. */
  readonly hide: (object: Fields) => void;
}

/** The objects that a path leads to; `[]` goes into every element of a list. */
function objectsAt(root: unknown, [step, ...rest]: readonly string[]): Fields[] {
  if (step === "[]") return Array.isArray(root) ? root.flatMap((item) => objectsAt(item, rest)) : [];
  if (!isJsonObject(root)) return [];
  return step === undefined ? [root] : objectsAt(root[step], rest);
}

/** Removes a field where it has this value. */
function without(path: string, isHidden: (value: unknown) => boolean): (object: Fields) => void {
  const steps = path.split(".");
  const name = steps.at(-1) ?? "";
  return (object) => {
    for (const parent of objectsAt(object, steps.slice(0, -1))) if (isHidden(parent[name])) delete parent[name];
  };
}

const isEmpty = (value: unknown): boolean => isJsonObject(value) && Object.keys(value).length === 0;

/** All of them. */
export const knownDifferences: readonly KnownDifference[] = [
  {
    name: "an empty status.deprecated",
    kinds: ["Machine", "Cluster", "KubeadmControlPlane"],
    ways: ["back"],
    reason:
      "upstream drops the empty object on the way to v1beta1 and back; the declared conversion brings it back as it was",
    hide: (object) => {
      for (const path of ["status.deprecated.v1beta1", "status.deprecated", "status"]) without(path, isEmpty)(object);
    },
  },
  {
    name: "empty checks of a health check",
    kinds: ["Cluster"],
    ways: ["up", "back"],
    reason:
      "upstream drops an empty list of unhealthy conditions, and with it the object around; the declared conversion keeps the list",
    hide: (object) => {
      without("spec.topology.controlPlane.healthCheck.checks", isEmpty)(object);
      without("spec.topology.workers.machineDeployments.[].healthCheck.checks", isEmpty)(object);
    },
  },
  {
    name: "controlPlane: false of a failure domain",
    kinds: ["Cluster"],
    ways: ["up", "back"],
    reason:
      "upstream cannot tell false from absent in v1beta1, and writes false; the declared conversion leaves it absent",
    hide: without("status.failureDomains.[].controlPlane", (value) => value === false),
  },
  {
    name: "the type of a rollout strategy",
    kinds: ["Cluster", "KubeadmControlPlane"],
    ways: ["up"],
    reason:
      "v1beta2 requires it, and upstream leaves it out where the older strategy has none; the declared conversion sets the default, RollingUpdate",
    hide: (object) => {
      for (const rollout of ["spec.rollout", "spec.topology.workers.machineDeployments.[].rollout"]) {
        without(`${rollout}.strategy.type`, (value) => value === "RollingUpdate")(object);
        without(`${rollout}.strategy`, isEmpty)(object);
        without(rollout, isEmpty)(object);
      }
    },
  },
  {
    name: "the order of failure domains",
    kinds: ["Cluster"],
    ways: ["back"],
    reason: "upstream sorts them; the declared conversion brings back the order that the stored object had",
    hide: (object) => {
      for (const status of objectsAt(object, ["status"])) {
        const domains = status["failureDomains"];
        if (Array.isArray(domains)) domains.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
      }
    },
  },
  {
    name: "the order of arguments beyond the first plane of Unicode",
    kinds: ["KubeadmControlPlane"],
    ways: ["up"],
    reason: "JavaScript orders text by units of 16 bits, Go by bytes: that differs beside characters of other planes",
    hide: (object) => {
      for (const parent of argumentLists.flatMap((path) => objectsAt(object, path.split("."))))
        for (const name of ["extraArgs", "kubeletExtraArgs"]) sortBeyondFirstPlane(parent, name);
    },
  },
  {
    name: "the namespace of remediation templates",
    kinds: ["Cluster"],
    ways: ["down"],
    reason:
      "upstream writes that of the Cluster; a function is not told the namespace, and the form for references does not keep the API version",
    hide: (object) => {
      const template = "machineHealthCheck.remediationTemplate.namespace";
      for (const path of ["controlPlane", "workers.machineDeployments.[]"])
        without(`spec.topology.${path}.${template}`, () => true)(object);
    },
  },
  {
    name: "counts of nothing",
    kinds: ["KubeadmControlPlane"],
    ways: ["up", "back"],
    reason:
      "counts are never absent in upstream's v1beta1, so it writes zeros into every status; the declared conversion adds nothing",
    hide: (object) => {
      const isZero = (value: unknown): boolean => value === 0;
      for (const count of ["updatedReplicas", "readyReplicas", "unavailableReplicas"])
        without(`status.deprecated.v1beta1.${count}`, isZero)(object);
      for (const path of ["status.replicas", "status.readyReplicas"]) without(path, isZero)(object);
      for (const path of ["status.deprecated.v1beta1", "status.deprecated", "status"]) without(path, isEmpty)(object);
    },
  },
  {
    name: "layout: false of a partition",
    kinds: ["KubeadmControlPlane"],
    ways: ["up", "back"],
    reason: "v1beta1 requires it and v1beta2 does not: for the declared conversion, false is then the word for nothing",
    hide: without("spec.kubeadmConfigSpec.diskSetup.partitions.[].layout", (value) => value === false),
  },
  {
    name: "the order of arguments, and a name that stands twice",
    kinds: ["KubeadmControlPlane"],
    ways: ["back"],
    reason:
      "upstream sorts them, and loses all but the last of a name; the declared conversion brings back what the stored object had",
    hide: (object) => {
      for (const path of argumentLists) for (const parent of objectsAt(object, path.split("."))) sortArguments(parent);
    },
  },
  {
    name: "components without arguments",
    kinds: ["KubeadmControlPlane"],
    ways: ["up", "back"],
    reason:
      "upstream drops an empty map of arguments, and with it the object around; the declared conversion makes an empty list of it",
    hide: (object) => {
      for (const path of argumentLists) without(path, isEmpty)(object);
    },
  },
  {
    name: "an empty configuration of kubeadm",
    kinds: ["KubeadmControlPlane"],
    ways: ["down"],
    reason: "upstream drops an empty object; the declared conversion keeps it, so that timeouts can come back into it",
    hide: (object) => {
      for (const name of ["initConfiguration", "joinConfiguration"])
        without(`spec.kubeadmConfigSpec.${name}`, isEmptyInside)(object);
    },
  },
  {
    name: "a timeout of join that init does not have",
    kinds: ["KubeadmControlPlane"],
    ways: ["back"],
    reason:
      "upstream replaces it by that of init, which v1beta1 has; the declared conversion brings back what was stored",
    hide: (object) => {
      const timeouts = "spec.kubeadmConfigSpec.joinConfiguration.timeouts";
      without(`${timeouts}.controlPlaneComponentHealthCheckSeconds`, () => true)(object);
      without(timeouts, isEmpty)(object);
    },
  },
  {
    name: "timeouts in a configuration that v1beta1 dropped",
    kinds: ["KubeadmControlPlane"],
    ways: ["back"],
    reason:
      "upstream drops the configuration from v1beta1 and adds its timeouts again, also after a client removed it; here a removed object stays removed",
    hide: (object) => {
      const hasTimeoutsAlone = (value: unknown): boolean =>
        isJsonObject(value) && Object.keys(value).every((name) => name === "timeouts");
      for (const name of ["initConfiguration", "joinConfiguration"])
        without(`spec.kubeadmConfigSpec.${name}`, hasTimeoutsAlone)(object);
    },
  },
  {
    name: "flags of volumes and files that stand twice",
    kinds: ["KubeadmControlPlane"],
    ways: ["up", "back"],
    reason:
      "upstream takes the flag of the first with the same path for all of them; the declared conversion converts each",
    hide: (object) => {
      for (const component of ["apiServer", "controllerManager", "scheduler"])
        for (const parent of objectsAt(object, `${kubeadm}.clusterConfiguration.${component}`.split(".")))
          withoutFlagOfTwins(parent["extraVolumes"], "hostPath", "readOnly");
      for (const spec of objectsAt(object, kubeadm.split("."))) withoutFlagOfTwins(spec["files"], "path", "append");
    },
  },
];

function withoutFlagOfTwins(list: unknown, key: string, flag: string): void {
  const elements = objectsAt(list, ["[]"]);
  const paths = elements.map((element) => element[key]);
  for (const element of elements) if (paths.filter((path) => path === element[key]).length > 1) delete element[flag];
}

const kubeadm = "spec.kubeadmConfigSpec";
/** The objects that have lists of arguments. */
const argumentLists: readonly string[] = [
  `${kubeadm}.clusterConfiguration.etcd.local`,
  `${kubeadm}.clusterConfiguration.apiServer`,
  `${kubeadm}.clusterConfiguration.controllerManager`,
  `${kubeadm}.clusterConfiguration.scheduler`,
  `${kubeadm}.initConfiguration.nodeRegistration`,
  `${kubeadm}.joinConfiguration.nodeRegistration`,
];

function sortArguments(parent: Fields): void {
  for (const name of ["extraArgs", "kubeletExtraArgs"]) {
    const list = parent[name];
    if (!Array.isArray(list)) continue;
    const last = new Map(list.map((one) => [nameOf(one), one]));
    parent[name] = [...last].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  }
}

function isEmptyInside(value: unknown): boolean {
  return isJsonObject(value) && Object.values(value).every(isEmptyInside);
}

function sortBeyondFirstPlane(parent: Fields, name: string): void {
  const list = parent[name];
  if (Array.isArray(list) && list.some((one) => /[\ud800-\udfff]/.test(nameOf(one))))
    list.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

function nameOf(value: unknown): string {
  return isJsonObject(value) ? String(value["name"]) : "";
}
