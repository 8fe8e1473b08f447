// The mutants of files, as Stryker would make them, without running anything: for samples and for the sizes of groups.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "@stryker-mutator/api/logging";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import type { Target } from "./targets.ts";

/** A place in a file; lines and columns count from zero. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One change of one file. */
export interface Mutant {
  /** Relative to the package. */
  readonly file: string;
  readonly mutator: string;
  readonly replacement: string;
  readonly start: Position;
  readonly end: Position;
}

/** The files of a target that are mutated, relative to its package. */
export function filesOf(target: Target, root: string): string[] {
  return globSync(target.files, { cwd: join(root, target.folder), exclude: target.messages ?? [] })
    .filter((file) => !/\.test(?:-d)?\.ts$|(?:^|\/)(?:generated|testdata|test)\//.test(file))
    .toSorted();
}

/** Every mutant of these files, in the order of files and places. */
export async function mutantsOf(target: Target, files: readonly string[], root: string): Promise<Mutant[]> {
  const sources = files.map((name) => ({
    name,
    mutate: true,
    content: readFileSync(join(root, target.folder, name), "utf8"),
  }));
  const { mutants } = await new Instrumenter(quiet).instrument(sources, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  });
  return mutants.map(({ fileName, mutatorName, replacement, location }) => ({
    file: fileName,
    mutator: mutatorName,
    replacement,
    start: location.start,
    end: location.end,
  }));
}

const ignore = (): void => undefined;
const off = (): boolean => false;

const quiet: Logger = {
  isTraceEnabled: off,
  isDebugEnabled: off,
  isInfoEnabled: off,
  isWarnEnabled: off,
  isErrorEnabled: off,
  isFatalEnabled: off,
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
};
