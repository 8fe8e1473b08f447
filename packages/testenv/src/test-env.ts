// What every backend of the test control plane offers: an API server's address, an identity with all rights, and CRDs.
// Tests that use only this run unchanged on the embedded server and on the real one.
import type { ClusterCredentials } from "@capstan/kube";

/** A control plane for tests, reached over HTTPS like any other. */
export interface TestControlPlane extends AsyncDisposable {
  /** The admin's, to whom everything is allowed. */
  readonly credentials: ClusterCredentials;
  /** The admin's kubeconfig. */
  kubeconfig(): string;
  /** Creates or replaces definitions and waits until they are served. */
  applyCrds(crds: readonly object[]): Promise<void>;
  /** Ends everything that was started. Safe to call twice. */
  stop(): Promise<void>;
}
