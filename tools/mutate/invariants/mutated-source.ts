// Loads one file of the sources with a change, and everything else as it is: no file is written, so others can work in the tree meanwhile.
// Node imports this file (`--import`) in the process of the tests and in those that tests start; vitest loads sources itself, by the plugin.
import { registerHooks } from "node:module";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Mutant, mutated } from "./invariant.ts";

/** The variable with the change, as JSON. */
export const mutantVariable = "CAPSTAN_MUTANT";

const root = join(import.meta.dirname, "../../..");

interface CacheKeys {
  readonly defineCacheKeyGenerator: (keyOf: (module: { readonly id: string }) => string | undefined) => void;
}

interface MutantPlugin {
  readonly name: string;
  readonly enforce: "pre";
  readonly configureVitest: (keys: CacheKeys) => void;
  readonly transform: (code: string, id: string) => string | undefined;
}

/** The change as a plugin of vite. Vitest keeps what it has transformed: each change has a key of its own there. */
export function mutantPlugin(): MutantPlugin {
  const mutant = readMutant();
  const file = mutant && join(root, mutant.source);
  const isChanged = (id: string): boolean => id.split("?")[0] === file;
  return {
    name: "mutant",
    enforce: "pre",
    configureVitest: (keys) =>
      keys.defineCacheKeyGenerator(({ id }) => (isChanged(id) ? JSON.stringify(mutant) : undefined)),
    transform: (code, id) => (mutant && isChanged(id) ? mutated(mutant, code) : undefined),
  };
}

function readMutant(): Mutant | undefined {
  const given = process.env[mutantVariable];
  return given === undefined ? undefined : (JSON.parse(given) as Mutant);
}

const mutant = readMutant();
if (mutant !== undefined) {
  const file = join(root, mutant.source);
  const url = pathToFileURL(file).href;
  registerHooks({
    load: (wanted, context, next) => {
      if (wanted !== url) return next(wanted, context);
      return { format: "module-typescript", source: mutated(mutant, readFileSync(file, "utf8")), shortCircuit: true };
    },
  });
}
