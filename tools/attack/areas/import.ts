// CRDs that hold code: imported, generated and loaded with the real command. What is written is read by TypeScript's own parser.
import type { Area, Fuzz } from "../area.ts";
import { importAttacks } from "../imports/attacks.ts";
import { costAttacks } from "../imports/costs.ts";
import { importBatch } from "../imports/batch.ts";
import { hostileCrd } from "../imports/hostile-crds.ts";
import { AttackedProject } from "../imports/project.ts";
import { secondReading } from "../imports/second-reading.ts";
import { sourceMap } from "../imports/source-map.ts";

/** How many CRDs are in one file. */
const batchSize = 250;
/** A fuzz of CRDs that are all rejected shows nothing. */
const leastAccepted = 0.3;

const crds: Fuzz = {
  name: "CRDs with hostile strings in 50 positions, through `capstan import` and `capstan generate`",
  // Of TypeScript and the yaml package, which check in this process; the commands have processes of their own.
  growthLimitMiB: 512,
  async run(lab, inputs) {
    const project = new AttackedProject(lab.folder);
    let accepted = 0;
    for (let first = 0; first < inputs; first += batchSize) {
      const size = Math.min(batchSize, inputs - first);
      const batch = Array.from({ length: size }, (_, i) => hostileCrd(lab.random, first + i));
      accepted += (await importBatch(lab, project, batch)).length;
      if (first === 0) secondReading(lab, project);
      // What checks the files keeps what it parsed.
      globalThis.gc?.();
    }
    console.log(`${accepted} of ${inputs} CRDs were imported, the others rejected with a code`);
    if (accepted < leastAccepted * inputs) lab.fault("wrong", "too few CRDs are imported", { accepted, inputs });
  },
};

export const imports: Area = { name: "import", attacks: [...importAttacks, sourceMap, ...costAttacks], fuzzes: [crds] };
