// The name of a provider's finalizer on its own kinds.
import type { Resource } from "@capstan/kube";

/** The finalizer of a kind: `<kind in lower case>.<group>`. The API server warns about names without a domain. */
export function finalizerOf(resource: Resource): string {
  return `${resource.kind.toLowerCase()}.${resource.group}`;
}
