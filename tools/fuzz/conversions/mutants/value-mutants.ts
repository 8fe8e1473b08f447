// Mutants of every form of values, in each direction.
import type { Mutant } from "./mutant.ts";
import { mutationNames, type Direction, type Mutation } from "./mutated-operation.ts";

/** The forms, by the file that has them. */
const forms: Readonly<Record<string, readonly string[]>> = {
  "value-ops.ts": [
    "seconds",
    "dropEmpty",
    "boolPresence",
    "presence",
    "invert",
    "width",
    "enumMap",
    "reference",
    "referenceTo",
  ],
  "list-ops.ts": ["mapToList", "listToMap", "listOfOne", "conditions"],
  "number-ops.ts": ["digits", "quantityIn"],
  "functions-op.ts": ["byFunctions"],
};

const directions: readonly Direction[] = ["toNewer", "toOlder"];

/** Of a form in a direction, a mutation that no round trip can tell, and why. */
type Equivalent = readonly [form: string, direction: Direction | "both", mutation: Mutation, reason: string];

const equivalents: readonly Equivalent[] = [
  ["invert", "both", "swap", "it is its own reverse"],
  ["referenceTo", "toNewer", "pass", "the API server prunes what the form leaves out"],
  ["referenceTo", "toNewer", "swap", "the API server prunes what the form adds and leaves in"],
  ["width", "both", "pass", "the value stays"],
  ["width", "both", "swap", "the value stays in both directions"],
];

/** The mutants. */
export const valueMutants: readonly Mutant[] = Object.entries(forms).flatMap(([file, names]) =>
  names.flatMap((form) =>
    directions.flatMap((direction) =>
      mutationNames.map((mutation): Mutant => {
        const [, , , equivalent] =
          equivalents.find(
            ([of, way, what]) => of === form && what === mutation && (way === "both" || way === direction),
          ) ?? [];
        return {
          operation: `${form}, ${direction === "toNewer" ? "to newer" : "to older"}`,
          mutation,
          file,
          change: wrapping(form, direction, mutation),
          needs: `${form}(`,
          ...(equivalent === undefined ? {} : { equivalent }),
        };
      }),
    ),
  ),
);

/** Renames the form's function in its file, and exports a wrong one in its place. Calls inside of the file stay right. */
function wrapping(form: string, direction: Direction, mutation: Mutation): Mutant["change"] {
  const right = `right_${form}`;
  const module = new URL("mutated-operation.ts", import.meta.url).href;
  return (source) => {
    const renamed = source
      .replaceAll(new RegExp(`\\b${form}\\(`, "g"), `${right}(`)
      .replace(`export function ${right}(`, `function ${right}(`);
    if (!renamed.includes(`function ${right}(`)) throw new Error(`there is no function ${form}: correct the table`);
    return `${renamed}
import { mutated } from ${JSON.stringify(module)};
export function ${form}(...args) {
  return mutated(${right}(...args), ${JSON.stringify(direction)}, ${JSON.stringify(mutation)});
}
`;
  };
}
