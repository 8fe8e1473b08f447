// What must not be published: a tarball that is not of this release, that lacks what every package has, or that only works here.
import { posix } from "node:path";
import type { Manifest } from "./repository.ts";
import type { Tarball } from "./tarball.ts";

/** What the tarballs of a release have in common. */
export interface ReleaseFacts {
  readonly version: string;
  /** Names of all packages that are released together. */
  readonly names: readonly string[];
}

type Check = (tarball: Tarball, facts: ReleaseFacts) => readonly string[];

const companions = ["README.md", "LICENSE", "CHANGELOG.md"];
const dependencyFields = ["dependencies", "peerDependencies", "optionalDependencies", "devDependencies"] as const;

const checks: readonly Check[] = [
  ({ manifest }, { names }) =>
    names.includes(manifest.name) ? [] : [`${manifest.name} is not a package of this release`],
  ({ manifest }, { version }) =>
    manifest.version === version ? [] : [`its version is ${manifest.version}; this release is ${version}`],
  ({ files }) => companions.filter((name) => files[name] === undefined).map((name) => `it has no ${name}`),
  ({ changeLog }, { version }) =>
    changeLog === undefined || changeLog.includes(`\n## ${version}\n`) ? [] : [`CHANGELOG.md does not have ${version}`],
  ({ manifest, files }) =>
    targets(manifest)
      .filter((target) => files[posix.normalize(target)] === undefined)
      .map((target) => `it has no ${target}, which package.json names`),
  ({ manifest }) =>
    JSON.stringify(manifest.exports ?? {}).includes("@capstan/source") ? ["exports point at sources"] : [],
  ({ files }) =>
    Object.keys(files)
      .filter((path) => /\.test\.|(?:^|\/)\.built-from\.json$|\.tsbuildinfo$/.test(path))
      .map((path) => `${path} is not for users`),
  rangeProblems,
];

/** Everything that is wrong with a tarball, one line each. */
export function tarballProblems(tarball: Tarball, facts: ReleaseFacts): string[] {
  return checks.flatMap((check) => check(tarball, facts));
}

function targets({ bin = {}, exports = {} }: Manifest): string[] {
  return [...Object.values(bin), ...Object.values(exports).flatMap((conditions) => Object.values(conditions))];
}

/** No range that only this workspace understands, and siblings in the version of this release. */
function rangeProblems({ manifest }: Tarball, { version, names }: ReleaseFacts): string[] {
  return dependencyFields.flatMap((field) =>
    Object.entries(manifest[field] ?? {}).flatMap(([name, range]) => {
      if (/^(?:workspace|catalog|link|file):/.test(range)) return [`${field} has ${name} as "${range}"`];
      return names.includes(name) && range !== `^${version}` && field !== "devDependencies"
        ? [`${field} has ${name} as "${range}"; this release is ^${version}`]
        : [];
    }),
  );
}
