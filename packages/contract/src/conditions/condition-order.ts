// The order core keeps conditions in, per shape, so that two writers do not reorder each other's lists.
// Used by conditions.ts for every write; readers need no order.

/** `metav1` is Kubernetes' own shape, `severity` contract v1beta1's. */
export type ConditionShape = "metav1" | "severity";

interface Order {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

const orders: Readonly<Record<ConditionShape, Order>> = {
  metav1: {
    first: ["Available", "Ready", "UpToDate", "RemoteConnectionProbe", "BootstrapConfigReady", "InfrastructureReady"],
    last: ["Paused", "Deleting"],
  },
  severity: { first: ["Ready"], last: [] },
};

/** Compares conditions of a shape: the well-known ones at their places, all others between them by name. */
export function orderOf(shape: ConditionShape): (a: { readonly type: string }, b: { readonly type: string }) => number {
  const { first, last } = orders[shape];
  const rank = (type: string): number => {
    const early = first.indexOf(type);
    if (early >= 0) return early;
    return first.length + 1 + last.indexOf(type);
  };
  return (a, b) => rank(a.type) - rank(b.type) || (a.type < b.type ? -1 : a.type > b.type ? 1 : 0);
}
