// Every figure that `check` prints, with its limit.
import { authorPackages } from "./author-packages.ts";
import { staleLinesBesideGo } from "./beside-go.ts";
import { casts, castsWithoutReason } from "./casts.ts";
import { cycles } from "./cycles.ts";
import { declaredTwice } from "./declared-twice.ts";
import { documentedExports } from "./documented-exports.ts";
import { exportedTwice } from "./exported-twice.ts";
import type { Figure, Measure } from "./figure.ts";
import { packageExports } from "./package-exports.ts";
import { smallFiles } from "./small-files.ts";
import { wordProblems } from "../words/problems.ts";

interface Row extends Pick<Figure, "name" | "limit" | "atLeast" | "unit"> {
  readonly measure: Measure;
}

/** The figures and their limits. */
export const figureTable: readonly Row[] = [
  { name: "packages an author depends on", limit: 3, measure: authorPackages },
  { name: "exports per package, at most", measure: packageExports },
  { name: "names declared twice", limit: 0, measure: declaredTwice },
  { name: "names with two entries", limit: 0, measure: exportedTwice },
  { name: "cycles", limit: 0, measure: cycles },
  { name: "files under 25 lines", limit: 42, measure: smallFiles },
  { name: "casts", limit: 153, measure: casts },
  { name: "casts without a reason", limit: 0, measure: castsWithoutReason },
  { name: "documented exports", limit: 100, atLeast: true, unit: "%", measure: documentedExports },
  { name: "stale lines beside Go", limit: 0, measure: staleLinesBesideGo },
  { name: "retired words", limit: 0, measure: retiredWordCount },
];

function retiredWordCount(): ReturnType<Measure> {
  const { length } = wordProblems();
  // The step `words` shows the places.
  return { value: length, places: [] };
}
