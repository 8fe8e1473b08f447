// What is wrong with the source maps of a tarball: a file that has no map although it names one, and a map that is larger than it must be, or that leads out of
// the package. The sources are not in the tarball; a map says where they are in the package's repository.
import { posix } from "node:path";
import type { Package } from "@arethetypeswrong/core";

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly unknown[];
  readonly names?: readonly string[];
}

const directive = /^\/\/# sourceMappingURL=(\S+)$/m;

/** A line for each fault of the source maps. */
export function mapFaults(tarball: Package): string[] {
  const folder = `/node_modules/${tarball.packageName}`;
  const files = tarball.listFiles(folder).map((file) => posix.relative(folder, file));
  const textOf = (file: string): string => tarball.readFile(posix.join(folder, file));
  const maps = files.filter((file) => file.endsWith(".js.map"));
  const faults = [
    ...files.filter((file) => file.endsWith(".js")).flatMap((file) => missingMap(file, textOf(file), maps)),
    ...maps.flatMap((file) => faultsOf(file, JSON.parse(textOf(file)) as SourceMap)),
    ...(maps.length === 0 ? ["the tarball has no source maps"] : []),
  ];
  return faults.map((fault) => `maps: ${fault}`);
}

function missingMap(file: string, text: string, maps: readonly string[]): string[] {
  const named = directive.exec(text)?.[1];
  if (named === undefined || maps.includes(posix.join(posix.dirname(file), named))) return [];
  return [`${file} names ${named}, which is not in the tarball`];
}

function faultsOf(file: string, { sources, sourcesContent, names = [] }: SourceMap): string[] {
  const outside = sources.filter((source) => posix.join(posix.dirname(file), source).startsWith("../"));
  return [
    ...(sourcesContent === undefined ? [] : ["sourcesContent"]),
    ...(names.length === 0 ? [] : ["names"]),
    ...outside.map((source) => `a source outside of the package, ${source}`),
  ].map((what) => `${file} has ${what}`);
}
