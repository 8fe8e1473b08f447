// What a change needs, package by package, and what it brings: new changesets, or a release that has already used them up.
import { diff, gt, prerelease } from "semver";
import type { ApiChange } from "../compare/api-change.ts";
import { atLeast, demandedSize, largest, type Size } from "../compare/size.ts";
import { workspacePackages, type WorkspacePackage } from "../packages.ts";
import { changedSources, type TreePair } from "./changed-sources.ts";
import { changesetConfig, fixedGroup, newChangesets, type Changeset } from "./changesets.ts";

/** A package that needs a changeset. */
export interface Need {
  readonly packageName: string;
  readonly group: readonly string[];
  readonly size: Size;
  /** The largest that new changesets or a release give its group. */
  readonly given: Size;
  readonly apiChanges: readonly ApiChange[];
  readonly sources: readonly string[];
  readonly version: string;
}

/** The packages that changed, those that have what they need too. */
export function needsOf(pair: TreePair, apiChanges: readonly ApiChange[]): Need[] {
  const packages = workspacePackages(pair.now);
  const old = workspacePackages(pair.old);
  const config = changesetConfig(pair.now);
  const added = newChangesets(pair.old, pair.now);
  const sources = changedSources(pair);
  const names = [...new Set([...apiChanges.map((change) => change.packageName), ...sources.keys()])].toSorted();
  return names.map((packageName): Need => {
    const group = fixedGroup(config, packageName, packages);
    const changes = apiChanges.filter((change) => change.packageName === packageName);
    const version = (old.find((one) => one.name === packageName) ?? packages.find((one) => one.name === packageName))
      ?.version;
    const known = version ?? "0.0.0";
    const paths = sources.get(packageName) ?? [];
    const ofApi = largest(changes.map((change) => demandedSize(change.size, known)));
    const given = largest([givenBy(added, group), ...group.map((name) => releasedSize(name, old, packages))]);
    // An empty changeset says that a change of sources needs no release; a change of the API always does.
    const excused = ofApi === "none" && added.some(({ releases }) => releases.length === 0);
    const ofSources: Size = paths.length > 0 && !excused ? "patch" : "none";
    return {
      packageName,
      group,
      size: largest([ofApi, ofSources]),
      given,
      apiChanges: changes,
      sources: paths,
      version: known,
    };
  });
}

/** Whether the package has what it needs. */
export function isMet({ size, given }: Need): boolean {
  return atLeast(given, size);
}

function givenBy(added: readonly Changeset[], group: readonly string[]): Size {
  return largest(
    added.flatMap(({ releases }) => releases.filter(({ name }) => group.includes(name)).map(({ type }) => type)),
  );
}

/** What a version that is already bumped stands for; a snapshot's tells nothing, and nobody keeps it. */
function releasedSize(name: string, old: readonly WorkspacePackage[], now: readonly WorkspacePackage[]): Size {
  const [before, after] = [old, now].map((side) => side.find((one) => one.name === name)?.version);
  if (before === undefined || after === undefined || before === after) return "none";
  if (prerelease(after) !== null) return "major";
  if (!gt(after, before)) return "none";
  const bump = diff(before, after);
  return bump === "major" || bump === "minor" || bump === "patch" ? bump : "major";
}
