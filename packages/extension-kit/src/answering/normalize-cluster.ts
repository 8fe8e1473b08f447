// Makes the Cluster inside a request the same for every release of Cluster API: before 1.13 core sent it as v1beta1, and in
// 1.11 and 1.12 without an apiVersion. The rules are those of core's own conversion. The status is removed: cores before 1.11
// sent one, newer ones do not, so nothing may depend on it.
import { type CapstanError, isJsonObject, parseApiVersion, parseDuration } from "@capstan/kube";
import { extensionError } from "../errors.ts";

type Json = Record<string, unknown>;

const coreGroup = "cluster.x-k8s.io";

/** The request with its `cluster`, if it has one, as v1beta2; the argument is not changed. */
export function withNormalCluster(request: Json): Json {
  return isJsonObject(request["cluster"]) ? { ...request, cluster: normalizeCluster(request["cluster"]) } : request;
}

/** The Cluster as v1beta2, with apiVersion and kind and without status. */
export function normalizeCluster(cluster: Json): Json {
  const rest = without(bounded(cluster), "status");
  const spec =
    isOlder(cluster) && isJsonObject(cluster["spec"]) ? convertSpec(bounded(cluster["spec"])) : cluster["spec"];
  return { ...rest, apiVersion: `${coreGroup}/v1beta2`, kind: "Cluster", ...(spec === undefined ? {} : { spec }) };
}

/** By apiVersion; where that is missing, by what only the older version has. */
function isOlder(cluster: Json): boolean {
  const apiVersion = cluster["apiVersion"];
  if (typeof apiVersion === "string" && apiVersion !== "") return parseApiVersion(apiVersion).version !== "v1beta2";
  const spec = asObject(cluster["spec"]);
  const topology = asObject(spec?.["topology"]);
  if (topology !== undefined) return "class" in topology;
  return [spec?.["infrastructureRef"], spec?.["controlPlaneRef"]].some((ref) => "apiVersion" in (asObject(ref) ?? {}));
}

function convertSpec(spec: Json): Json {
  return compact({
    ...spec,
    // Core wrote both fields where there was no endpoint yet.
    controlPlaneEndpoint: mapObject(spec["controlPlaneEndpoint"], withoutUnset),
    clusterNetwork: mapObject(spec["clusterNetwork"], convertNetwork),
    infrastructureRef: convertReference(spec["infrastructureRef"]),
    controlPlaneRef: convertReference(spec["controlPlaneRef"]),
    topology: mapObject(spec["topology"], convertTopology),
  });
}

function convertNetwork({ pods, services, ...rest }: Json): Json {
  return {
    ...withoutUnset(rest),
    pods: mapObject(pods, withoutUnset),
    services: mapObject(services, withoutUnset),
  };
}

function convertReference(reference: unknown): Json | undefined {
  return mapObject(reference, ({ apiVersion, kind, name }) => {
    if ([apiVersion, kind, name].every((value) => value === undefined || isUnset(value))) return {};
    return { apiGroup: typeof apiVersion === "string" ? parseApiVersion(apiVersion).group : undefined, kind, name };
  });
}

function convertTopology({ class: name, classNamespace: namespace, ...rest }: Json): Json {
  return {
    ...without(rest, "rolloutAfter"),
    classRef: compact({ name, namespace: namespace === "" ? undefined : namespace }),
    variables: convertVariables(rest["variables"]),
    controlPlane: mapObject(rest["controlPlane"], convertMachines),
    workers: mapObject(rest["workers"], (workers) => ({
      ...workers,
      machineDeployments: mapList(workers["machineDeployments"], convertMachineDeployment),
      machinePools: mapList(workers["machinePools"], convertMachines),
    })),
  };
}

/** Whatever the value of a variable is, it is set: also an object without fields. */
function convertVariables(variables: unknown): unknown {
  return mapEach(variables, (variable) => without(variable, "definitionFrom"));
}

/** What control plane, machine deployments and machine pools have in common. */
function convertMachines(machines: Json): Json {
  const { nodeDrainTimeout, nodeVolumeDetachTimeout, nodeDeletionTimeout, machineHealthCheck, ...rest } = machines;
  return {
    ...rest,
    deletion: compact({
      nodeDrainTimeoutSeconds: seconds(nodeDrainTimeout),
      nodeVolumeDetachTimeoutSeconds: seconds(nodeVolumeDetachTimeout),
      nodeDeletionTimeoutSeconds: seconds(nodeDeletionTimeout),
    }),
    healthCheck: mapObject(machineHealthCheck, convertHealthCheck),
    variables: mapObject(rest["variables"], (variables) => ({
      ...variables,
      overrides: convertVariables(variables["overrides"]),
    })),
  };
}

function convertMachineDeployment({ strategy, rollout, ...rest }: Json): Json {
  const machines = convertMachines(rest);
  const { type, rollingUpdate, remediation } = asObject(strategy) ?? {};
  const { deletePolicy, ...update } = asObject(rollingUpdate) ?? {};
  const deletion = asObject(machines["deletion"]);
  const healthCheck = asObject(machines["healthCheck"]);
  const maxInFlight = asObject(remediation)?.["maxInFlight"];
  return {
    ...machines,
    rollout: compact({ ...asObject(rollout), strategy: compact({ type, rollingUpdate: compact(update) }) }),
    deletion: compact({ ...deletion, order: deletePolicy }),
    healthCheck:
      maxInFlight === undefined
        ? healthCheck
        : { ...healthCheck, remediation: { ...asObject(healthCheck?.["remediation"]), maxInFlight } },
  };
}

function convertHealthCheck(check: Json): Json {
  return {
    enabled: check["enable"],
    checks: compact({
      nodeStartupTimeoutSeconds: seconds(check["nodeStartupTimeout"]),
      unhealthyNodeConditions: mapList(check["unhealthyConditions"], convertUnhealthy),
      unhealthyMachineConditions: mapList(check["unhealthyMachineConditions"], convertUnhealthy),
    }),
    remediation: compact({
      triggerIf: compact({
        unhealthyLessThanOrEqualTo: check["maxUnhealthy"],
        unhealthyInRange: check["unhealthyRange"],
      }),
      templateRef: mapObject(check["remediationTemplate"], ({ apiVersion, kind, name }) => ({
        apiVersion,
        kind,
        name,
      })),
    }),
  };
}

function convertUnhealthy({ timeout, ...condition }: Json): Json {
  return { ...condition, timeoutSeconds: seconds(timeout) };
}

/** The most that a field of seconds has room for. */
const mostSeconds = 2 ** 31 - 1;

function seconds(duration: unknown): number | undefined {
  if (typeof duration !== "string") return undefined;
  return Math.min(Math.trunc(parseDuration(duration) / 1000), mostSeconds);
}

/** What v1beta1 writes for a field that is not set, and v1beta2 leaves out. */
function isUnset(value: unknown): boolean {
  return value === "" || value === 0 || value === null || (Array.isArray(value) && value.length === 0);
}

function withoutUnset(object: Json): Json {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => !isUnset(value)));
}

function without(object: Json, name: string): Json {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

function asObject(value: unknown): Json | undefined {
  return isJsonObject(value) ? bounded(value) : undefined;
}

function mapObject(value: unknown, map: (object: Json) => Json): Json | undefined {
  const object = asObject(value);
  return object && compact(map(object));
}

/** Each conversion copies its object several times, before it is known whether a Cluster has such fields. */
const mostFields = 200;

function bounded(object: Json): Json {
  const names = Object.keys(object);
  // Numbers are the first names of an object. No field of a Cluster has one as its name, and copies of such objects take far more memory.
  const isNumeric = /^\d/.test(names[0] ?? "");
  if (names.length <= mostFields && !isNumeric) return object;
  throw badCluster(
    isNumeric
      ? "an object of the Cluster has a number as the name of a field"
      : `an object of the Cluster has more than ${mostFields} fields`,
  );
}

function badCluster(problem: string): CapstanError {
  return extensionError("extension/bad-request", { kind: "request with a Cluster", problem });
}

/** A Cluster of 1.5 MB, the most that etcd takes, has room for half a million empty objects, which take a second to convert. */
const mostItems = 10_000;

function mapEach(value: unknown, map: (item: Json) => Json): unknown {
  if (!Array.isArray(value)) return undefined;
  if (value.length > mostItems) throw badCluster(`a list of the Cluster has more than ${mostItems} items`);
  return value.map((item: unknown) => (isJsonObject(item) ? map(bounded(item)) : item));
}

function mapList(value: unknown, map: (item: Json) => Json): unknown {
  return mapEach(value, (item) => compact(map(item)));
}

/** Without fields that are undefined or objects without fields: the newer version has neither. */
function compact(object: Json): Json {
  return Object.fromEntries(
    Object.entries(object).filter(
      ([, value]) => value !== undefined && !(isJsonObject(value) && Object.keys(value).length === 0),
    ),
  );
}
