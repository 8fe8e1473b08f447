// The programs that the real suites run, as a table: which of the Go modules beside this file builds each, from which package.
// Read by build.ts and paths.ts. It holds no versions: those stand once, in each module's go.mod.
import type { ModuleName } from "./cache.ts";
import type { Core } from "./cores.ts";

/** The names that programs have in the cache. */
export type ProgramName =
  | "cluster-api-manager"
  | "clusterctl"
  | "controller-gen"
  | "dev-infrastructure-manager"
  | "etcd"
  | "kube-apiserver"
  | "kube-controller-manager"
  | "kubeadm-bootstrap-manager"
  | "kubeadm-control-plane-manager"
  | "kubectl"
  | "kustomize";

/** One program: the module that pins its version and the Go package that is its main. */
export interface Program {
  readonly name: ProgramName;
  readonly module: ModuleName;
  readonly package: string;
}

/** Every program, in build order: what most suites wait for comes first. Those of Cluster API are of the version given. */
export function programsOf({ module, manager }: Core): readonly Program[] {
  return [
    { name: "etcd", module: "kubernetes", package: "./etcd" },
    { name: "kube-apiserver", module: "kubernetes", package: "k8s.io/kubernetes/cmd/kube-apiserver" },
    { name: "controller-gen", module: "controller-gen", package: "sigs.k8s.io/controller-tools/cmd/controller-gen" },
    { name: "kustomize", module: "kustomize", package: "sigs.k8s.io/kustomize/kustomize/v5" },
    { name: "cluster-api-manager", module, package: manager },
    { name: "dev-infrastructure-manager", module, package: "sigs.k8s.io/cluster-api/test/infrastructure/docker" },
    { name: "kubeadm-bootstrap-manager", module, package: "sigs.k8s.io/cluster-api/bootstrap/kubeadm" },
    { name: "kubeadm-control-plane-manager", module, package: "sigs.k8s.io/cluster-api/controlplane/kubeadm" },
    { name: "clusterctl", module, package: "sigs.k8s.io/cluster-api/cmd/clusterctl" },
    { name: "kube-controller-manager", module: "kubernetes", package: "k8s.io/kubernetes/cmd/kube-controller-manager" },
    { name: "kubectl", module: "kubernetes", package: "k8s.io/kubernetes/cmd/kubectl" },
  ];
}

/** A version that a go.mod pins: `module path vX.Y.Z`. */
export interface VersionStamp {
  /** The Go module whose version is stamped. */
  readonly of: string;
  /** The Go packages whose `gitVersion` variable clients and clusterctl read. */
  readonly variables: readonly string[];
}

const clusterApi: VersionStamp = { of: "sigs.k8s.io/cluster-api", variables: ["sigs.k8s.io/cluster-api/version"] };

/** Where each module's programs keep the version they report; without it they call themselves v0.0.0-master. */
export const versionStamps: Partial<Record<ModuleName, VersionStamp>> = {
  "cluster-api": clusterApi,
  "cluster-api-1.13": clusterApi,
  "cluster-api-1.12": clusterApi,
  kubernetes: { of: "k8s.io/kubernetes", variables: ["k8s.io/component-base/version", "k8s.io/client-go/pkg/version"] },
};
