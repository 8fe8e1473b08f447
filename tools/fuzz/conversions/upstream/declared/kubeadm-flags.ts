// A flag that follows from a count.
import type { Int32 } from "@capstan/kube";

interface Older {
  ready?: boolean;
  replicas?: Int32;
}

interface Newer {
  replicas?: Int32;
}

/** v1beta2 has the count alone: some replica is ready. */
export const readiness = {
  forward: ({ replicas }: Older): Newer => (replicas === undefined ? {} : { replicas }),
  back: ({ replicas }: Newer): Older => (replicas === undefined ? {} : { replicas, ready: replicas > 0 }),
};

/** A flag that does not follow from the count. */
export const losesReadiness = ({ ready, replicas }: Older): boolean =>
  ready !== (replicas === undefined ? undefined : replicas > 0);
