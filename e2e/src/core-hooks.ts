// Which hooks each release of Cluster API calls in `e2e runtime`, and for what reason: written by hand, from upstream's sources. The run
// fails for a hook that is here and was not called, and for one that was called and is not here.
import type { HookName } from "@capstan/api/catalog";

/** Hooks that releases call for the same reason. */
interface HookGroup {
  readonly hooks: readonly HookName[];
  /** The first release 1.x that calls them. */
  readonly since: number;
  /** When it does, as the end of a sentence. */
  readonly when: string;
}

const groups: readonly HookGroup[] = [
  { since: 2, when: "for an ExtensionConfig, with the gate RuntimeSDK", hooks: ["Discovery"] },
  {
    since: 2,
    when: "for a Cluster with a topology, with the gates RuntimeSDK and ClusterTopology",
    hooks: [
      "BeforeClusterCreate",
      "AfterControlPlaneInitialized",
      "BeforeClusterUpgrade",
      "AfterControlPlaneUpgrade",
      "AfterClusterUpgrade",
      "BeforeClusterDelete",
    ],
  },
  { since: 2, when: "where a patch of the class names a handler", hooks: ["GeneratePatches", "ValidateTopology"] },
  { since: 4, when: "where a patch of the class names a handler", hooks: ["DiscoverVariables"] },
  {
    since: 12,
    when: "for each step of an upgrade, which releases before it do not have",
    hooks: ["BeforeControlPlaneUpgrade", "BeforeWorkersUpgrade", "AfterWorkersUpgrade"],
  },
  { since: 12, when: "where spec.upgrade of the class names a handler", hooks: ["GenerateUpgradePlan"] },
  {
    since: 12,
    when: "before machines are replaced, with the gate InPlaceUpdates",
    hooks: ["CanUpdateMachine", "CanUpdateMachineSet", "UpdateMachine"],
  },
];

/** The hooks that a release calls, such as that of "v1.13.4". */
export function hooksCalledBy(version: string): HookName[] {
  const minor = minorOf(version);
  return groups.filter(({ since }) => since <= minor).flatMap(({ hooks }) => hooks);
}

/** A line for each hook that a release did not call although the table names it, and for each that it called although the table does not. */
export function wrongHooks(version: string, called: readonly string[]): string[] {
  const wanted: readonly string[] = hooksCalledBy(version);
  const unexpected = called.filter((hook) => !wanted.includes(hook));
  return [
    ...groups.flatMap(({ hooks, since, when }) =>
      hooks
        .filter((hook) => wanted.includes(hook) && !called.includes(hook))
        .map((hook) => `Cluster API ${version} did not call ${hook}: since 1.${since} it is called ${when}`),
    ),
    ...unexpected.map((hook) => `Cluster API ${version} called ${hook}: e2e/src/core-hooks.ts has no release of it`),
  ];
}

function minorOf(version: string): number {
  const [, minor] = /^v1\.(\d+)\.\d+$/.exec(version) ?? [];
  if (minor === undefined) throw new Error(`"${version}" is no release 1.x of Cluster API`);
  return Number(minor);
}
