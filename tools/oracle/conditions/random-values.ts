// Random conditions and objects: few values, so that they meet often, and those of core, whose order is special.
import type { SeverityCondition } from "@capstan/contract/conditions";
import type { Condition } from "@capstan/kube";
import type { Random } from "@capstan/repo";
import type { QuestionObject } from "./question.ts";

/** Types that meet often, and in the second list every type that core puts at a position of its own. */
const commonTypes = ["Ready", "Available", "Paused", "Deleting", "Alpha", "NetworkReady", "beta", "example.com/Gate"];
const coreTypes = [
  ..."UpToDate RemoteConnectionProbe BootstrapConfigReady InfrastructureReady ControlPlaneInitialized".split(" "),
  ..."ControlPlaneAvailable WorkersAvailable CertificatesAvailable Initialized EtcdClusterHealthy".split(" "),
  ..."ControlPlaneComponentsHealthy NodeHealthy NodeReady NodeKubeadmLabelsAndTaintsSet EtcdPodHealthy".split(" "),
  ..."EtcdMemberHealthy APIServerPodHealthy ControllerManagerPodHealthy SchedulerPodHealthy".split(" "),
  ..."HealthCheckSucceeded OwnerRemediated TopologyReconciled Updating RollingOut Remediating ScalingDown".split(" "),
  ..."ScalingUp MachinesReady ControlPlaneMachinesReady WorkerMachinesReady MachinesUpToDate".split(" "),
  ..."ControlPlaneMachinesUpToDate WorkerMachinesUpToDate".split(" "),
];
const statuses = ["True", "False", "Unknown"] as const;
const severities = ["", "Error", "Warning", "Info"] as const;
const reasons = ["", "Waiting", "Failed", "Failed @ Machine/m"];
const messages = [
  "",
  "",
  "no answer",
  "2 of 3",
  "first\nsecond",
  "* bullet",
  "* one\n* two",
  "title:\n* one\n  * deeper",
  "a * b",
  "*no bullet",
  "\u00A0*\u00A0no bullet",
  "\v* odd",
  "ends\n",
];
const times = ["2026-01-01T00:00:00Z", "2026-01-02T03:04:05Z", "2025-06-30T23:59:59Z", "2026-01-01T00:00:01Z"];
const kinds = [
  "Machine",
  "Machine",
  "Machine",
  "MachineSet",
  "FooProxy",
  "Gateway",
  "NodeStatus",
  "FooIngress",
  "Policy",
];

/** A type of a condition. */
export function randomType(random: Random): string {
  return random.pick(random.chance(0.75) ? commonTypes : coreTypes);
}

/** Different types. */
export function randomTypes(random: Random, end: number): string[] {
  return [...new Set(random.list(end, () => randomType(random)))];
}

/** A status. */
export function randomStatus(random: Random): Condition["status"] {
  return random.pick(statuses);
}

/** A time in the past. */
export function randomTime(random: Random): string {
  return random.pick(times);
}

/** A message of one or several lines, with bullets and what looks like them. */
export function randomMessage(random: Random): string {
  return random.pick(messages);
}

/** A reason, which may be empty. */
export function randomReason(random: Random): string {
  return random.pick(reasons);
}

/** A severity. */
export function randomSeverity(random: Random): NonNullable<SeverityCondition["severity"]> {
  return random.pick(severities);
}

/** A condition in the shape of Kubernetes; its time may be absent, as that of a condition to set. */
export function randomCondition(random: Random, type: string, timeless = 0.05): Condition {
  return {
    type,
    status: randomStatus(random),
    ...(random.chance(0.7) ? { observedGeneration: 1 + random.below(3) } : {}),
    // An absent time is no valid condition, but what writers without a time create in memory.
    ...((random.chance(timeless) ? {} : { lastTransitionTime: randomTime(random) }) as Pick<
      Condition,
      "lastTransitionTime"
    >),
    reason: randomReason(random),
    message: randomMessage(random),
  };
}

/** A condition in the shape with severities. */
export function randomSeverityCondition(random: Random, type: string): SeverityCondition {
  return {
    type,
    status: randomStatus(random),
    ...(random.chance(0.7) ? { severity: randomSeverity(random) } : {}),
    lastTransitionTime: randomTime(random),
    ...(random.chance(0.8) ? { reason: randomReason(random) } : {}),
    ...(random.chance(0.8) ? { message: randomMessage(random) } : {}),
  };
}

/** An object with different conditions in both shapes, in any order. */
export function randomObject(random: Random, number = 0): QuestionObject {
  return {
    apiVersion: "example.com/v1",
    kind: random.pick(kinds),
    metadata: {
      name: `object-${random.below(90) + 10}-${number}`,
      ...(random.chance(0.8) ? { generation: 1 + random.below(3) } : {}),
      ...(random.chance(0.2) ? { labels: { "cluster.x-k8s.io/control-plane": "" } } : {}),
    },
    ...(random.chance(0.9) ? { conditions: randomTypes(random, 7).map((type) => randomCondition(random, type)) } : {}),
    ...(random.chance(0.9)
      ? { legacy: randomTypes(random, 7).map((type) => randomSeverityCondition(random, type)) }
      : {}),
  };
}

/** An object of a provider, in any shape and place; unless it must be valid, now and then with a condition that core rejects. */
export function randomForeign(random: Random, validity: "any" | "valid" = "any"): object {
  const wrong = validity === "any" ? 0.03 : 0;
  const list = (): object[] =>
    randomTypes(random, 4).map((type) => ({
      ...(random.chance(wrong) ? {} : { type }),
      ...(random.chance(wrong) ? {} : { status: random.chance(wrong) ? "true" : randomStatus(random) }),
      ...(random.chance(0.3) ? { observedGeneration: 7 } : {}),
      ...(random.chance(0.9) ? { lastTransitionTime: random.chance(wrong) ? "2026-01-01" : randomTime(random) } : {}),
      ...(random.chance(0.7) ? { reason: randomReason(random) } : {}),
      ...(random.chance(0.7) ? { message: randomMessage(random) } : {}),
      ...(random.chance(0.4) ? { severity: randomSeverity(random) } : {}),
    }));
  const status = {
    ...(random.chance(0.9) ? { conditions: list() } : {}),
    ...(random.chance(0.4) ? { v1beta2: random.chance(0.8) ? { conditions: list() } : {} } : {}),
    ...(random.chance(0.2) ? { deprecated: { v1beta1: { conditions: list() } } } : {}),
  };
  return { apiVersion: "example.com/v1", kind: "FooMachine", metadata: { name: "foreign" }, status };
}
