// Exported names that more than one file declares: a reader who searches for such a name finds two things.
import { exportedDeclarations } from "../source/exports.ts";
import { productSources } from "../source/files.ts";

/** The commands: modules of one shape. */
const sameShape = /^packages\/cli\/src\/verbs\//;

/** The folder of an API version. What one API has in several versions is declared in each, and counts once. */
const version = /\/v\d+(?:(?:alpha|beta)\d+)?\/.*/;

/** Upstream has a type of this name in each of these packages too, and its names stay as they are. */
const upstream: Readonly<Record<string, readonly string[]>> = {
  APIEndpoint: ["packages/api/src/bootstrap/kubeadm", "packages/api/src/core"],
  Condition: ["packages/api/src/core", "packages/kube/src/objects/object.ts"],
  ConditionSeverity: ["packages/api/src/core", "packages/contract/src/conditions/condition-shapes.ts"],
  Discovery: ["packages/api/src/bootstrap/kubeadm", "packages/api/src/hooks"],
  EnvVar: ["packages/api/src/bootstrap/kubeadm/env-var.ts", "packages/kube/src/builtin/apps.ts"],
  ExtensionHandler: ["packages/api/src/hooks", "packages/api/src/runtime"],
  FailureDomain: ["packages/api/src/core", "packages/contract/src/fields/failure-domains.ts"],
  GroupVersionHook: ["packages/api/src/hooks", "packages/api/src/runtime"],
  MachineAddress: ["packages/api/src/core", "packages/contract/src/fields/infra-fields.ts"],
  MachineNamingSpec: ["packages/api/src/controlplane/kubeadm", "packages/api/src/core"],
  MachineNamingStrategy: ["packages/api/src/controlplane/kubeadm", "packages/api/src/core"],
  ObjectMeta: ["packages/api/src/core", "packages/kube/src/objects/object.ts"],
  ObjectReference: ["packages/api/src/core", "packages/kube/src/builtin/core.ts"],
  RemediationStrategy: ["packages/api/src/controlplane/kubeadm", "packages/api/src/core"],
  TypeMeta: ["packages/api/src/bootstrap/kubeadm", "packages/api/src/hooks", "packages/client/src/client.ts"],
  ValidationRule: ["packages/api/src/core", "packages/kube/src/builtin/json-schema.ts"],
};

/** The names that upstream has in several packages. */
export const upstreamNames: ReadonlySet<string> = new Set(Object.keys(upstream));

/** Names that more than one place declares on purpose, with those places. */
const exempt: Readonly<Record<string, readonly string[]>> = {
  ...upstream,
  // Upstream's names for parts of kubeadm's configuration, and what Capstan's own programs call by them.
  Etcd: ["packages/api/src/bootstrap/kubeadm", "packages/testenv/src/envtest/etcd.ts"],
  Format: ["packages/api/src/bootstrap/kubeadm/common.ts", "packages/cli/src/output/print-outcome.ts"],
  // The entry of each kit: a program imports one kit, and `run(...)` starts both kinds of program.
  run: ["packages/controller-kit/src/run/run.ts", "packages/extension-kit/src/serving/run.ts"],
};

/** The exported names that are declared more than once. */
export function declaredTwice(): { value: number; places: string[] } {
  const all = productSources()
    .filter((path) => !sameShape.test(path))
    .flatMap((path) => exportedDeclarations(path))
    .map(({ name, path }) => ({ name, place: path.replace(version, "") }));
  const twice = [...Map.groupBy(all, ({ name }) => name)]
    .map(([name, found]) => ({ name, places: new Set(found.map(({ place }) => place)), allowed: exempt[name] ?? [] }))
    .map(({ name, places, allowed }) => ({
      name,
      places: [...places].filter((place) => !allowed.includes(place)),
      allowed,
    }))
    .filter(({ places, allowed }) => places.length > (allowed.length === 0 ? 1 : 0));
  const places = twice.map(({ name, places: where }) => `${name}: ${where.join(", ")}`).toSorted();
  return { value: places.length, places };
}
