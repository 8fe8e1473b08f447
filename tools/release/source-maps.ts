// The source maps of the built packages: which file and line of the sources a place in `dist` comes from, and no more. Node applies them when it is started with
// --enable-source-maps. Columns are those where a line of the source begins in the output: all of them would make the maps four times as large.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { decode, encode, type SourceMapLine, type SourceMapSegment } from "@jridgewell/sourcemap-codec";

/** What is read of a bundler's map. */
export interface BundledMap {
  /** Relative to the folder of the map. */
  readonly sources: readonly string[];
  readonly mappings: string;
}

/** A map as it is published: without the contents of the sources. */
export interface PublishedMap extends BundledMap {
  readonly version: 3;
  readonly names: readonly [];
}

/** The map that is published with a file of the package in `folder`; undefined where nothing of the file has a source. */
export function publishedMap(map: BundledMap, file: string, folder: string): PublishedMap | undefined {
  if (map.sources.length === 0) return undefined;
  const from = dirname(file);
  const sources = map.sources.map((source) => relative(from, placeOf(resolve(from, source), folder)));
  const mappings = encode(decode(map.mappings).map(firstOfEachLine));
  return { version: 3, sources: sources.map((source) => source.replaceAll("\\", "/")), names: [], mappings };
}

/** Of the segments of a line, those that begin another line of the sources. */
function firstOfEachLine(line: SourceMapLine): SourceMapLine {
  const keyOf = (at: number): string => line[at]?.slice(1, 3).join(":") ?? "none";
  return line.filter((_, at) => at === 0 || keyOf(at) !== keyOf(at - 1)).map(withoutName);
}

function withoutName(segment: SourceMapSegment): SourceMapSegment {
  if (segment.length === 1) return segment;
  const [column, source, line, sourceColumn] = segment;
  return [column, source, line, sourceColumn];
}

/** Where a reader looks for a source. One of another package, which the build has taken in, is below `node_modules`, as if that package were installed there. */
function placeOf(source: string, folder: string): string {
  const parts = source.split(/[\\/]/);
  const at = parts.lastIndexOf("node_modules");
  if (at !== -1) return join(folder, ...parts.slice(at));
  const owner = packageOf(source);
  if (owner === resolve(folder)) return source;
  return join(folder, "node_modules", nameOf(owner), relative(owner, source));
}

/** The folder of the package that has a source. */
function packageOf(source: string): string {
  const folder = dirname(source);
  if (existsSync(join(folder, "package.json"))) return folder;
  if (folder === source) throw new Error("a source is in no package");
  return packageOf(folder);
}

function nameOf(folder: string): string {
  const { name } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { readonly name: string };
  return name;
}
