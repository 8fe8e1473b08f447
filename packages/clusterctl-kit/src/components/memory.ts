// The memory of the manager's container, and the heap that fits into it.
import type { EnvVar } from "@capstan/kube/builtin";
import type { ReleaseConfig } from "../release/release-config.ts";

/** The memory limit unless the configuration sets another. */
const defaultMemory = "1Gi";
/** The rest is code, stacks, buffers of bodies and what V8 needs beside its old space. */
const heapShare = 0.7;

const pattern = /^([1-9]\d{0,5})(Mi|Gi)$/;

/** The least memory that a manager starts and works with, in MiB. */
const leastMiB = 128;

/** The MiB of a memory limit; undefined for what is not a limit that a manager can work with. */
export function memoryMiB(memory: string): number | undefined {
  const [, count = "", unit = ""] = pattern.exec(memory) ?? [];
  const mebibytes = Number(count) * (unit === "Gi" ? 1024 : 1);
  return mebibytes >= leastMiB ? mebibytes : undefined;
}

/** The memory limit of a release. */
export function memoryLimit({ memory = defaultMemory }: ReleaseConfig): string {
  return memory;
}

/**
 * What is new takes up to three times this before it is collected, and that memory is not given back. Node's own size follows the memory limit: 1 MiB up to 512Mi, 16
 * at 1Gi, 64 on a large computer without one. With 16, a cache of 10,000 objects leaves 60 MiB more behind when it is filled. Hooks make more garbage than events do:
 * below 8 MiB they take more time.
 */
const semiSpaceMiB = { withCache: 2, withoutCache: 8 };

/**
 * Tells Node the heap that fits the limit: without it the container is killed instead of a garbage collection. What is new is collected more
 * often than Node would. The author's own NODE_OPTIONS come after it, so what they set wins.
 */
export function heapVariable(config: ReleaseConfig, { hasCache }: { readonly hasCache: boolean }): EnvVar {
  const heapMiB = Math.floor((memoryMiB(memoryLimit(config)) ?? 0) * heapShare);
  const own = config.env?.["NODE_OPTIONS"];
  const flags = [
    `--max-old-space-size=${heapMiB}`,
    `--max-semi-space-size=${hasCache ? semiSpaceMiB.withCache : semiSpaceMiB.withoutCache}`,
    ...(typeof own === "string" && own !== "" ? [own] : []),
  ];
  return { name: "NODE_OPTIONS", value: flags.join(" ") };
}
