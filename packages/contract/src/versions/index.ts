// Versions of Kubernetes.
export {
  compareReleases,
  compareSemantic,
  compareVersions,
  formatKubernetesVersion,
  parseKubernetesVersion,
} from "./kubernetes-version.ts";
export type { KubernetesVersion, VersionNumbers, VersionOrder } from "./kubernetes-version.ts";
