// The conversions of the examples on random objects of their CRDs: the converters that the examples ship, as an API server would use them.
import { globSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { converters } from "../../../examples/provider-local/src/generated/conversions.ts";
import { root } from "@capstan/repo";
import { fuzzPair } from "./fuzz-pair.ts";
import { loadProofs } from "./proofs/load-proofs.ts";
import type { ProofSuite } from "./proofs/recorder.ts";
import type { Part } from "../part.ts";

/** The examples' pairs. */
export const examples: Part = {
  name: "examples",
  async run(settings) {
    const files = globSync("examples/*/src/generated/conversion-*.test.ts", { cwd: root }).toSorted();
    const suites: ProofSuite[] = [];
    for (const file of files) suites.push(...(await loadProofs(pathToFileURL(join(root, file)))));
    const chosen = suites.filter(({ name }) => name.includes(settings.only));
    return chosen.map((suite) => {
      const converter = converters.find(({ kind }) => kind === suite.name.split(" ")[0]);
      return fuzzPair({ ...suite, converter }, settings);
    });
  },
};
