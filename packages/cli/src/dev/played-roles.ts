// Which roles of Cluster API `capstan dev` simulates around a project: all but those that the project has a kind of, because two would write the same objects.
import type { PlayOptions } from "@capstan/core-sim";
import type { MemberDescriptions } from "../project/describe-project.ts";

/** A role that a project can bring itself. */
interface PlayableRole {
  readonly role: "bootstrap" | "controlPlane" | "infrastructure";
  /** The kinds that the simulation plays it with, in words. */
  readonly words: string;
  readonly kinds: readonly string[];
  /** Its name on one line of a screen. */
  readonly short: string;
}

const group = "cluster.x-k8s.io";
const playable: readonly PlayableRole[] = [
  { role: "bootstrap", words: "KubeadmConfig", kinds: [`KubeadmConfig.bootstrap.${group}`], short: "kubeadm" },
  {
    role: "controlPlane",
    words: "KubeadmControlPlane",
    kinds: [`KubeadmControlPlane.controlplane.${group}`],
    short: "kubeadm",
  },
  {
    role: "infrastructure",
    words: "DevCluster and DevMachine",
    kinds: [`DevCluster.infrastructure.${group}`, `DevMachine.infrastructure.${group}`],
    short: "Dev machines",
  },
];

/** What is simulated around a project. */
export interface PlayedRoles {
  /** In words. Dev prints them, so that nobody takes the cluster for a real one. */
  readonly words: readonly string[];
  /** The same for one line of a screen. */
  readonly short: string;
  readonly play: Pick<PlayOptions, PlayableRole["role"]>;
}

/** The roles that are left to the simulation. */
export function rolesAround(descriptions: MemberDescriptions): PlayedRoles {
  const own = kindsOf(descriptions);
  const left = playable.filter(({ kinds }) => !kinds.some((kind) => own.has(kind)));
  const hasControlPlane = descriptions.some((each) => each?.type === "control-plane");
  const nodes = `a Node for each machine${hasControlPlane ? ", but in clusters whose kubeconfig the project makes" : ""}`;
  const short = new Set(["core", ...left.map((role) => role.short), "Nodes"]);
  return {
    words: ["Cluster API's core", ...left.map(({ words }) => words), nodes],
    short: [...short].join(", "),
    play: Object.fromEntries(left.map(({ role }) => [role, true])),
  };
}

/** Whether the project has that kind: then its own definition is served. */
export function hasKind(
  descriptions: MemberDescriptions,
  kind: { readonly group: string; readonly kind: string },
): boolean {
  return kindsOf(descriptions).has(`${kind.kind}.${kind.group}`);
}

function kindsOf(descriptions: MemberDescriptions): ReadonlySet<string> {
  const kinds = descriptions.flatMap((each) => (each === undefined || each.type === "operator" ? [] : each.kinds));
  return new Set(kinds.map(({ apiVersion, kind }) => `${kind}.${apiVersion.split("/")[0]}`));
}
