// How many replicas an object wants and has, of the kinds that have replicas.
import { getAt, type KubeObject } from "@capstan/kube";

/** The number in the spec, and the number in the status. */
export interface Replicas {
  readonly wanted: number;
  readonly current: number;
  /** Those that are ready; absent where the kind does not count them. */
  readonly ready?: number;
}

/** The replicas of an object; undefined for kinds without. */
export function replicasOf(object: KubeObject): Replicas | undefined {
  const [wanted, current, ready] = [
    ["spec", "replicas"],
    ["status", "replicas"],
    ["status", "readyReplicas"],
  ].map((path) => getAt(object, path));
  if (typeof wanted !== "number") return undefined;
  return {
    wanted,
    current: typeof current === "number" ? current : 0,
    ...(typeof ready === "number" && { ready }),
  };
}
