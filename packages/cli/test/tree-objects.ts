// Objects of a cluster in few words, for tests of trees and problems.
import type { KubeObject } from "@capstan/kube";
import type { DescribedProblem } from "../src/tree/described-problems.ts";
import { describedProblems, type DescribedObjects } from "../src/tree/described-problems.ts";
import { ObjectSet, type ObjectSetInput } from "../src/tree/object-set.ts";
import { ownedObjects } from "../src/tree/ownership.ts";

/** The moment of all tests. */
export const now: Date = new Date("2026-01-01T12:00:00Z");

/** A time this many seconds before it. */
export function ago(seconds: number): string {
  return new Date(now.getTime() - seconds * 1000).toISOString();
}

const groups: Readonly<Record<string, string>> = {
  Cluster: "cluster.x-k8s.io/v1beta2",
  Machine: "cluster.x-k8s.io/v1beta2",
  MachineDeployment: "cluster.x-k8s.io/v1beta2",
  MachineSet: "cluster.x-k8s.io/v1beta2",
  FooConfig: "bootstrap.cluster.x-k8s.io/v1beta2",
  Secret: "v1",
};

/** An object in the namespace default, with its name as its uid; the first owner controls it. */
export function objectOf(kind: string, name: string, more: Readonly<Record<string, unknown>> = {}): KubeObject {
  const { owner, metadata, ...rest } = more;
  const owners = typeof owner === "string" ? [owner] : [];
  return {
    apiVersion: groups[kind] ?? "infrastructure.cluster.x-k8s.io/v1beta1",
    kind,
    metadata: {
      namespace: "default",
      name,
      uid: name,
      ownerReferences: owners.map((uid) => ({ apiVersion: "v1", kind: "Any", name: uid, uid, controller: true })),
      ...(typeof metadata === "object" && metadata),
    },
    ...rest,
  };
}

/** A condition that has its status for two minutes. */
export function condition(type: string, status: string, reason: string = "", message: string = ""): object {
  return { type, status, reason, message, lastTransitionTime: ago(120) };
}

/** A reference to a kind of infrastructure. */
export function reference(kind: string, name: string): object {
  return { apiGroup: "infrastructure.cluster.x-k8s.io", kind, name };
}

/** The problems of objects. */
export function problemsIn(input: ObjectSetInput, given: Partial<DescribedObjects> = {}): readonly DescribedProblem[] {
  const set = new ObjectSet(input);
  return describedProblems(ownedObjects(set), { set, now, ...given });
}
