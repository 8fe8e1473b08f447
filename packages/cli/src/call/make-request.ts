// The request of a hook, made from what Cluster API would send for a Cluster.
import type { HookEntry } from "@capstan/api/codegen/v1";
import { requestItems, requestVariables } from "@capstan/extension-kit/testing";
import type { SentObjects } from "./simulated-call.ts";

/** Makes a request without apiVersion and kind. */
type MakeRequest = (sent: SentObjects) => object;

interface Versions {
  readonly from: string;
  readonly to: string;
}

/** The version of the Cluster, and the next minor one. */
function versionsOf({ cluster }: SentObjects): Versions {
  const from = cluster.spec.topology?.version ?? "v1.36.0";
  const [major = "v1", minor = "36"] = from.split(".");
  return { from, to: `${major}.${Number(minor) + 1}.0` };
}

const ofCluster: MakeRequest = ({ cluster }) => ({ cluster });

const before: MakeRequest = (sent) => {
  const { from, to } = versionsOf(sent);
  const steps = { controlPlaneUpgrades: [{ version: to }], workersUpgrades: [{ version: to }] };
  return { cluster: sent.cluster, fromKubernetesVersion: from, toKubernetesVersion: to, ...steps };
};

const after: MakeRequest = (sent) => ({
  cluster: sent.cluster,
  kubernetesVersion: versionsOf(sent).from,
});

const plan: MakeRequest = (sent) => {
  const { from, to } = versionsOf(sent);
  return {
    cluster: sent.cluster,
    fromControlPlaneKubernetesVersion: from,
    fromWorkersKubernetesVersion: from,
    toKubernetesVersion: to,
  };
};

const patches: MakeRequest = ({ templates }) => ({
  items: requestItems(templates.templates),
  variables: requestVariables(templates.variables),
});

const validation: MakeRequest = ({ templates }) => ({
  items: requestItems(templates.templates).map(({ holderReference, object, variables }) => ({
    holderReference,
    object,
    ...(variables && { variables }),
  })),
  variables: requestVariables(templates.variables),
});

/** By the name of the hook. In-place updates are not among them. */
const makers: ReadonlyMap<string, MakeRequest> = new Map([
  ["BeforeClusterCreate", ofCluster],
  ["AfterControlPlaneInitialized", ofCluster],
  ["BeforeClusterDelete", ofCluster],
  ["BeforeClusterUpgrade", before],
  ["BeforeControlPlaneUpgrade", before],
  ["BeforeWorkersUpgrade", before],
  ["AfterControlPlaneUpgrade", after],
  ["AfterWorkersUpgrade", after],
  ["AfterClusterUpgrade", after],
  ["GenerateUpgradePlan", plan],
  ["GeneratePatches", patches],
  ["ValidateTopology", validation],
]);

/** What makes the requests of a hook; undefined where no Cluster is enough. */
export function makerOf({ name }: Pick<HookEntry, "name">): MakeRequest | undefined {
  return makers.get(name);
}
