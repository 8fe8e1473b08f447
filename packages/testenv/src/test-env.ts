// What every backend of the test control plane offers, and its users: client certificates of its authority, as in every Kubernetes cluster.
import type { ClusterCredentials } from "@capstan/kube";
import type { CertificateAuthority } from "@capstan/serve/certificates";

/** Who somebody is to an API server. */
export interface TestUser {
  /** The name that RBAC and webhooks see, for example `system:serviceaccount:default:foo`. */
  readonly name: string;
  readonly groups?: readonly string[];
}

/** A control plane for tests, reached over HTTPS. Tests that use only these members run unchanged on every backend. */
export interface TestControlPlane extends AsyncDisposable {
  /** Admin credentials with full access, for any client. */
  readonly credentials: ClusterCredentials;
  /**
   * The credentials of another user, by a new client certificate. On the real backend it has the rights that RBAC gives to its name and its groups, and
   * no others; on the embedded server it has full access, as everybody there.
   *
   * @example
   * const ordinary = createClient(env.addUser({ name: "jane", groups: ["developers"] }));
   */
  addUser(user: TestUser): ClusterCredentials;
  /** A kubeconfig with the credentials of the admin, for kubectl and other programs. */
  kubeconfig(): string;
  /** Creates or replaces CustomResourceDefinitions. Resolves when their kinds are served; rejects when one is invalid. */
  applyCrds(crds: readonly object[]): Promise<void>;
  /** Stops the control plane and everything it started. Safe to call twice. */
  stop(): Promise<void>;
}

/** What signs the certificates, and which server they are for. */
export interface UserIssuer {
  readonly server: string;
  readonly authority: CertificateAuthority;
}

/** A new certificate of this user. */
export function userCredentials(
  { server, authority }: UserIssuer,
  { name, groups = [] }: TestUser,
): Required<Pick<ClusterCredentials, "server" | "caData" | "certData" | "keyData">> {
  const { certPem, keyPem } = authority.issue({ commonName: name, organizations: groups, usages: ["client"] });
  return { server, caData: authority.certPem, certData: certPem, keyData: keyPem };
}
