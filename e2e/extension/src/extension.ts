// A handler for every hook of Cluster API. Each hook that can block asks for three seconds first, then lets the Cluster go on.
import { type KubeObject, type Resource, resourceOf } from "@capstan/api";
import type { Cluster } from "@capstan/api/core/v1beta2";
import {
  type BlockingResult,
  checkTemplates,
  defineExtension,
  type Extension,
  type HookContext,
  inPlaceUpdates,
  type MachineUpdate,
  proceed,
  retryAfter,
  upgradePlanner,
} from "@capstan/extension-kit";
import { delaySeconds, noteAge, type NoteKey, writeNote } from "./notes.ts";
import { patches, variables } from "./patches.ts";

const after = `${delaySeconds}s` as const;

interface AboutCluster {
  readonly cluster: Cluster;
  readonly toKubernetesVersion?: string;
  readonly kubernetesVersion?: string;
}

type HoldOnce = (request: AboutCluster, context: HookContext) => Promise<BlockingResult>;

/** Holds at the first call for a Cluster and a version, and lets go at the next. */
function holdOnce(hook: string): HoldOnce {
  return async ({ cluster, toKubernetesVersion, kubernetesVersion }, context) => {
    const { apiVersion, kind, spec } = cluster;
    context.log.debug("Cluster of the request", { sent: { apiVersion, kind, spec } });
    const { namespace = "default", uid = "" } = cluster.metadata;
    const version = toKubernetesVersion ?? kubernetesVersion ?? "any";
    const key: NoteKey = { namespace, name: `${hook}-${version}-${uid}` };
    if ((await noteAge(context, key)) !== undefined) return proceed();
    await writeNote(context, key);
    return retryAfter(after, `${hook} waits once`);
  };
}

interface KubeadmConfig extends KubeObject<"bootstrap.cluster.x-k8s.io/v1beta2", "KubeadmConfig"> {
  spec?: { files?: object[] };
}
const kubeadmConfig: Resource<KubeadmConfig> = resourceOf("bootstrap.cluster.x-k8s.io/v1beta2", "KubeadmConfig");

/** Machines in memory have nothing to change: an update is one that was begun some seconds ago. */
function updateKey({ machine, digest }: MachineUpdate): NoteKey {
  const { namespace = "default", name = "" } = machine.metadata;
  return { namespace, name: `update-${digest}-${name}` };
}

export const extension: Extension = defineExtension(
  {
    beforeClusterCreate: holdOnce("before-cluster-create"),
    afterControlPlaneInitialized: () => proceed(),
    beforeClusterUpgrade: holdOnce("before-cluster-upgrade"),
    beforeControlPlaneUpgrade: holdOnce("before-control-plane-upgrade"),
    afterControlPlaneUpgrade: holdOnce("after-control-plane-upgrade"),
    beforeWorkersUpgrade: holdOnce("before-workers-upgrade"),
    afterWorkersUpgrade: holdOnce("after-workers-upgrade"),
    afterClusterUpgrade: holdOnce("after-cluster-upgrade"),
    beforeClusterDelete: holdOnce("before-cluster-delete"),
    discoverVariables: { "variables-v1": variables },
    generatePatches: patches.handlers,
    validateTopology: { "checks-v1": checkTemplates(variables) },
    generateUpgradePlan: { "plans-v1": upgradePlanner({ available: ["v1.33.0", "v1.34.0", "v1.35.0"] }) },
    ...inPlaceUpdates({
      kinds: [{ kind: kubeadmConfig, paths: ["/files"] }],
      update: {
        after,
        read: async (update, context) => {
          const age = await noteAge(context, updateKey(update));
          if (age === undefined) return { state: "outdated" };
          return { state: age < delaySeconds ? "updating" : "updated" };
        },
        start: (update, context) => writeNote(context, updateKey(update)),
      },
    }),
  },
  {
    name: "every-hook",
    clusterApi: ">=1.12",
    rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "create"] }],
  },
);
