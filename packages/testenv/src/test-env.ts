// What every backend of the test control plane offers.
import type { ClusterCredentials } from "@capstan/kube";

/** A control plane for tests, reached over HTTPS. Tests that use only these members run unchanged on every backend. */
export interface TestControlPlane extends AsyncDisposable {
  /** Admin credentials with full access, for any client. */
  readonly credentials: ClusterCredentials;
  /** A kubeconfig with these credentials, for kubectl and other programs. */
  kubeconfig(): string;
  /** Creates or replaces CustomResourceDefinitions. Resolves when their kinds are served; rejects when one is invalid. */
  applyCrds(crds: readonly object[]): Promise<void>;
  /** Stops the control plane and everything it started. Safe to call twice. */
  stop(): Promise<void>;
}
