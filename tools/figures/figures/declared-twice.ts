// Exported names that more than one file declares: a reader who searches for such a name finds two things.
import { exportedDeclarations } from "../source/exports.ts";
import { productSources } from "../source/files.ts";

/** Files whose names are the same on purpose: the shapes of each API version, and the commands, which are modules of one shape. */
const sameOnPurpose = /\/v\d+(?:(?:alpha|beta)\d+)?\/|^packages\/cli\/src\/verbs\//;

/** Names that more than one file declares on purpose, with those files. */
const exempt: Readonly<Record<string, readonly string[]>> = {
  // The entry of each kit: a program imports one kit, and `run(...)` starts both kinds of program.
  run: ["packages/controller-kit/src/run/run.ts", "packages/extension-kit/src/serving/run.ts"],
};

/** The exported names that are declared more than once. */
export function declaredTwice(): { value: number; places: string[] } {
  const all = productSources()
    .filter((path) => !sameOnPurpose.test(path))
    .flatMap((path) => exportedDeclarations(path));
  const places = [...Map.groupBy(all, ({ name }) => name)]
    .map(([name, declarations]) => [name, declarations.filter(({ path }) => !exempt[name]?.includes(path))] as const)
    .filter(([name, declarations]) => declarations.length > (name in exempt ? 0 : 1))
    .map(([name, declarations]) => `${name}: ${declarations.map(({ path }) => path).join(", ")}`)
    .toSorted();
  return { value: places.length, places };
}
